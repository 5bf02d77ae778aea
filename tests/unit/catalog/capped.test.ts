import { expect, it } from 'vitest'
import { readRawAnswer } from '../../../electron/api/parse-answer'
import { createProductService, type ProductService } from '../../../electron/catalog/product-service'
import { emptyQuery } from '../../../electron/contract/empty-query'
import { fail, ok } from '../../../electron/contract/failure'
import { startBench, type Bench } from '../sync/fixture'

/** What a person looks at of the store of a sync, with what the store is asked for: `page/limit`. */
function lookAt(bench: Bench): {
  look: (page: number, limit?: number) => Promise<string[]>
  asked: string[]
} {
  const asked: string[] = []
  const catalog: ProductService = createProductService({
    addressOf: () => ({ baseUrl: 'https://store.example', apiPath: '/api/public/products' }),
    credentialsOf: () => Promise.resolve(ok(bench.credentials)),
    client: {
      fetchPage({ page, limit }) {
        asked.push(`${page}/${limit}`)
        const answer = bench.store.pageNow(page, limit)
        return Promise.resolve(answer.ok ? readRawAnswer(answer.value) : answer)
      }
    },
    catalog: {
      ...bench.copy,
      // What the store says is what is looked at.
      read: () => Promise.resolve(fail('internal')),
      watch: () => undefined,
      products: () => Promise.resolve(ok([])),
      listed: () => Promise.resolve(ok([])),
      place: () => Promise.resolve(ok(null))
    },
    onReached: () => undefined,
    onDrop: () => undefined,
    registerPicture: () => ({ token: 'A'.repeat(43), host: '' })
  })
  return {
    asked,
    async look(page, limit = 25) {
      const answer = await catalog.page({
        connectionId: 'c',
        page,
        limit,
        productQuery: emptyQuery,
        from: 'store'
      })
      await bench.time.pass(100)
      return answer.ok ? answer.value.items.map(({ id }) => id) : []
    }
  }
}

const ids = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `P-${from + index}`)

it.each(['none', 'nonsense', 'pages', 'both'] as const)(
  'fault 39, 42: a page of a store that caps its pages, with totals: %s, is what stands there, and the copy stays as it was',
  async (totals) => {
    const bench = startBench({ products: 100, cap: 8, totals })
    const { look } = lookAt(bench)
    // Before the first sync nobody can know.
    await look(1)
    await bench.sync()
    const before = bench.copy.contents()
    expect(before).toEqual(bench.store.contents())
    for (const page of [2, 4, 3, 1]) {
      expect(await look(page)).toEqual(ids((page - 1) * 25 + 1, page * 25))
      expect(bench.copy.contents()).toEqual(before)
    }
  }
)

it('a short list without totals is not taken for a store that caps its pages', async () => {
  const bench = startBench({ products: 3, totals: 'none' })
  await bench.sync()
  const { look, asked } = lookAt(bench)
  bench.store.apply({ kind: 'insert', where: 1, to: 0, count: 40 })
  expect(await look(1)).toHaveLength(25)
  expect(await look(2)).toHaveLength(18)
  expect(asked.slice(0, 2)).toEqual(['1/25', '2/25'])
  expect(bench.copy.contents()).toEqual(bench.store.contents())
})

it('fault 27, 42: a store that refuses large pages is asked for those of its sync, and is not capped anymore once it gives larger ones', async () => {
  const bench = startBench({ products: 120, totals: 'none', refusesAbove: { limit: 50, status: 413 } })
  await bench.sync()
  const { look } = lookAt(bench)
  expect(await look(2, 60)).toEqual(ids(61, 120))
  bench.store.nature.refusesAbove = null
  await bench.sync()
  expect(await bench.copy.facts('c')).toMatchObject({ value: { pageCap: null } })
  expect(bench.copy.contents()).toEqual(bench.store.contents())
})
