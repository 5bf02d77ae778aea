import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { insertedProduct, isChanged, productAt, type BenchProduct } from '../../bench/catalog/catalog-maker'
import { PageBodies, type Variant } from '../../bench/catalog/page-bodies'
import { readTarget, storePath } from '../../bench/catalog/store-path'

interface Body {
  status: number
  data: { items: BenchProduct[]; currentPage: number; totalPages: number; totalItems: number }
}

const count = 1050
const bodies = new PageBodies(count)
const first = Array.from({ length: count }, (_, index) => productAt(index))

function page(number: number, limit: number, variant: Variant = 'same'): Body {
  const parts = bodies.body({ variant, count, page: number, limit })
  return JSON.parse(Buffer.concat(parts).toString()) as Body
}

function whole(limit: number, variant: Variant): BenchProduct[] {
  const { totalPages } = page(1, limit, variant).data
  return Array.from({ length: totalPages }, (_, at) => page(at + 1, limit, variant).data.items).flat()
}

describe("the bench's catalog", () => {
  it('is the same on every machine', () => {
    const hash = createHash('sha256').update(JSON.stringify(first)).digest('hex')
    expect(hash).toBe('ec084c27e74e5898e60a23843671db5a633ea10460a8173f7d07cafba47e971b')
  })

  it('gives every product an id of its own', () => {
    const ids = new Set(Array.from({ length: 50_000 }, (_, index) => productAt(index).id))
    expect(ids.size).toBe(50_000)
  })

  it('has descriptions of about 200 characters, and some products without price, description or picture', () => {
    const lengths = first.flatMap(({ description }) => description?.length ?? [])
    const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
    expect(mean).toBeGreaterThan(190)
    expect(mean).toBeLessThan(215)
    for (const field of ['price', 'description', 'image'] as const) {
      const missing = first.filter((product) => product[field] === undefined).length
      expect(missing, field).toBeGreaterThan(0)
      expect(missing, field).toBeLessThan(count / 10)
    }
  })

  it('uses few words often and most words seldom, with accents and Chinese characters among them', () => {
    const uses = new Map<string, number>()
    for (const word of first.flatMap(({ name }) => name.toLowerCase().split(' '))) {
      uses.set(word, (uses.get(word) ?? 0) + 1)
    }
    const counts = [...uses.values()].sort((a, b) => b - a)
    expect(counts[0]).toBeGreaterThan(count / 10)
    expect(counts.filter((times) => times < 3).length).toBeGreaterThan(counts.length / 2)
    expect([...uses.keys()].some((word) => /\p{Script=Han}/u.test(word))).toBe(true)
    expect([...uses.keys()].some((word) => /[à-ž]/.test(word))).toBe(true)
  })
})

describe("the bench's pages", () => {
  it.each([100, 500])('hold the whole catalog in order at %i a page', (limit) => {
    expect(whole(limit, 'same')).toEqual(first)
  })

  it('say which page they are and how many there are', () => {
    const { data } = page(11, 100)
    expect(data).toMatchObject({ currentPage: 11, totalPages: 11, totalItems: count })
    expect(data.items).toHaveLength(50)
    expect(page(12, 100).data.items).toEqual([])
  })

  it('can have one product inserted at the top', () => {
    expect(whole(100, 'inserted')).toEqual([insertedProduct, ...first])
  })

  it('can have 1 % of the products changed, with the same ids', () => {
    const changed = whole(500, 'changed')
    expect(changed.map(({ id }) => id)).toEqual(first.map(({ id }) => id))
    const different = changed.flatMap((product, index) =>
      JSON.stringify(product) === JSON.stringify(first[index]) ? [] : [index]
    )
    expect(different).toEqual(first.map((_, index) => index).filter(isChanged))
  })
})

describe("a bench store's address", () => {
  it('says what the store is like, and its cap bounds the page', () => {
    const shape = { count: 1000, cap: 100, latency: 30, variant: 'changed' } as const
    const target = `${storePath(shape)}/api/public/products?pageNo=3&limit=500`
    expect(readTarget(target)).toEqual({ ...shape, page: 3, limit: 100 })
    expect(readTarget('/pictures/1.jpg')).toBeNull()
  })
})
