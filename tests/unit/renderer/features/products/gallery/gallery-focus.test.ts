import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ViewState } from '../../../../../../electron/contract/view'
import { useView } from '../../../../../../renderer/features/catalog'
import { openList, type ListPage } from '../../../support/mount-products-page'
import { product } from '../table/builders'

let page: ListPage
const items = ['Mug', 'Jug', 'Cup', 'Pot'].map((name, at) =>
  product({ id: `p-${at + 1}`, name, position: at + 1 })
)

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(700)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000)
})
afterEach(() => {
  page.close()
  vi.restoreAllMocks()
})

async function open(layout: ViewState['layout']): Promise<void> {
  page = await openList({ layout }, [], { items, totalItems: items.length })
  await flushPromises()
}

/** The place of the row or tile that has the focus; null: none has. */
const focused = (): string | null =>
  document.activeElement?.closest('[data-index]')?.getAttribute('data-index') ?? null
const currentTiles = (): (string | undefined)[] =>
  page.wrapper.findAll('[role=gridcell].current').map((cell) => cell.attributes('data-index'))

async function pressKey(key: string): Promise<void> {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  document.activeElement?.dispatchEvent(event)
  await flushPromises()
}

/** A press on a text: Chromium gives the focus to what is around it that takes it. */
async function clickOn(element: Element): Promise<void> {
  for (const type of ['pointerdown', 'mousedown'])
    element.dispatchEvent(new MouseEvent(type, { bubbles: true }))
  page.wrapper.get<HTMLElement>('[data-gallery]').element.focus()
  for (const type of ['pointerup', 'mouseup', 'click']) {
    element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }))
  }
  await flushPromises()
}

describe('a click on the name of a tile', () => {
  beforeEach(() => open('gallery'))

  it('puts the keyboard on its picture and shows that it is current; arrows go on from there', async () => {
    await clickOn(page.wrapper.get('[data-index="1"] .name').element)
    expect(focused()).toBe('1')
    expect(document.activeElement?.matches('[data-thumbnail]')).toBe(true)
    expect(currentTiles()).toEqual(['1'])
    await pressKey('ArrowRight')
    expect(focused()).toBe('2')
    expect(currentTiles()).toEqual(['2'])
  })

  it('lets the space bar select it', async () => {
    await clickOn(page.wrapper.get('[data-index="2"] .name').element)
    await pressKey(' ')
    expect(page.wrapper.get('[data-index="2"]').attributes('aria-selected')).toBe('true')
  })
})

describe('from table to gallery and back', () => {
  it('the keyboard stays on its product', async () => {
    await open('table')
    page.wrapper.get<HTMLElement>('[data-index="2"] [data-thumbnail]').element.focus()
    useView().keep({ layout: 'gallery' })
    await flushPromises()
    expect(page.wrapper.find('[data-gallery]').exists()).toBe(true)
    expect(focused()).toBe('2')
    await pressKey('ArrowLeft')
    expect(focused()).toBe('1')
    useView().keep({ layout: 'table' })
    await flushPromises()
    expect(page.wrapper.find('[data-gallery]').exists()).toBe(false)
    expect(focused()).toBe('1')
  })

  it('does not take the focus from a field', async () => {
    await open('table')
    page.wrapper.get<HTMLElement>('[data-index="2"] [data-thumbnail]').element.focus()
    page.search().element.focus()
    useView().keep({ layout: 'gallery' })
    await flushPromises()
    expect(document.activeElement).toBe(page.search().element)
  })
})
