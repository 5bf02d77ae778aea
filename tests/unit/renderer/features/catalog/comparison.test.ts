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
const compared = (): string[] => comparison.compared.map(({ id }) => id)

beforeEach(() => {
  sitInMainProcess()
  startStores()
  comparison = useComparison()
})

describe('the comparison', () => {
  it('shows products in the order in which they are given, four at most', () => {
    comparison.show([3, 0, 2].map(item))
    expect(compared()).toEqual([3, 0, 2].map((at) => item(at).id))
    expect(comparison.isOpen).toBe(true)
    comparison.show([0, 1, 2, 3, 4].map(item))
    expect(compared()).toEqual([0, 1, 2, 3].map((at) => item(at).id))
  })

  it('needs two, and ends when one is left', () => {
    comparison.show([item(0)])
    expect(comparison.isOpen).toBe(false)
    comparison.show([0, 1, 2].map(item))
    comparison.remove(item(0).id)
    expect(comparison.isOpen).toBe(true)
    comparison.remove(item(1).id)
    expect(comparison.isOpen).toBe(false)
  })

  it('is dropped with another connection', () => {
    comparison.show([0, 1].map(item))
    openConnection('other')
    expect(useComparison().compared).toEqual([])
  })

  it('shows products as the list has them by now', async () => {
    const products = useProducts()
    comparison.show([0, 1].map(item))
    products.shown = productPage({ page: 1, items: [{ ...item(0), price: 1234 }] })
    await nextTick()
    expect(comparison.compared[0]?.price).toBe(1234)
    products.shown = productPage({ page: 2 })
    await nextTick()
    expect(compared()).toEqual([0, 1].map((at) => item(at).id))
  })

  it('shows products as the list in one piece has them by now, whichever stretches of it come together', () => {
    const list = useContinuousList()
    comparison.show([0, 1].map(item))
    list.latest = productPage({ page: 1, items: [{ ...item(0), price: 1234 }] })
    list.latest = productPage({ page: 2, items: [{ ...item(1), price: 5678 }] })
    expect(comparison.compared.map(({ price }) => price)).toEqual([1234, 5678])
  })
})
