import { flushPromises } from '@vue/test-utils'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Product } from '../../../../../../electron/contract/product'
import { emptyQuery, noFilters } from '../../../../../../electron/contract/empty-query'
import { fail, ok } from '../../../../../../electron/contract/failure'
import { heldBy, useSelection } from '../../../../../../renderer/features/catalog/selecting/selection'
import { product, productPage } from '../../products/table/builders'
import { sitInMainProcess, type MainProcess } from '../../../support/fake-bridge'
import { openConnection, startStores } from '../../../support/stores'

let main: MainProcess
let selection: ReturnType<typeof useSelection>
beforeEach(() => {
  main = sitInMainProcess()
  startStores()
  selection = useSelection()
  selection.follow(emptyQuery)
})

const numbered = (count: number): Product[] =>
  Array.from({ length: count }, (_, at) =>
    product({ id: `p-${at + 1}`, contentFingerprint: `seen-${at + 1}` })
  )
const ids = (): string[] => {
  const marked = selection.asMarked()
  return marked && 'products' in marked ? marked.products.map(({ id }) => id) : []
}

describe('a whole list', () => {
  it('has what the copy holds of it, whatever the store says that there is', () => {
    const coverage = { ...productPage().coverage, here: 300, products: 298, state: 'partial' as const }
    const page = productPage({ coverage, totalItems: 1240 })
    expect(heldBy(page, emptyQuery)).toBe(298)
    expect(heldBy({ ...page, totalItems: 12 }, { ...emptyQuery, search: 'bowl' })).toBe(12)
  })
})

describe('the selection', () => {
  it('names products as they were seen when they were chosen', () => {
    selection.toggle(product({ contentFingerprint: 'blue' }), 0, [])
    selection.look(() => [product({ contentFingerprint: 'red' })])
    expect(selection.asMarked()).toEqual({ products: [{ id: 'p-1', contentFingerprint: 'blue' }] })
    selection.toggle(product(), 0, [])
    expect(selection.asMarked()).toBeNull()
    selection.toggle(product({ contentFingerprint: 'red' }), 0, [])
    expect(selection.asMarked()).toEqual({ products: [{ id: 'p-1', contentFingerprint: 'red' }] })
  })

  it('names what a mark has left over as it is in sight, and as it was before while it is not', () => {
    selection.add(numbered(3))
    selection.lend()(['p-1', 'p-2'], true)
    selection.look(() => [product({ id: 'p-2', contentFingerprint: 'new' })])
    expect(selection.asMarked()).toEqual({
      products: [
        { id: 'p-1', contentFingerprint: 'seen-1' },
        { id: 'p-2', contentFingerprint: 'new' }
      ]
    })
  })

  it('keeps of its products in another list those that are there too, and tells how many are not', async () => {
    selection.add(numbered(3))
    // Typed letter by letter.
    selection.follow({ ...emptyQuery, search: 'b' })
    expect(ids()).toEqual([])
    selection.follow({ ...emptyQuery, search: 'bo' })
    const [first, second] = main.asked('products:listed')
    await first?.answer(ok(['p-1', 'p-2']))
    expect([ids(), selection.dropped]).toEqual([[], null])
    await second?.answer(ok(['p-2']))
    expect(ids()).toEqual(['p-2'])
    expect(selection.dropped).toEqual({ count: 2 })
    selection.follow({ ...emptyQuery, search: 'bow' })
    await main.last('products:listed').answer(ok(['p-2']))
    expect([ids(), selection.dropped], 'further letters take back no word').toEqual([['p-2'], { count: 2 }])
  })

  it('is told of as a whole where a whole list was selected, or the catalog cannot tell what is left', async () => {
    main.always('products:listed', () => fail('storage-failed'))
    selection.addWhole(7)
    selection.follow({ ...emptyQuery, search: 'b' })
    expect([selection.isEmpty, selection.dropped]).toEqual([true, { count: 7 }])
    selection.add(numbered(2))
    selection.follow(emptyQuery)
    await flushPromises()
    expect([selection.isEmpty, selection.dropped]).toEqual([true, { count: 2 }])
  })

  it('stays in another order, and goes with another search, filter or store that has none of it', () => {
    main.always('products:listed', () => ok([]))
    const again = (): void => selection.add(numbered(2))
    again()
    selection.follow({ ...emptyQuery, sort: { by: 'price', descending: true } })
    expect(selection.count).toBe(2)
    selection.follow({ ...emptyQuery, search: 'bowl' })
    expect(selection.isEmpty).toBe(true)
    again()
    selection.follow({ ...emptyQuery, filters: { ...noFilters, review: ['approved'] } })
    expect(selection.isEmpty).toBe(true)
    again()
    openConnection('other')
    selection.follow(emptyQuery)
    expect(selection.isEmpty).toBe(true)
  })

  it('grows and shrinks with a range, and leaves alone what was chosen before', () => {
    const rows = numbered(6)
    selection.add(rows.slice(5))
    selection.toggle(product({ id: 'p-2' }), 1, [])
    selection.extend(rows.slice(1, 5))
    expect(ids()).toEqual(['p-6', 'p-2', 'p-3', 'p-4', 'p-5'])
    selection.extend(rows.slice(1, 3))
    expect(ids().sort()).toEqual(['p-2', 'p-3', 'p-6'])
    selection.extend(rows.slice(0, 2))
    expect(ids().sort()).toEqual(['p-1', 'p-2', 'p-6'])
  })

  it('has room for a thousand products by name, and says so', () => {
    selection.add(numbered(1001))
    expect(selection.count).toBe(1000)
    expect(selection.wasFull).toBe(true)
    selection.remove(['p-1'])
    expect(selection.wasFull).toBe(false)
  })

  it('of a whole list is that list, and the number that was told of it', () => {
    selection.add(numbered(3))
    selection.addWhole(1240)
    expect(selection.count).toBe(1240)
    expect(selection.asMarked()).toEqual({ productQuery: emptyQuery, count: 1240 })
    expect(selection.has('whichever')).toBe(true)
  })

  it('of a whole list follows what that list holds, in whatever order, and goes with it', () => {
    selection.addWhole(1240)
    selection.recount({ ...emptyQuery, sort: { by: 'name', descending: false } }, 1250)
    expect(selection.asMarked()).toMatchObject({ count: 1250 })
    selection.recount({ ...emptyQuery, search: 'bowl' }, 7)
    expect(selection.count).toBe(1250)
    selection.recount(emptyQuery, 0)
    expect(selection.asMarked()).toBeNull()
    selection.recount(emptyQuery, 3)
    expect(selection.isEmpty).toBe(true)
  })

  it('of a whole list becomes that of the page when one of it is taken out', () => {
    selection.addWhole(1240)
    selection.toggle(product({ id: 'p-2' }), 1, numbered(3))
    expect(ids()).toEqual(['p-1', 'p-3'])
  })

  it('lets go of what its list does not hold anymore, after a sync or a review', async () => {
    const list = { ...emptyQuery, filters: { ...noFilters, priceTo: 20 } }
    selection.follow(list)
    selection.add(numbered(4))
    main.emit('catalog:changed', { connectionId: 'other' })
    expect(main.asked('products:listed')).toEqual([])
    main.emit('catalog:changed', { connectionId: 'shop' })
    const { input, answer } = main.last('products:listed')
    expect(input).toEqual({ connectionId: 'shop', productQuery: list, ids: ['p-1', 'p-2', 'p-3', 'p-4'] })
    selection.add([product({ id: 'later' })])
    await answer(ok(['p-1', 'p-3', 'p-4']))
    expect(ids()).toEqual(['p-1', 'p-3', 'p-4', 'later'])
    expect(selection.dropped, 'a sync that takes products away is told of').toEqual({ count: 1 })
    main.always('products:listed', () => ok(['p-3']))
    main.emit('reviews:changed', { connectionId: 'shop', productIds: ['p-1', 'p-4'] })
    await flushPromises()
    expect(ids()).toEqual(['p-3'])
    expect(selection.dropped, 'what came of a mark is told where it is set').toEqual({ count: 1 })
  })

  it('stays as it is where the copy cannot tell, and where another list was begun meanwhile', async () => {
    selection.add(numbered(2))
    main.emit('catalog:changed', { connectionId: 'shop' })
    await main.last('products:listed').answer(fail('storage-failed'))
    expect(selection.count).toBe(2)
    main.emit('catalog:changed', { connectionId: 'shop' })
    selection.follow({ ...emptyQuery, search: 'bowl' })
    selection.add(numbered(2))
    await main.last('products:listed').answer(ok([]))
    expect(selection.count).toBe(2)
  })

  it('keeps those that are to be looked at again', () => {
    selection.add(numbered(3))
    selection.lend()(['p-3', 'unknown'], true)
    expect(ids()).toEqual(['p-3'])
  })
})
