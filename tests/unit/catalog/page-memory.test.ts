import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { StorePage } from '../../../electron/api/types'
import { createPageMemory, type RememberedPage } from '../../../electron/catalog/page-memory'

const remembered = (page: number, items: number, description: string | null = null): RememberedPage => ({
  fetchedAt: page,
  page: {
    form: 'short',
    page,
    limit: 25,
    pageSize: 25,
    items: Array.from({ length: items }, (_, index) => ({
      id: String(index),
      name: '',
      price: null,
      description,
      image: null,
      flags: []
    })),
    setAside: [],
    totalItems: null,
    totalPages: null,
    oddities: []
  } satisfies StorePage
})
const key = (page: number, connectionId = 'shop') => ({ connectionId, page, limit: 25 })

it('a page is remembered by connection, number and size', () => {
  const memory = createPageMemory()
  memory.put(key(1), remembered(1, 2))
  expect(memory.get(key(1))).toEqual(remembered(1, 2))
  expect(memory.get(key(2))).toBeNull()
  expect(memory.get({ ...key(1), limit: 50 })).toBeNull()
  expect(memory.get(key(1, 'other'))).toBeNull()
})

it('forgetting a connection forgets no other, also one whose id begins alike', () => {
  const memory = createPageMemory()
  memory.put(key(1, 'shop'), remembered(1, 2))
  memory.put(key(1, 'shop-2'), remembered(1, 2))
  memory.forget('shop')
  expect(memory.get(key(1, 'shop'))).toBeNull()
  expect(memory.get(key(1, 'shop-2'))).not.toBeNull()
})

it('what was not looked at for longest goes first', () => {
  const memory = createPageMemory(33)
  for (const page of [1, 2, 3]) memory.put(key(page), remembered(page, 10))
  memory.get(key(1))
  memory.put(key(4), remembered(4, 10))
  expect([1, 2, 3, 4].filter((page) => memory.get(key(page)))).toEqual([1, 3, 4])
})

it('long texts count, so that a store full of them does not fill the memory', () => {
  const memory = createPageMemory(20_000, 1_000_000)
  for (const page of [1, 2, 3, 4]) memory.put(key(page), remembered(page, 20, 'x'.repeat(20_000)))
  expect([1, 2, 3, 4].filter((page) => memory.get(key(page)))).toEqual([3, 4])
})

it('it never holds more products than it may, except one page that is larger by itself', () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 40 })))
  fc.assert(
    fc.property(steps, (puts) => {
      const memory = createPageMemory(30)
      for (const [page, items] of puts) {
        memory.put(key(page), remembered(page, items))
        expect(memory.get(key(page))?.page.items).toHaveLength(items)
        const held = Array.from({ length: 9 }, (_, index) => memory.get(key(index + 1))).filter(
          (found) => found
        )
        const sum = held.reduce((total, found) => total + (found?.page.items.length ?? 0) + 1, 0)
        expect(held.length === 1 || sum <= 30).toBe(true)
      }
    })
  )
})
