import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ok } from '../../../../../../electron/contract/failure'
import type { Filters } from '../../../../../../electron/contract/product-query'
import { noFilters } from '../../../../../../electron/contract/empty-query'
import { productPage } from '../table/builders'
import { prefetchState } from '../../pictures/storage/builders'
import { openList, press, type ListPage } from '../../../support/mount-products-page'

let list: ListPage
beforeEach(async () => {
  list = await openList()
  list.main.always('sync:runs', () => ok([]))
})
afterEach(() => list.close())

const filters = (): Filters => list.asked().input.productQuery?.filters as Filters
const panel = (): HTMLElement => {
  const found = document.querySelector('.filters-panel')
  if (!(found instanceof HTMLElement)) throw new Error('The filters are not open')
  return found
}
const pictures = (): HTMLElement => {
  const found = panel().querySelector('[role=group][aria-label=Pictures]')
  if (!(found instanceof HTMLElement)) throw new Error('There are no filters of pictures')
  return found
}
const openFilters = (): Promise<void> => press(list.button(/^Filters/))

function field(words: string): HTMLInputElement {
  const label = [...pictures().querySelectorAll('label')].find((each) => each.textContent.trim() === words)
  const input = label?.querySelector('input') ?? document.getElementById(label?.htmlFor ?? '')
  if (!(input instanceof HTMLInputElement)) throw new Error(`No field "${words}"`)
  return input
}

async function tick(words: string): Promise<void> {
  const input = field(words)
  input.checked = input.type === 'radio' ? true : !input.checked
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await flushPromises()
}

async function type(text: string): Promise<void> {
  const input = field('Smaller than')
  input.value = text
  input.dispatchEvent(new Event('input', { bubbles: true }))
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await flushPromises()
}

describe('the filters of pictures', () => {
  it('find broken ones, and those that nobody looked at, one or the other', async () => {
    await openFilters()
    await tick('Broken pictures')
    expect(filters()).toEqual({ ...noFilters, pictureState: 'broken' })
    await list.answer()
    await tick('Not checked yet')
    expect(filters()).toEqual({ ...noFilters, pictureState: 'unchecked' })
    await list.answer()
    expect(field('Broken pictures').checked).toBe(false)
    expect(list.chips()).toEqual(['Pictures not checked yet'])
    await tick('Not checked yet')
    expect(filters()).toEqual(noFilters)
  })

  it('find small ones by the pixels that were typed, and by the usual ones', async () => {
    await openFilters()
    await type('640')
    expect(filters()).toEqual({ ...noFilters, pictureBelow: 640 })
    await list.answer()
    expect(list.chips()).toEqual(['Pictures smaller than 640 px'])
    await press(list.button('Smaller than 1,000 px'))
    expect(filters().pictureBelow).toBe(1000)
    await list.answer()
    expect(field('Smaller than').value).toBe('1000')
    expect(list.button('Smaller than 1,000 px').getAttribute('aria-pressed')).toBe('true')
    await press(list.button('Smaller than 1,000 px'))
    expect(filters()).toEqual(noFilters)
  })

  it.each([
    ['1,200', 1200],
    ['８００ px', 800],
    ['٨٠٠', 800],
    ['١٬٢٠٠', 1200],
    ['', null]
  ])('read %o as people write it', async (text, pixels) => {
    await openFilters()
    await type('300')
    await list.answer()
    await type(text)
    expect(filters().pictureBelow).toBe(pixels)
  })

  it.each(['many', '0', '-5', '1.5', '100001'])('do not apply %o, and say why', async (text) => {
    await openFilters()
    const before = list.main.asked('products:page').length
    await type(text)
    expect(panel().querySelector('[role=alert]')?.textContent.trim()).toBe(
      'Enter a whole number of pixels, from 1 to 100,000.'
    )
    expect(field('Smaller than').getAttribute('aria-invalid')).toBe('true')
    expect(list.main.asked('products:page')).toHaveLength(before)
    await type('300')
    expect(panel().querySelector('[role=alert]')).toBeNull()
  })

  it('never ask for what no product can be: without a picture, and a broken one', async () => {
    await openFilters()
    await tick('Broken pictures')
    await list.answer()
    await tick('Without')
    expect(filters()).toEqual({ ...noFilters, picture: 'without' })
    await list.answer()
    await type('500')
    expect(filters()).toEqual({ ...noFilters, pictureBelow: 500 })
  })

  it('say of how many pictures they know anything, in the panel and beside the matches', async () => {
    let unknown = 220
    list.main.always('products:page', ({ productQuery }) => {
      if (productQuery?.filters?.pictureState === 'unchecked') return ok(productPage({ totalItems: unknown }))
      return ok(productPage({ totalItems: productQuery?.filters?.picture === 'with' ? 1240 : 4 }))
    })
    await openFilters()
    expect(pictures().textContent).toContain('Known for 1,020 of 1,240 pictures')
    await tick('Broken pictures')
    const result = (): string => list.wrapper.get('[data-result]').text()
    expect(result()).toBe('4 matches · known for 1,020 of 1,240 pictures')
    unknown = 0
    list.main.emit('pictures:prefetch-changed', prefetchState())
    await flushPromises()
    expect(result()).toBe('4 matches')
    expect(pictures().textContent).toContain('All pictures are checked.')
  })

  it('do not count pictures while nobody reads of them', async () => {
    const asked = list.main.asked('products:page').length
    list.main.emit('pictures:prefetch-changed', prefetchState({ done: 7 }))
    await flushPromises()
    expect(list.main.asked('products:page')).toHaveLength(asked)
  })
})

describe('the filter for the same picture', () => {
  beforeEach(async () => {
    list.close()
    list = await openList({ filters: { ...noFilters, samePicture: { id: 'p-7', name: 'Walnut bowl' } } })
  })

  it('is there again after a restart, is a chip, and goes with it', async () => {
    expect(filters().samePicture?.id).toBe('p-7')
    expect(list.chips()).toEqual(['Same or similar picture as “Walnut bowl”'])
    await press(list.button('Remove filter: Same or similar picture as “Walnut bowl”'))
    expect(filters()).toEqual(noFilters)
  })

  it('goes in the panel too', async () => {
    await openFilters()
    expect(pictures().textContent).toContain('Same or similar picture as “Walnut bowl”')
    const remove = pictures().querySelector('[aria-label^="Remove filter"]')
    if (remove instanceof HTMLElement) await press(remove)
    expect(filters()).toEqual(noFilters)
  })
})
