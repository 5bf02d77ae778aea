import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ok } from '../../../../../electron/contract/failure'
import type { Product } from '../../../../../electron/contract/product'
import type { ReviewState } from '../../../../../electron/contract/review-state'
import { useProductDetails } from '../../../../../renderer/features/catalog'
import { useProducts } from '../../../../../renderer/features/catalog/product-pages'
import { openList, type ListPage } from '../../support/mount-products-page'
import { usePicturePreview } from '../../../../../renderer/features/pictures'
import { logEntry, review } from '../review/panel/builders'
import { useApprovalQuestion } from '../../../../../renderer/features/review'
import { auditState } from '../quality/builders'
import { product } from './table/builders'

let page: ListPage
const mug = product({ id: 'p-1', name: 'Mug', position: 1 })
const jug = product({ id: 'p-2', name: 'Jug', position: 2 })
const isError = { enabled: true, severity: 'error', threshold: null } as const

beforeEach(async () => {
  // Room for the filters beside the details.
  vi.stubGlobal('innerWidth', 1600)
  page = await openList({ filtersOpen: true }, [], { items: [mug, jug], totalItems: 2 })
  page.main.always('products:listed', () => ok([]))
  const details = useProductDetails()
  details.follow(mug, 0)
  details.isOpen = true
  await flushPromises()
})
afterEach(() => {
  page.close()
  vi.unstubAllGlobals()
})

async function pressOn(target: Element, key: string): Promise<void> {
  if (target instanceof HTMLElement) target.focus()
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  await flushPromises()
}
const marked = (): number => page.main.asked('reviews:mark').length

/** The list is narrowed to what does not hold the mug. */
async function narrow(): Promise<void> {
  void useProducts().narrow({ search: 'jug' })
  await flushPromises()
  await page.answer({ items: [jug], totalItems: 1 })
  await flushPromises()
}

describe('a key of the current product', () => {
  it('marks the product of the details while that is in the list', async () => {
    await pressOn(document.body, 'a')
    expect(marked()).toBe(1)
  })

  it('asks once where it changed since it was approved and not all of that was seen, and shows that', async () => {
    page.close()
    const changed = { ...mug, review: { ...mug.review, state: 'changed' as const } }
    page = await openList({}, [], { items: [changed, jug], totalItems: 2 })
    const details = useProductDetails()
    details.isOpen = false
    details.follow(changed, 0)
    await flushPromises()
    const last = () => page.main.last('reviews:mark')
    await pressOn(document.body, 'a')
    expect(last().input.changes).toEqual([])
    await last().answer(ok({ entry: null, changed: 0, stale: ['p-1'], otherChanges: true }))
    expect([details.isOpen, details.shown?.product.id]).toEqual([true, 'p-1'])
    await pressOn(document.body, 'a')
    expect(last().input).toMatchObject({ of: { products: [{ id: 'p-1' }] } })
    expect(last().input.changes).toBeUndefined()
  })

  it.each([
    { what: 'approved with others', before: 'unreviewed', now: 'approved', asks: false },
    { what: 'taken back', before: 'approved', now: 'unreviewed', asks: true }
  ] as const)(
    'asks about errors by its mark as the list has it now: $what',
    async ({ before, now, asks }) => {
      page.close()
      const wrong = product({ id: 'p-1', name: 'Mug', findings: ['price-zero'] })
      const marked = (state: ReviewState): Product => ({ ...wrong, review: { ...wrong.review, state } })
      page = await openList({}, [], { items: [marked(before), jug], totalItems: 2 })
      const errors = { 'price-zero': { setting: isError } } as const
      await page.main.last('audit:state').answer(ok(auditState({}, errors)))
      const details = useProductDetails()
      details.isOpen = false
      details.follow(marked(before), 0)
      void useProducts().reread()
      await flushPromises()
      await page.answer({ items: [marked(now), jug], totalItems: 2 })
      await flushPromises()
      await pressOn(document.body, 'a')
      expect(useApprovalQuestion().asked !== null).toBe(asks)
    }
  )

  it('asks about errors no longer once another product is current, beside the list as in large', async () => {
    page.close()
    const wrong = product({ id: 'p-1', name: 'Mug', findings: ['price-zero'] })
    page = await openList({}, [], { items: [wrong, jug], totalItems: 2 })
    const errors = { 'price-zero': { setting: isError } } as const
    await page.main.last('audit:state').answer(ok(auditState({}, errors)))
    const details = useProductDetails()
    details.follow(wrong, 0)
    await flushPromises()
    await pressOn(document.body, 'a')
    expect(useApprovalQuestion().asked).not.toBeNull()
    details.follow(jug, 1)
    await flushPromises()
    expect(useApprovalQuestion().asked).toBeNull()
    usePicturePreview().open(0, 'page')
    await flushPromises()
    await pressOn(document.body, 'a')
    expect(useApprovalQuestion().asked).not.toBeNull()
    usePicturePreview().step(1)
    await flushPromises()
    expect(useApprovalQuestion().asked).toBeNull()
    expect(marked()).toBe(0)
  })

  it('says that nothing compares with it where Shift+C is pressed on a product without twins', async () => {
    const shiftC = { key: 'C', shiftKey: true, bubbles: true, cancelable: true }
    document.body.dispatchEvent(new KeyboardEvent('keydown', shiftC))
    await flushPromises()
    expect(page.wrapper.get('[data-review-toast]').text()).toContain('No other product to compare Mug with')
  })

  it('opens its details by Enter where the keyboard is in no row, as on a page that was just opened', async () => {
    useProductDetails().isOpen = false
    await flushPromises()
    await pressOn(document.body, 'Enter')
    expect(useProductDetails().isOpen).toBe(true)
  })

  it('does nothing while a control of the filters has the focus', async () => {
    await pressOn(page.wrapper.get('.filters-panel input[type=checkbox], .filters-panel button').element, 'a')
    expect(marked()).toBe(0)
  })

  it('does nothing to a product that has left the list, which the details let go of', async () => {
    await narrow()
    expect(page.main.last('products:listed').input).toMatchObject({ ids: ['p-1'] })
    expect(useProductDetails().shown).toBeNull()
    await pressOn(document.body, 'a')
    expect(marked()).toBe(0)
    expect(useProductDetails().shown?.product.id, 'the next one is, from now on').toBe('p-2')
  })

  it('marks a product that has left the list while the keyboard is in its details', async () => {
    const pane = page.wrapper.get<HTMLElement>('section.pane').element
    pane.focus()
    await narrow()
    expect(useProductDetails().shown?.product.id).toBe('p-1')
    await pressOn(pane, 'a')
    expect(page.main.last('reviews:mark').input.of).toMatchObject({ products: [{ id: 'p-1' }] })
  })
})

it('Escape from the details of a product that stands in no row leads to no other one, whose keys would be next', async () => {
  useProductDetails().follow(product({ id: 'p-9' }), -1)
  await flushPromises()
  const pane = page.wrapper.get<HTMLElement>('section.pane').element
  pane.focus()
  await pressOn(pane, 'Escape')
  expect(useProductDetails().isOpen).toBe(false)
  expect(document.activeElement?.id).toBe('main')
})

it('an arrow key begins at the row of the current product where the keyboard is in none', async () => {
  useProductDetails().follow(jug, 1)
  await flushPromises()
  await pressOn(document.body, 'ArrowDown')
  expect(document.activeElement?.closest('[data-index]')?.getAttribute('data-index')).toBe('1')
})

describe('Undo that is still under way', () => {
  const markedIds = (): string[] =>
    page.main
      .asked('reviews:mark')
      .flatMap(({ input }) => ('products' in input.of ? input.of.products.map(({ id }) => id) : []))
  const current = (): string | undefined => useProductDetails().shown?.product.id
  const ofMug = logEntry({ number: 1, after: 'ignored', product: { id: 'p-1', name: 'Mug' } })
  const isSaved = ok({ entry: 1, changed: 1, stale: [] })
  const isUndone = ok({ entry: ofMug, restored: 1, kept: 0, redo: 2 })
  beforeEach(() => page.main.always('products:listed', ({ ids }) => ok(ids)))

  it('leaves a person with the product that they went to meanwhile, for which the next key is', async () => {
    await pressOn(document.body, 'i')
    await page.main.last('reviews:mark').answer(isSaved)
    await pressOn(document.body, 'u')
    const row = page.wrapper.get<HTMLElement>('[data-index="1"] [data-thumbnail]').element
    row.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    row.focus()
    await page.main.last('reviews:undo').answer(isUndone)
    expect(current()).toBe('p-2')
    await pressOn(row, 'a')
    expect(markedIds()).toEqual(['p-1', 'p-2'])
  })

  it('fault 134: holds a mark for its product, also while it waits for what it takes back to be saved', async () => {
    await pressOn(document.body, 'i')
    await pressOn(document.body, 'u')
    await pressOn(document.body, 'a')
    await page.main.last('reviews:mark').answer(isSaved)
    await page.main.last('reviews:undo').answer(isUndone)
    await flushPromises()
    expect(markedIds()).toEqual(['p-1', 'p-1'])
  })
})

describe('the details of a product that stands in none of the rows', () => {
  const says = (): boolean => page.wrapper.get('section.pane').text().includes('Not in this list')

  it('say that it is not in the list only where the list does not hold it', async () => {
    page.main.always('products:listed', ({ ids }) => ok(ids))
    page.wrapper.get<HTMLElement>('section.pane').element.focus()
    expect(says()).toBe(false)
    void useProducts().goTo(2)
    await flushPromises()
    await page.answer({ items: [jug], totalItems: 12 })
    await flushPromises()
    expect(says(), 'it is on another page').toBe(false)
    page.main.always('products:listed', () => ok([]))
    await narrow()
    expect(says()).toBe(true)
  })
})

describe('a note in the details', () => {
  async function typeNote(): Promise<HTMLTextAreaElement> {
    page.main.always('reviews:of', ({ productId }) => ok(review({ productId })))
    page.main.always('reviews:note', ({ productId, note }) => ok(review({ productId, note })))
    useProductDetails().openAt('note')
    await flushPromises()
    const field = page.wrapper.get<HTMLTextAreaElement>('[data-note]')
    field.element.focus()
    await field.setValue('abc')
    return field.element
  }
  async function writeNote(): Promise<void> {
    const enter = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }
    ;(await typeNote()).dispatchEvent(new KeyboardEvent('keydown', enter))
    await flushPromises()
  }
  const atHand = (): Element => document.activeElement ?? document.body

  it('gives the keys back to the row once Ctrl and Enter saved it', async () => {
    await writeNote()
    expect(page.main.last('reviews:note').input).toMatchObject({ productId: 'p-1', note: 'abc' })
    expect(atHand().closest('[data-index]')?.getAttribute('data-index')).toBe('0')
    await pressOn(atHand(), 'i')
    expect(page.main.last('reviews:mark').input).toMatchObject({
      mark: 'ignored',
      of: { products: [{ id: 'p-1' }] }
    })
  })

  it('is saved and left by Escape, which closes the details only when it is pressed again', async () => {
    const field = await typeNote()
    const composing = { key: 'Escape', isComposing: true, bubbles: true, cancelable: true }
    field.dispatchEvent(new KeyboardEvent('keydown', composing))
    expect(atHand()).toBe(field)
    await pressOn(field, 'Escape')
    expect(atHand().matches('section.pane')).toBe(true)
    expect(page.main.last('reviews:note').input).toMatchObject({ productId: 'p-1', note: 'abc' })
    await pressOn(atHand(), 'Escape')
    expect(page.wrapper.find('section.pane').exists()).toBe(false)
    expect(atHand().closest('[data-index]')?.getAttribute('data-index')).toBe('0')
  })

  it('gives them to the details where the product stands in no row', async () => {
    page.wrapper.get<HTMLElement>('section.pane').element.focus()
    await narrow()
    await writeNote()
    expect(atHand().matches('section.pane')).toBe(true)
    await pressOn(atHand(), 'i')
    expect(page.main.last('reviews:mark').input).toMatchObject({
      mark: 'ignored',
      of: { products: [{ id: 'p-1' }] }
    })
  })
})

describe('a product that is looked at in large', () => {
  async function openLarge(index: number): Promise<void> {
    usePicturePreview().open(index)
    await flushPromises()
  }
  const large = (): Element => {
    const dialog = document.querySelector('[role=dialog] .frame')
    if (dialog === null) throw new Error('Nothing is shown in large')
    return dialog
  }
  const told = (): string => large().querySelector('[data-review-toast] .title')?.textContent ?? ''

  it('is marked with a word of what was done, and comes back when that is undone', async () => {
    await openLarge(0)
    await pressOn(large(), 'i')
    await page.main.last('reviews:mark').answer(ok({ entry: 1, changed: 1, stale: [] }))
    expect(told()).toContain('Ignored')
    expect(document.querySelectorAll('[data-review-toast]')).toHaveLength(1)
    expect(usePicturePreview().product?.id).toBe('p-2')
    large().dispatchEvent(
      new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true })
    )
    await flushPromises()
    const entry = logEntry({ number: 1, after: 'ignored', product: { id: 'p-1', name: 'Mug' } })
    await page.main.last('reviews:undo').answer(ok({ entry, restored: 1, kept: 0, redo: 2 }))
    expect(told()).toBe('Undone: Ignored, Mug')
    expect(usePicturePreview().product?.id).toBe('p-1')
  })

  it('stays where what is undone is of a product that the list does not hold, which is named', async () => {
    await openLarge(0)
    await pressOn(large(), 'u')
    const entry = logEntry({ after: 'ignored', product: { id: 'p-9', name: 'Lamp' } })
    await page.main.last('reviews:undo').answer(ok({ entry, restored: 1, kept: 0, redo: 2 }))
    expect(told()).toBe('Undone: Ignored, Lamp')
    expect(usePicturePreview().product?.id).toBe('p-1')
  })
})
