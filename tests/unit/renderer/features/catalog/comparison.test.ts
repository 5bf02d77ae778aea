import { nextTick } from 'vue'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Product } from '../../../../../electron/contract/product'
import { useComparison } from '../../../../../renderer/features/catalog/comparison'
import { useContinuousList } from '../../../../../renderer/features/catalog/infinite-list'
import { useProducts } from '../../../../../renderer/features/catalog/product-pages'
import { productPage } from '../products/table/builders'
import { sitInMainProcess } from '../../support/fake-bridge'
import { openConnection, startStores } from '../../support/stores'

let comparison: ReturnType<typeof useComparison>
const items = productPage({ page: 1 }).items
const item = (at: number): Product => {
  const found = items[at]
  if (!found) throw new Error('There are not so many.')
  return found
}
const chosen = (): string[] => comparison.chosen.map(({ id }) => id)

beforeEach(() => {
  sitInMainProcess()
  startStores()
  comparison = useComparison()
})

describe('the comparison', () => {
  it('has the products in the order in which they were chosen', () => {
    for (const at of [3, 0, 2]) comparison.toggle(item(at))
    expect(chosen()).toEqual([item(3).id, item(0).id, item(2).id])
    comparison.toggle(item(0))
    expect(chosen()).toEqual([item(3).id, item(2).id])
    expect(comparison.has(item(0).id)).toBe(false)
  })

  it('takes four at most, and says that a fifth was refused until that is over', () => {
    for (const at of [0, 1, 2, 3]) comparison.toggle(item(at))
    expect(comparison.wasFull).toBe(false)
    comparison.toggle(item(4))
    expect(chosen()).toHaveLength(4)
    expect(comparison.wasFull).toBe(true)
    comparison.remove(item(1).id)
    expect(comparison.wasFull).toBe(false)
    comparison.toggle(item(4))
    expect(chosen()).toContain(item(4).id)
  })

  it('begins with two, and ends when nothing is left to compare', () => {
    comparison.toggle(item(0))
    comparison.compare()
    expect(comparison.isOpen).toBe(false)
    comparison.toggle(item(1))
    comparison.compare()
    expect(comparison.isOpen).toBe(true)
    comparison.remove(item(0).id)
    comparison.remove(item(1).id)
    expect(comparison.isOpen).toBe(false)
  })

  it('is dropped with another connection, and kept when the same one is opened again', () => {
    comparison.toggle(item(0))
    expect(chosen()).toHaveLength(1)
    openConnection('other')
    expect(chosen()).toEqual([])
  })

  it('shows what is chosen as the list has it by now', async () => {
    const products = useProducts()
    comparison.toggle(item(0))
    products.shown = productPage({ page: 1, items: [{ ...item(0), price: 1234 }] })
    await nextTick()
    expect(comparison.chosen[0]?.price).toBe(1234)
    products.shown = productPage({ page: 2 })
    await nextTick()
    expect(chosen()).toEqual([item(0).id])
  })

  it('shows what is chosen as the list in one piece has it by now, whichever stretches of it come together', () => {
    const list = useContinuousList()
    for (const at of [0, 1]) comparison.toggle(item(at))
    list.latest = productPage({ page: 1, items: [{ ...item(0), price: 1234 }] })
    list.latest = productPage({ page: 2, items: [{ ...item(1), price: 5678 }] })
    expect(comparison.chosen.map(({ price }) => price)).toEqual([1234, 5678])
  })
})
