import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openForWriting } from '../../../../electron/catalog/db/open'
import { item, items } from '../../catalog/writing-side'
import { tries } from '../../../support/property-tries'
import { firstPage, line, openPast, type Past } from './past'

async function differences(
  { history }: Past,
  before: number | null,
  after: number | null
): Promise<string[]> {
  const question = { before, after, kinds: [], leastPercent: null, ...firstPage }
  return (await history.compareRuns(question)).changes.map(line)
}

describe('two runs', () => {
  it('differ by what was not taken back between them', async () => {
    const past = openPast()
    await past.side.sync([item('a', { price: 1 }), ...items('b', 'c')])
    await past.side.sync([item('a', { price: 2 }), ...items('c', 'd')])
    await past.side.sync([item('a', { price: 1 }), item('b', { name: 'Other' }), ...items('d')])
    expect(await differences(past, 1, 2)).toEqual(['a price 1 → 2', 'b gone', 'd new'])
    expect(await differences(past, 2, 3)).toEqual([
      'a price 2 → 1',
      'b back',
      'b name Name of b → Other',
      'c gone'
    ])
    expect(await differences(past, 1, 3)).toEqual(['b name Name of b → Other', 'c gone', 'd new'])
    expect(await differences(past, 1, 1)).toEqual([])
  })

  it('are compared backwards too', async () => {
    const past = openPast()
    await past.side.sync(items('a', 'b'))
    await past.side.sync([item('a', { price: 2 }), ...items('c')])
    expect(await differences(past, 2, 1)).toEqual(['a price 2 → 1', 'b back', 'c gone'])
  })

  it('may be the present state, with what was met since the last run', async () => {
    const past = openPast()
    await past.side.sync(items('a', 'b'))
    await past.side.sync([item('a', { price: 2 }), ...items('b')])
    expect(await differences(past, 1, null)).toEqual(['a price 1 → 2'])
  })

  it('say by how many percent a price differs in all, and are narrowed by that', async () => {
    const past = openPast()
    for (const price of [100, 90, 50]) await past.side.sync([item('a', { price }), item('b', { price })])
    const question = { before: 1, after: 3, kinds: [], ...firstPage }
    const { changes } = await past.history.compareRuns({ ...question, leastPercent: 50 })
    expect(changes.map(({ percent }) => percent)).toEqual([-50, -50])
    const none = await past.history.compareRuns({ ...question, leastPercent: 51 })
    expect([none.total, none.counts.price]).toEqual([0, 0])
  })

  it('say that differences are missing where the first changes were dropped', async () => {
    const past = openPast()
    await past.side.sync(items('a'))
    await past.side.sync([item('a', { price: 2 })])
    await past.side.sync([item('a', { price: 3 })])
    const question = { before: 1, after: null, kinds: [], leastPercent: null, ...firstPage }
    expect((await past.history.compareRuns(question)).isCut).toBe(false)
    const { run } = past.side.begin()
    const db = openForWriting(past.side.file)
    db.exec('DELETE FROM change WHERE number = 1')
    db.close()
    await past.side.finish(run, { outcome: 'stopped' })
    expect((await past.history.compareRuns(question)).isCut).toBe(true)
    expect((await past.history.compareRuns({ ...question, before: 3 })).isCut).toBe(false)
  })

  it('differ, after any history, by exactly what the two lists that were read differ by', async () => {
    const entry = fc.record({
      id: fc.integer({ min: 1, max: 8 }),
      price: fc.constantFrom(null, 1, 2),
      name: fc.constantFrom('one', 'two'),
      image: fc.constantFrom(null, 'https://i.example/1')
    })
    const list = fc.uniqueArray(entry, { minLength: 1, maxLength: 8, selector: ({ id }) => id })
    await fc.assert(
      fc.asyncProperty(
        fc.array(list, { minLength: 2, maxLength: 6 }),
        fc.nat(),
        fc.nat(),
        async (lists, one, other) => {
          const past = openPast()
          for (const each of lists) {
            await past.side.sync(each.map(({ id, ...values }) => item(`p${id}`, values)))
          }
          const [before, after] = [one % lists.length, other % lists.length]
          const found = await differences(past, before + 1, after + 1)
          const known = new Set(lists.slice(0, before + 1).flatMap((each) => each.map(({ id }) => id)))
          const expected = naive(lists[before] ?? [], lists[after] ?? [])
          const isNew = (text: string): boolean => !known.has(Number(/\d+/.exec(text)?.[0]))
          const named = expected.map((text) =>
            text.endsWith(' came') ? text.replace('came', isNew(text) ? 'new' : 'back') : text
          )
          // What the copy knew of a product that was not listed is of when it last was.
          const comparable = found.filter((text) => {
            const id = text.split(' ')[0] ?? ''
            return !found.includes(`${id} back`) || text === `${id} back`
          })
          expect(comparable.sort()).toEqual(named.sort())
        }
      ),
      { numRuns: tries(60) }
    )
  }, 180_000)
})

interface Entry {
  id: number
  price: number | null
  name: string
  image: string | null
}

/** What is different between two lists, the simple way; `came` for what the second has alone. */
function naive(before: Entry[], after: Entry[]): string[] {
  const text = (value: string | number | null): string => (value === null ? 'none' : String(value))
  const gone = before.filter(({ id }) => !after.some((each) => each.id === id)).map(({ id }) => `p${id} gone`)
  const others = after.flatMap((now) => {
    const was = before.find(({ id }) => id === now.id)
    if (was === undefined) return [`p${now.id} came`]
    return (['price', 'name', 'image'] as const)
      .filter((field) => was[field] !== now[field])
      .map((field) => `p${now.id} ${field} ${text(was[field])} → ${text(now[field])}`)
  })
  return [...gone, ...others]
}
