import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testFolder } from '../../support/folder'
import { tries } from '../../support/property-tries'
import { item, openWriter, rawPage, rawPages, storePage, type Item, type WritingSide } from './writing-side'

/** Few ids, so that lists share products; few names, so that the same id now and then says the same. */
const entry = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .record({ id: fc.integer({ min: 1, max: 14 }), name: fc.integer({ min: 1, max: 3 }) })
      .map(({ id, name }) => item(`p${id}`, { name: `n${name}` }))
  },
  { weight: 1, arbitrary: fc.constant<Item>(null) }
)
const list = fc.array(entry, { minLength: 1, maxLength: 12 })
const page = fc.record({ list, page: fc.integer({ min: 1, max: 6 }), limit: fc.integer({ min: 1, max: 5 }) })

type Step =
  { kind: 'save' | 'read'; list: Item[]; page: number; limit: number } | { kind: 'reopen' | 'begin' | 'stop' }
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: page.map((what) => ({ kind: 'save' as const, ...what })) },
  { weight: 6, arbitrary: page.map((what) => ({ kind: 'read' as const, ...what })) },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ kind: 'reopen' }, { kind: 'begin' }, { kind: 'stop' }) }
)

async function apply(side: WritingSide, steps: Step[]): Promise<void> {
  for (const what of steps) {
    const { run } =
      what.kind === 'begin' || what.kind === 'read' || what.kind === 'stop' ? side.begin() : { run: 0 }
    if (what.kind === 'reopen') side.reopen()
    else if (what.kind === 'stop') await side.finish(run, { outcome: 'stopped' })
    else if (what.kind === 'read') side.commit(run, [rawPage(what.list, what.page, what.limit)])
    else if (what.kind === 'save') side.save(storePage(rawPage(what.list, what.page, what.limit)))
  }
}

/** What a copy of exactly this list looks like. */
function expected(list: Item[]): { places: string[]; products: Record<string, unknown> } {
  const products: Record<string, unknown> = {}
  const places = list.map((entry) => {
    if (entry === null) return '!not-an-object'
    const { id, name } = entry as { id: string; name: string }
    products[id] ??= name
    return products[id] === name ? id : `${id}=${name}`
  })
  return { places, products }
}

describe('after any history', () => {
  it('a run that reads every page of a list that stands still ends with exactly that list', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 6 }),
        list,
        fc.integer({ min: 1, max: 5 }),
        fc.infiniteStream(fc.nat()),
        fc.boolean(),
        async (steps, final, limit, order, reopens) => {
          const side = openWriter(testFolder())
          await apply(side, steps)
          const { run } = side.begin()
          const pages = rawPages(final, limit)
          while (pages.length > 0) {
            const [next] = pages.splice((order.next().value ?? 0) % pages.length, 1)
            if (next !== undefined) side.commit(run, [next])
            if (reopens) side.reopen()
          }
          const { places, products } = expected(final)
          const before = side.rows('SELECT id FROM product WHERE gone IS NULL').map(({ id }) => id as string)
          expect(side.missing(run, final.length).count).toBe(before.filter((id) => !(id in products)).length)
          const summary = await side.finish(run, { total: final.length })

          expect(side.list()).toEqual(places)
          const listed = side.rows('SELECT id, name FROM product WHERE gone IS NULL')
          expect(Object.fromEntries(listed.map(({ id, name }) => [id, name]))).toEqual(products)
          expect(summary.here).toBe(final.length)
          expect(summary.setAside).toBe(final.filter((entry) => entry === null).length)
          const facts = side.methods.facts('c', null)
          expect(facts).toMatchObject({
            value: { coverage: { state: 'complete', here: final.length, total: final.length } }
          })
        }
      ),
      { numRuns: tries(100) }
    )
  }, 180_000)
})
