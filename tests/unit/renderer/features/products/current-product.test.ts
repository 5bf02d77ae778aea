import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ok } from '../../../../../electron/contract/failure'
import { useProductDetails } from '../../../../../renderer/features/catalog'
import { useProducts } from '../../../../../renderer/features/catalog/product-pages'
import { openList, type ListPage } from '../../support/mount-products-page'
import { product } from './table/builders'

let page: ListPage
const mug = product({ id: 'p-1', name: 'Mug', position: 1 })
const jug = product({ id: 'p-2', name: 'Jug', position: 2 })

beforeEach(async () => {
  page = await openList({ filtersOpen: true }, [], { items: [mug, jug], totalItems: 2 })
  page.main.always('products:listed', () => ok([]))
  const details = useProductDetails()
  details.follow(mug, 0)
  details.isOpen = true
  await flushPromises()
})
afterEach(() => page.close())

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

  it('does nothing while a control of the filters has the focus', async () => {
    await pressOn(page.wrapper.get('.filters-panel input[type=checkbox], .filters-panel button').element, 'a')
    expect(marked()).toBe(0)
  })

  it('does nothing to a product that has left the list, which the details let go of', async () => {
    await narrow()
    await pressOn(document.body, 'a')
    expect(marked()).toBe(0)
    expect(page.main.last('products:listed').input).toMatchObject({ ids: ['p-1'] })
    expect(useProductDetails().shown).toBeNull()
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
