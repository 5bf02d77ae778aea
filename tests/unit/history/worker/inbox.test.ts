import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openForWriting } from '../../../../electron/catalog/db/open'
import { migrations } from '../../../../electron/catalog/db/schema'
import type { ChangesFilter } from '../../../../electron/contract/history'
import { migrate } from '../../../../electron/database/open-database'
import { testFolder } from '../../../support/folder'
import { item, items, rawPage, storePage, take } from '../../catalog/writing-side'
import { allChanges, firstPage, line, openPast, type Past } from './past'

const list = async ({ history }: Past, filter: Partial<ChangesFilter> = {}): Promise<string[]> =>
  (await history.changes({ ...allChanges, ...filter, ...firstPage })).changes.map(line)

/** Three runs: the first brings no changes, the second and third some. */
async function threeRuns(): Promise<Past> {
  const past = openPast()
  await past.side.sync(items('a', 'b', 'c', 'd'))
  await past.side.sync([item('a', { price: 1.25 }), ...items('b', 'c', 'e')])
  await past.side.sync([
    item('a', { price: 1.26 }),
    item('b', { name: 'Other', image: null }),
    ...items('d', 'e')
  ])
  return past
}

async function mark(past: Past, ranges: [number, number][], seen = true): Promise<unknown> {
  return take(await past.side.methods.markSeen('c', { ranges, seen }))
}

describe('the inbox', () => {
  it('has nothing after the first run: what was there from the start is not new', async () => {
    const past = openPast()
    await past.side.sync(items('a', 'b'))
    const answer = await past.history.changes({ ...allChanges, ...firstPage })
    expect(answer).toMatchObject({ changes: [], total: 0, groups: [], unseen: 0, newest: 0 })
  })

  it('tells newer runs first, and each run in the order of the list, what went last', async () => {
    const past = await threeRuns()
    expect(await list(past)).toEqual([
      'a price 1.25 → 1.26',
      'b name Name of b → Other',
      'b image https://i.example/b → none',
      'd back',
      'c gone',
      'a price 1 → 1.25',
      'e new',
      'd gone'
    ])
  })

  it('counts what each run brought', async () => {
    const { groups } = await (await threeRuns()).history.changes({ ...allChanges, ...firstPage })
    expect(groups).toEqual([
      {
        ...{ run: 3, startedAt: 1000, outcome: 'complete', total: 5, unseen: 5 },
        counts: { price: 1, name: 1, image: 1, back: 1, gone: 1 }
      },
      {
        ...{ run: 2, startedAt: 1000, outcome: 'complete', total: 3, unseen: 3 },
        counts: { price: 1, new: 1, gone: 1 }
      }
    ])
  })

  it('counts a product that went and came back as often as it did as one, and only while it is gone', async () => {
    const past = await threeRuns()
    expect(await past.history.happenedTo({ kind: 'gone' }), 'd is back').toBe(1)
    await past.side.sync(items('a', 'b', 'e'))
    expect(await past.history.happenedTo({ kind: 'gone' }), 'd went again').toBe(2)
    const { newest } = await past.history.changes({ ...allChanges, ...firstPage })
    await mark(past, [[newest, newest]])
    expect(await past.history.happenedTo({ kind: 'gone' }), 'it is seen that d did').toBe(1)
  })

  it('counts a product whose price jumped twice as one', async () => {
    const past = openPast()
    for (const price of [1, 2, 4]) await past.side.sync([item('a', { price }), ...items('b')])
    expect(await past.history.happenedTo({ kind: 'price', leastPercent: 60 })).toBe(1)
    expect(await past.history.happenedTo({ kind: 'price', leastPercent: 110 })).toBe(0)
  })

  it('is narrowed to kinds, runs and the size of price changes; counts are of all kinds', async () => {
    const past = await threeRuns()
    expect(await list(past, { kinds: ['gone', 'new'] })).toEqual(['c gone', 'e new', 'd gone'])
    expect(await list(past, { toRun: 2, kinds: ['price'] })).toEqual(['a price 1 → 1.25'])
    expect(await list(past, { fromRun: 3, kinds: ['gone'] })).toEqual(['c gone'])
    expect(await list(past, { kinds: ['price'], leastPercent: 25 })).toEqual(['a price 1 → 1.25'])
    const { counts, total } = await past.history.changes({
      ...{ ...allChanges, kinds: ['price'], leastPercent: 10, ...firstPage }
    })
    expect(total).toBe(1)
    expect(counts).toMatchObject({ price: 1, gone: 2, new: 1, back: 1, name: 1, image: 1, description: 0 })
  })

  it('keeps a price that became unknown, however large a change has to be', async () => {
    const past = openPast()
    await past.side.sync([item('a', { price: 0 }), item('b')])
    await past.side.sync([item('a', { price: 5 }), item('b', { price: null })])
    expect(await list(past, { leastPercent: 1000 })).toEqual(['a price 0 → 5', 'b price 1 → none'])
  })

  it('is turned page by page', async () => {
    const { history } = await threeRuns()
    const page = async (offset: number): Promise<string[]> =>
      (await history.changes({ ...allChanges, offset, limit: 3 })).changes.map(line)
    expect((await Promise.all([page(0), page(3), page(6), page(9)])).map(({ length }) => length)).toEqual([
      ...[3, 3, 2, 0]
    ])
  })

  it('grows while a run goes on', async () => {
    const past = await threeRuns()
    await list(past)
    await past.side.sync(items('a'))
    expect((await list(past))[0]).toBe('a price 1.26 → 1')
  })

  it('tells of what a person met between two runs under the run to come', async () => {
    const past = await threeRuns()
    const { side } = past
    side.save({ ...storePageOf('a', 9) })
    const { groups } = await past.history.changes({ ...allChanges, ...firstPage })
    expect(groups[0]).toMatchObject({ run: 4, startedAt: null, outcome: null, counts: { price: 1 } })
  })
})

describe('changes that were seen', () => {
  it('are marked by their numbers, and left out where only unseen ones are asked for', async () => {
    const past = await threeRuns()
    expect(
      await mark(past, [
        [1, 2],
        [7, 7]
      ])
    ).toEqual({
      unseen: 5,
      ranges: [
        [1, 2],
        [7, 7]
      ]
    })
    expect(await list(past, { unseen: true, toRun: 2 })).toEqual(['d gone'])
    const { changes, unseen } = await past.history.changes({ ...allChanges, ...firstPage })
    expect(changes.filter(({ seen }) => seen).map(({ number }) => number)).toEqual([7, 1, 2])
    expect([unseen, past.history.unseen()]).toEqual([5, 5])
  })

  it('are found by their products, named by their ids or their keys', async () => {
    const past = await threeRuns()
    const [{ key } = { key: 0 }] = past.side.rows("SELECT key FROM product WHERE id = 'a'") as {
      key: number
    }[]
    await mark(past, [[1, 1]])
    const byId = await past.history.unseenOf(['a', 'nobody'])
    expect(byId.length).toBeGreaterThan(0)
    expect(await past.history.unseenOf([key])).toEqual(byId)
  })

  it('are taken back exactly: what was seen before stays so', async () => {
    const past = await threeRuns()
    await mark(past, [[2, 3]])
    const answer = await mark(past, [[1, 8]])
    expect(answer).toEqual({
      unseen: 0,
      ranges: [
        [1, 1],
        [4, 8]
      ]
    })
    await mark(
      past,
      [
        [1, 1],
        [4, 8]
      ],
      false
    )
    const { changes } = await past.history.changes({ ...allChanges, ...firstPage })
    expect(changes.filter(({ seen }) => seen).map(({ number }) => number)).toEqual([2, 3])
  })

  it('are marked as a list shows them, and no further', async () => {
    const past = await threeRuns()
    expect(await past.history.ranges({ ...allChanges, kinds: ['price', 'name', 'image'] }, 5)).toEqual([
      [1, 1],
      [4, 5]
    ])
  })

  it('stay seen in the next run and after a start', async () => {
    const past = await threeRuns()
    await mark(past, [[1, 8]])
    await past.side.sync(items('a'))
    past.side.reopen()
    expect(await list(past, { unseen: true })).toEqual(['a price 1.26 → 1', 'b gone', 'd gone', 'e gone'])
  })

  it('are only those that there are', async () => {
    const past = await threeRuns()
    expect(await mark(past, [[5, 900]])).toEqual({ unseen: 4, ranges: [[5, 8]] })
    expect(past.side.rows('SELECT * FROM seen')).toEqual([{ first: 5, last: 8 }])
  })
})

describe('a copy of the second version', () => {
  it('keeps its changes, which nobody has marked as seen yet', async () => {
    const folder = testFolder()
    const db = openForWriting(join(folder, 'catalog.sqlite'))
    migrate(db, migrations.slice(0, 2))
    db.exec(`
      INSERT INTO product VALUES (1, 'a', 'Old', 2.5, NULL, NULL, 0, 1, 2, NULL);
      INSERT INTO change VALUES (1, 2, 77, 1, 'changed', 'price', '2', '2.5');`)
    db.close()
    const past = openPast(folder)
    expect(await list(past)).toEqual(['a price 2 → 2.5'])
    expect(await mark(past, [[1, 1]])).toEqual({ unseen: 0, ranges: [[1, 1]] })
  })
})

function storePageOf(id: string, price: number): Parameters<Past['side']['save']>[0] {
  return storePage(rawPage([item(id, { price })], 1, 1))
}
