import fc from 'fast-check'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { effectScope } from 'vue'
import { fail, ok } from '../../../../../electron/contract/failure'
import type { ProductQuery } from '../../../../../electron/contract/product-query'
import type { ProductPage } from '../../../../../electron/contract/product'
import { BlockCache, slotsOf } from '../../../../../renderer/shared/data/block-cache'
import { useContinuousList } from '../../../../../renderer/features/catalog/infinite-list'
import { emptyQuery } from '../../../../../electron/contract/empty-query'
import { product, productPage } from '../products/table/builders'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { openConnection, startStores } from '../../support/stores'

const searched: ProductQuery = { ...emptyQuery, search: 'bowl' }
let main: MainProcess
let list: ReturnType<typeof useContinuousList>

beforeEach(() => {
  main = sitInMainProcess()
  startStores()
  list = useContinuousList()
})

const pagesAsked = (): number[] => main.asked('products:page').map(({ input }) => input.page)

/** A block of a list of a million products. */
function block(page: number, changes: Partial<ProductPage> = {}): ProductPage {
  const items = Array.from({ length: 100 }, (_, at) => {
    const position = (page - 1) * 100 + at + 1
    return product({ id: `p-${position}`, position })
  })
  return productPage({ page, limit: 100, items, totalItems: 1_000_000, ...changes })
}

/** Opens the whole list and answers its first question. */
async function openList(changes: Partial<ProductPage> = {}): Promise<void> {
  list.open(emptyQuery)
  await main.last('products:page').answer(ok(block(1, changes)))
}

describe('a continuous list', () => {
  it('asks for its first hundred rows, and then knows how long it is', async () => {
    list.open(searched)
    expect(main.last('products:page').input).toMatchObject({
      connectionId: 'shop',
      page: 1,
      limit: 100,
      from: 'copy',
      productQuery: { search: 'bowl' }
    })
    await main.last('products:page').answer(ok(block(1)))
    expect(list.count).toBe(1_000_000)
    expect(list.productAt(99)?.id).toBe('p-100')
    expect(list.slotAt(100)).toBeUndefined()
  })

  it('reads what is looked at, and that only once', async () => {
    await openList()
    list.look(95, 130)
    await main.last('products:page').answer(ok(block(2)))
    list.look(90, 125)
    expect(pagesAsked()).toEqual([1, 2])
    expect(list.productAt(124)?.id).toBe('p-125')
  })

  it('drops what nobody looks at anymore before it was asked', async () => {
    await openList()
    list.look(250, 380)
    expect(pagesAsked()).toEqual([1, 3, 4])
    list.look(5_000, 5_030)
    list.look(90_000, 90_030)
    expect(pagesAsked()).toEqual([1, 3, 4])
    await main.last('products:page').answer(ok(block(4)))
    expect(pagesAsked()).toEqual([1, 3, 4, 901])
  })

  it('keeps a few dozen blocks, however far it is scrolled', async () => {
    await openList()
    for (let page = 2; page <= 60; page += 1) {
      list.look((page - 1) * 100, page * 100)
      await main.last('products:page').answer(ok(block(page)))
    }
    const here = Array.from({ length: 60 }, (_, at) => list.productAt(at * 100) !== null)
    expect(here.filter(Boolean)).toHaveLength(36)
    expect(here.lastIndexOf(false)).toBe(23)
  })

  it('ignores answers of the list before', async () => {
    list.open(emptyQuery)
    const late = main.last('products:page')
    list.open(searched)
    await main.last('products:page').answer(ok(block(1, { totalItems: 7, items: [product({ id: 'bowl' })] })))
    await late.answer(ok(block(1)))
    expect(list.count).toBe(7)
    expect(list.productAt(0)?.id).toBe('bowl')
  })

  it('leaves the rows of the list before until those of the new one are here', async () => {
    await openList()
    const turn = list.turn
    list.open(searched)
    expect(list.productAt(0)?.id).toBe('p-1')
    expect(list.turn).toBe(turn)
    await main.last('products:page').answer(ok(block(1, { totalItems: 0, items: [] })))
    expect(list.turn).toBe(turn + 1)
    expect(list.count).toBe(0)
    expect(list.slotAt(0)).toBeNull()
  })

  it('has nothing beyond its end, also of what was read while it was longer', async () => {
    const answer = (page: number, changes: Partial<ProductPage>): Promise<void> | undefined =>
      main
        .asked('products:page')
        .findLast(({ input }) => input.page === page)
        ?.answer(ok(block(page, changes)))
    await openList({ totalItems: 240 })
    list.look(150, 240)
    await answer(2, { totalItems: 240 })
    await answer(3, { totalItems: 240, items: block(3).items.slice(0, 40) })
    expect(list.productAt(239)?.id).toBe('p-240')
    list.refresh()
    await answer(2, { totalItems: 239 })
    expect(list.count).toBe(239)
    expect(list.productAt(239)).toBeNull()
    expect(list.productAt(238)?.id).toBe('p-239')
  })

  it('takes the rows of another connection down at once', async () => {
    await openList()
    openConnection('other')
    list.open(emptyQuery)
    expect(list.count).toBe(0)
    expect(list.productAt(0)).toBeNull()
  })

  it('fault 42: follows a store that gives fewer rows at a time than asked for', async () => {
    const items = Array.from({ length: 40 }, (_, at) => product({ id: `c-${at + 1}`, position: at + 1 }))
    await openList({ pageSize: 40, items, totalItems: 90 })
    expect(list.productAt(39)?.id).toBe('c-40')
    list.look(30, 60)
    expect(main.last('products:page').input.page).toBe(2)
  })

  it('fault 39: goes on as long as rows come where the store does not say how many there are', async () => {
    await openList({ totalItems: null, totalPages: null })
    expect(list.count).toBe(200)
    list.look(100, 130)
    await main
      .last('products:page')
      .answer(ok(block(2, { totalItems: null, items: [product({ position: 101 })] })))
    expect(list.count).toBe(101)
  })
})

describe('the copy behind a continuous list', () => {
  let scope = effectScope()
  beforeEach(async () => {
    scope = effectScope()
    scope.run(list.followChanges)
    await openList()
  })

  it('changes: what is looked at is read again while it stays in sight', async () => {
    list.look(0, 30)
    main.emit('catalog:changed', { connectionId: 'shop' })
    expect(pagesAsked()).toEqual([1, 1])
    expect(list.productAt(0)?.id).toBe('p-1')
    await main.last('products:page').answer(ok(block(1, { items: [product({ id: 'new' })] })))
    expect(list.productAt(0)?.id).toBe('new')
    scope.stop()
  })

  it('changes while it is read: then it is read once more', async () => {
    list.look(100, 130)
    const question = main.last('products:page')
    main.emit('catalog:changed', { connectionId: 'shop' })
    await question.answer(ok(block(2)))
    expect(pagesAsked()).toEqual([1, 2, 2])
    scope.stop()
  })

  it('of another connection is none of its business', () => {
    main.emit('catalog:changed', { connectionId: 'other' })
    expect(pagesAsked()).toEqual([1])
    scope.stop()
    main.emit('catalog:changed', { connectionId: 'shop' })
    expect(pagesAsked()).toEqual([1])
  })

  it('fault 1: has gaps without network; they are said, not asked for again and again, and filled when it is back', async () => {
    list.look(100, 130)
    await main.last('products:page').answer(fail('offline'))
    expect(list.failed?.code).toBe('offline')
    list.look(101, 131)
    expect(pagesAsked()).toEqual([1, 2])
    main.emit('network:changed', { connectionId: 'shop', state: 'online', because: null, since: null })
    await main.last('products:page').answer(ok(block(2)))
    expect(list.failed).toBeNull()
    expect(list.productAt(100)?.id).toBe('p-101')
    scope.stop()
  })

  it('is asked again where another question took its place, and not told of as canceled', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    list.look(100, 130)
    for (const asked of [2, 3]) {
      await main.last('products:page').answer(fail('cancelled'))
      expect(list.failed).toBeNull()
      expect(pagesAsked()).toHaveLength(asked)
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(pagesAsked()).toEqual([1, 2, 2, 2])
    await main.last('products:page').answer(ok(block(2)))
    expect(list.productAt(100)?.id).toBe('p-101')
    await vi.advanceTimersByTimeAsync(1000)
    expect(pagesAsked()).toHaveLength(4)
    scope.stop()
  })

  it('is gone round when a person asks for the store’s own rows', () => {
    list.refresh('store')
    expect(main.last('products:page').input).toMatchObject({ page: 1, from: 'store' })
    scope.stop()
  })
})

describe('the places of a page', () => {
  const item = (position: number) => ({ position, reason: 'id-missing' as const, id: '', name: '' })

  it('fault 46: of the whole list hold items set aside where the store has them', () => {
    const page = productPage({
      page: 2,
      pageSize: 4,
      items: [product({ position: 5 }), product({ position: 8 })],
      setAside: [item(6)]
    })
    expect(slotsOf(page, true).map((slot) => slot?.position ?? null)).toEqual([5, 6, null, 8])
  })

  it('of a page that does not say where its products stand are taken in order', () => {
    const items = [product({ id: 'a', position: null }), product({ id: 'b', position: null })]
    const slots = slotsOf(productPage({ page: 1, pageSize: 4, items, setAside: [item(1)] }), true)
    expect(slots.map((slot) => (slot && 'flags' in slot ? slot.id : 'aside'))).toEqual(['aside', 'a', 'b'])
  })

  it('of a narrowed list are in the order of the answer', () => {
    const items = [product({ id: 'a', position: 900 }), product({ id: 'b', position: 2 })]
    expect(slotsOf(productPage({ items }), false)).toEqual(items)
  })
})

describe('the cache of blocks', () => {
  it('never holds more than it may, and always what was looked at last', () => {
    const page = productPage()
    fc.assert(
      fc.property(fc.array(fc.nat(50), { minLength: 1 }), fc.integer({ min: 1, max: 8 }), (numbers, most) => {
        const cache = new BlockCache(most)
        for (const number of numbers) {
          if (cache.get(number)) cache.touch(number)
          else cache.set(number, { page, slots: [], stale: false })
        }
        expect(cache.size).toBeLessThanOrEqual(most)
        const last = [...new Set(numbers.reverse())].slice(0, most)
        expect(last.every((number) => cache.get(number) !== undefined)).toBe(true)
      })
    )
  })
})
