import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { testFolder } from '../../../support/folder'
import {
  item,
  items,
  openWriter,
  rawAnswer,
  rawPage,
  rawPages,
  storePage,
  type WritingSide
} from '../writing-side'

const abcd = items('a', 'b', 'c', 'd')
const changes = (side: WritingSide): unknown[] =>
  side.rows(
    `SELECT run, at, product.id, kind, field, before, after FROM change
     JOIN product ON product.key = change.product ORDER BY number`
  )
const gone = (side: WritingSide): unknown[] =>
  side.rows('SELECT id, gone FROM product WHERE gone IS NOT NULL ORDER BY id')

describe('a run', () => {
  it('begins with what the copy lists, and its number grows', async () => {
    const side = openWriter(testFolder())
    expect(side.begin(7)).toMatchObject({
      run: 1,
      startedAt: 7,
      checkpoint: null,
      before: 0,
      longest: 0,
      pageCap: null
    })
    await side.finish(1, { total: 0 })
    await side.sync(abcd)
    expect(side.begin(8)).toMatchObject({
      run: 3,
      startedAt: 8,
      checkpoint: null,
      before: 4,
      longest: 4,
      pageCap: 2
    })
  })

  it('fault 87: goes on with its checkpoint, also in a new process', () => {
    const side = openWriter(testFolder())
    const { run } = side.begin(7)
    side.commit(run, [rawPage(abcd, 1, 2)], { page: 1 })
    side.reopen()
    expect(side.begin(99)).toMatchObject({ run, startedAt: 7, checkpoint: { page: 1 } })
    // What was read before counts as read.
    expect(side.commit(run, [rawPage(items('a', 'b', 'a', 'd'), 2, 2)]).pages[0]).toMatchObject({
      repeats: [{ position: 3, earlier: 1 }]
    })
  })

  it('tells of a page what it said and how it fits', async () => {
    const side = openWriter(testFolder())
    await side.sync(abcd)
    const { run } = side.begin()
    const next = [item('a'), item('x'), null, item('c', { price: 3 })]
    expect(side.commit(run, rawPages(next, 2)).pages).toEqual([
      {
        page: 1,
        entries: 2,
        setAside: 0,
        pageSize: 2,
        totalItems: 4,
        totalPages: 2,
        oddities: [],
        repeats: [],
        moved: true,
        touched: 1
      },
      {
        page: 2,
        entries: 2,
        setAside: 1,
        pageSize: 2,
        totalItems: 4,
        totalPages: 2,
        oddities: [],
        repeats: [],
        moved: true,
        touched: 1
      }
    ])
    expect(side.commit(run, [rawPage(next, 1, 2)]).pages[0]).toMatchObject({ moved: false, touched: 0 })
  })

  it('saves the pages before one that cannot be read, and not the checkpoint that speaks of it', () => {
    const side = openWriter(testFolder())
    const { run } = side.begin()
    side.commit(run, [rawPage(abcd, 1, 1)], 'one')
    const report = side.commit(
      run,
      [rawPage(abcd, 2, 1), rawAnswer('<html>', 3, 1), rawPage(abcd, 4, 1)],
      'four'
    )
    expect(report.pages.map(({ page }) => page)).toEqual([2])
    expect(report.failed).toMatchObject({ page: 3, failure: { code: 'answer-not-json' } })
    expect(side.list()).toEqual(['a', 'b'])
    side.reopen()
    expect(side.begin().checkpoint).toBe('one')
  })

  it('notices a product that it has read at another place, and takes over places that it reads again', async () => {
    const side = openWriter(testFolder())
    const { run } = side.begin()
    side.commit(run, [rawPage(abcd, 1, 2)])
    // One came in at the top while the run was on its way.
    const moved = items('new', 'a', 'b', 'c', 'd')
    expect(side.commit(run, [rawPage(moved, 2, 2)]).pages[0]?.repeats).toEqual([{ position: 3, earlier: 2 }])
    side.commit(run, [rawPage(moved, 3, 2)])
    const again = side.commit(run, [rawPage(moved, 1, 2)]).pages[0]
    expect(again).toMatchObject({ moved: true, repeats: [], touched: 1 })
    expect(side.missing(run)).toMatchObject({ count: 0, places: [] })
    await side.finish(run, { total: 5 })
    expect(side.list()).toEqual(['new', 'a', 'b', 'c', 'd'])
    expect(side.rows('SELECT duplicate FROM place WHERE duplicate IS NOT NULL')).toEqual([])
  })

  it('fault 45: keeps what a place says of its product when the place before it is lost', async () => {
    const side = openWriter(testFolder())
    const { run } = side.begin()
    side.commit(run, [rawPage([item('x', { name: 'Old' }), item('a')], 1, 1)])
    const list = [item('a'), item('b'), item('x'), item('x')]
    side.commit(run, [rawPage(list, 2, 3)])
    expect(side.list()).toEqual(['x', 'x=Name of x'])
    side.commit(run, [rawPage(list, 1, 3)])
    await side.finish(run, { total: 4 })
    expect(side.list()).toEqual(['a', 'b', 'x', 'x'])
    expect(side.rows("SELECT name FROM product WHERE id = 'x'")).toEqual([{ name: 'Name of x' }])
  })

  it('knows what it has not read, and where that stood before', async () => {
    const side = openWriter(testFolder())
    await side.sync(abcd)
    const { run } = side.begin()
    const ofFour = (now: number): object => ({
      last: { before: 4, now },
      agreed: { before: 4, now, since: 1000 }
    })
    expect(side.missing(run)).toEqual({ count: 4, ...ofFour(0), places: [] })
    side.commit(run, [rawPage(items('x', 'a', 'c', 'd'), 1, 2)])
    expect(side.missing(run)).toEqual({ count: 3, ...ofFour(1), places: [2] })
    side.reopen()
    expect(side.missing(run)).toEqual({ count: 3, ...ofFour(1), places: [2] })
    side.commit(run, [rawPage(items('x', 'a', 'b', 'd'), 2, 2)])
    expect(side.missing(run)).toEqual({ count: 1, ...ofFour(3), places: [3] })
  })

  it('does not know a run that the copy does not have under way', async () => {
    const side = openWriter(testFolder())
    const { run } = side.begin()
    const batch = { run: run + 1, at: 1, answers: [], checkpoint: null }
    expect(await side.methods.commit('c', batch)).toMatchObject({
      ok: false,
      failure: { code: 'copy-replaced' }
    })
    expect(await side.methods.missing('c', { run: 9, entries: 0 })).toMatchObject({ ok: false })
  })
})

describe('the end of a run', () => {
  it('brings what was there from the start, and tells of nothing new', async () => {
    const side = openWriter(testFolder())
    side.save(storePage(rawPage(abcd, 1, 2)))
    side.save(storePage(rawPage([item('a', { price: 9 })], 1, 2)))
    expect(await side.sync(abcd)).toEqual({
      run: 1,
      outcome: 'complete',
      startedAt: 1000,
      duration: 5,
      here: 4,
      products: 4,
      total: 4,
      added: 0,
      changed: 0,
      gone: 0,
      returned: 0,
      setAside: 0,
      reasons: {},
      because: null,
      partly: null,
      from: null
    })
    expect(changes(side)).toEqual([])
    expect(side.rows('SELECT DISTINCT added, changed FROM product')).toEqual([{ added: 1, changed: null }])
  })

  it('counts and records exactly what changed, field by field', async () => {
    const side = openWriter(testFolder())
    await side.sync(abcd)
    const next = [
      item('a', { name: 'Other', price: null, description: '', image: undefined }),
      item('b'),
      item('new'),
      item('d', { price: 2.5 })
    ]
    const summary = await side.sync(next)
    expect(summary).toMatchObject({ run: 2, added: 1, changed: 2, gone: 1, returned: 0, here: 4 })
    const of = { run: 2, at: 2000 }
    const changed = { ...of, kind: 'changed' }
    expect(changes(side)).toEqual([
      { ...changed, id: 'a', field: 'name', before: 'Name of a', after: 'Other' },
      { ...changed, id: 'a', field: 'price', before: '1', after: null },
      { ...changed, id: 'a', field: 'description', before: 'About a', after: null },
      { ...changed, id: 'a', field: 'image', before: 'https://i.example/a', after: null },
      { ...of, id: 'new', kind: 'new', field: null, before: null, after: null },
      { ...changed, id: 'd', field: 'price', before: '1', after: '2.5' },
      { run: 2, at: 3000, id: 'c', kind: 'gone', field: null, before: null, after: null }
    ])
    expect(side.rows('SELECT id, added, changed, gone FROM product ORDER BY key')).toEqual([
      { id: 'a', added: 1, changed: 2, gone: null },
      { id: 'b', added: 1, changed: null, gone: null },
      { id: 'c', added: 1, changed: null, gone: 2 },
      { id: 'd', added: 1, changed: 2, gone: null },
      { id: 'new', added: 2, changed: null, gone: null }
    ])
  })

  it('counts a product that is listed again as returned', async () => {
    const side = openWriter(testFolder())
    await side.sync(abcd)
    await side.sync(items('a', 'b'))
    const summary = await side.sync(abcd)
    expect(summary).toMatchObject({ added: 0, changed: 0, gone: 0, returned: 2 })
    expect(gone(side)).toEqual([])
    expect(changes(side).slice(-2)).toMatchObject([
      { run: 3, id: 'c', kind: 'back' },
      { run: 3, id: 'd', kind: 'back' }
    ])
  })

  it('counts what was seen between two runs for the next one', async () => {
    const side = openWriter(testFolder())
    await side.sync(abcd)
    side.save(storePage(rawPage([item('a', { price: 7 }), item('new')], 1, 2)))
    expect(changes(side)).toMatchObject([
      { run: 2, id: 'a', kind: 'changed' },
      { run: 2, id: 'new', kind: 'new' }
    ])
    const summary = await side.sync([item('a', { price: 7 }), item('new'), item('c'), item('d')])
    expect(summary).toMatchObject({ run: 2, added: 1, changed: 1, gone: 1 })
  })

  it.each(['partial', 'stopped', 'failed', 'declined'] as const)(
    'marks nothing as gone when it is %s',
    async (outcome) => {
      const side = openWriter(testFolder())
      await side.sync(abcd)
      const { run } = side.begin()
      side.commit(run, [rawPage(items('a'), 1, 2)])
      const summary = await side.finish(run, { outcome, total: 1, because: { code: 'offline', facts: {} } })
      expect(summary).toMatchObject({ outcome, gone: 0, here: 1, because: { code: 'offline' } })
      expect(gone(side)).toEqual([])
      expect(side.list()).toEqual(['a', 'b', 'c', 'd'])
      expect(side.begin().run).toBe(3)
    }
  )

  it('drops places after the last, and products that were read there alone', async () => {
    const side = openWriter(testFolder())
    await side.sync([...abcd, null, item('f')])
    const { run } = side.begin()
    side.commit(run, rawPages([...abcd, null, item('f')], 2))
    // The list became shorter while it was read.
    side.commit(run, rawPages(items('a', 'b', 'c'), 2))
    expect(side.missing(run, 3).count).toBe(2)
    const summary = await side.finish(run, { total: 3 })
    expect(summary).toMatchObject({ here: 3, gone: 2, setAside: 0 })
    expect(side.list()).toEqual(['a', 'b', 'c'])
    expect(gone(side)).toEqual([
      { id: 'd', gone: 2 },
      { id: 'f', gone: 2 }
    ])
    expect(side.rows('SELECT * FROM set_aside')).toEqual([])
  })

  it('fault 34: marks nothing as gone where a person looked at a page after the run and the list had moved', async () => {
    const side = openWriter(testFolder())
    const list = items('a', 'b', 'c', 'd')
    await side.sync(list)
    const { run } = side.begin()
    for (const page of rawPages(list, 2)) side.commit(run, [page])
    // One was inserted at the top: "b" is on the second page now.
    side.save(storePage(rawPage([...items('x'), ...list], 1, 2)))
    expect(await side.finish(run, { total: 4 })).toMatchObject({ outcome: 'partial', gone: 0 })
    expect(await side.sync([...items('x'), ...list])).toMatchObject({ outcome: 'complete', gone: 0 })
  })

  it('fault 37: marks nothing as gone that a person saw behind the end of the list that it read', async () => {
    const side = openWriter(testFolder())
    const { run } = side.begin()
    for (const page of rawPages(items('a', 'b'), 2)) side.commit(run, [page])
    side.save(storePage(rawPage(items('a', 'b', 'c'), 2, 2)))
    expect(await side.finish(run, { total: 2 })).toMatchObject({ outcome: 'partial', gone: 0 })
  })

  it('fault 38: drops the last page again that a person saw behind the end of a list without totals', async () => {
    const side = openWriter(testFolder())
    const pages = (): ReturnType<typeof rawPages> => rawPages(items('a', 'b', 'c'), 2)
    const { run } = side.begin()
    side.commit(run, pages())
    side.save(storePage(rawPage(items('a', 'b', 'a', 'b', 'c', 'c'), 3, 2)))
    side.commit(run, pages())
    const ended = await side.finish(run, { total: null, entries: 3 })
    expect(ended).toMatchObject({ outcome: 'complete', here: 3, products: 3 })
    expect(side.list()).toEqual(['a', 'b', 'c'])
  })

  it('is told once, with its next batch, where a person saw the list moved, and can be complete after that', async () => {
    const side = openWriter(testFolder())
    const moved = items('b', 'a', 'c', 'd')
    const { run } = side.begin()
    const told = (list: typeof abcd, limit: number): unknown[] =>
      rawPages(list, limit).map((page) => side.commit(run, [page]).overtaken)
    expect(told(abcd, 2)).toEqual([[], []])
    side.save(storePage(rawPage(abcd, 1, 2)))
    side.save(storePage(rawPage(moved, 1, 3)))
    side.save(storePage(rawPage([...moved, ...items('e')], 2, 3)))
    expect(told(moved, 2)).toEqual([
      [
        { first: 1, last: 3 },
        { first: 4, last: 6 }
      ],
      []
    ])
    expect(await side.finish(run, { total: 4 })).toMatchObject({ outcome: 'complete' })
  })

  it('is told so too when its next page cannot be read', () => {
    const side = openWriter(testFolder())
    const { run } = side.begin()
    for (const page of rawPages(abcd, 2)) side.commit(run, [page])
    side.save(storePage(rawPage(items('b', 'a', 'c', 'd'), 1, 2)))
    expect(side.commit(run, [rawAnswer('<html>', 1, 2)]).overtaken).toEqual([{ first: 1, last: 2 }])
  })

  it('tells that places were dropped, for whoever holds them in memory', async () => {
    const side = openWriter(testFolder())
    await side.sync(items('a', 'b', 'c'))
    const { run } = side.begin()
    side.commit(run, [rawPage(items('a', 'b'), 1, 2)])
    const ending = {
      run,
      at: 1,
      outcome: 'complete',
      duration: 1,
      total: 2,
      because: null,
      partly: null
    } as const
    const ended = await side.methods.finish('c', ending)
    expect(ended).toMatchObject({ ok: true, value: { written: { positionsMoved: true } } })
  })

  it('fault 80: ends also where there is no room left for the orders of its texts, which are made when they are needed', async () => {
    const side = openWriter(testFolder())
    await side.sync(abcd)
    const { run } = side.begin()
    side.commit(run, [rawPage(items('a', 'b', 'c', 'd', 'e'), 1, 5)])
    const change = (sql: string): void => {
      const db = new DatabaseSync(side.file)
      db.exec(sql)
      db.close()
    }
    change("CREATE TRIGGER full BEFORE INSERT ON ordering BEGIN SELECT RAISE(ABORT, 'full'); END")
    expect(await side.finish(run, { total: 5 })).toMatchObject({ outcome: 'complete', added: 1 })
    change('DROP TRIGGER full')
    await side.sync(items('a', 'b', 'c', 'd', 'e'))
    expect(side.rows("SELECT DISTINCT made_from ->> 'highest' AS highest FROM ordering")).toEqual([
      { highest: 5 }
    ])
  })

  it('counts what was set aside by its reason', async () => {
    const side = openWriter(testFolder())
    const summary = await side.sync([item('a'), null, { name: 'x' }, { id: '' }, { id: ' ' }])
    expect(summary).toMatchObject({
      here: 5,
      setAside: 4,
      reasons: { 'not-an-object': 1, 'id-missing': 1, 'id-empty': 2 }
    })
  })

  it('is told again later, newest first', async () => {
    const side = openWriter(testFolder())
    await side.sync(abcd)
    const { run } = side.begin(50)
    const summary = await side.finish(run, { outcome: 'stopped' })
    side.reopen()
    expect(await side.methods.last('c', null)).toEqual({ ok: true, value: summary })
    expect(await side.methods.list('c', null)).toMatchObject({
      value: [
        { run: 2, outcome: 'stopped', startedAt: 50 },
        { run: 1, outcome: 'complete' }
      ]
    })
  })

  it('leaves a run that stopped early without a "before": what comes later is not new', async () => {
    const side = openWriter(testFolder())
    const { run } = side.begin()
    side.commit(run, [rawPage(abcd, 1, 2)])
    await side.finish(run, { outcome: 'stopped' })
    expect(await side.sync(abcd)).toMatchObject({ run: 2, added: 0 })
    expect(await side.sync(items('a', 'b', 'c', 'd', 'e'))).toMatchObject({ run: 3, added: 1 })
  })

  it('counts nothing as new that a partial first run could not read, and what comes after a complete one', async () => {
    const side = openWriter(testFolder())
    const { run } = side.begin()
    side.commit(run, [rawPage(abcd, 1, 2)])
    await side.finish(run, { outcome: 'partial', partly: 'unread' })
    expect(await side.sync(abcd)).toMatchObject({ run: 2, added: 0, changed: 0 })
    expect(changes(side)).toEqual([])
    expect(side.rows('SELECT DISTINCT added FROM product')).toEqual([{ added: 1 }])
    expect(await side.sync(items('a', 'b', 'c', 'd', 'e'))).toMatchObject({ run: 3, added: 1 })
  })

  it('tells of news after the second partial run, where none ever is complete', async () => {
    const side = openWriter(testFolder())
    const partial = async (...ids: string[]): Promise<number> => {
      const { run } = side.begin()
      side.commit(run, rawPages(items(...ids), 2))
      return (await side.finish(run, { outcome: 'partial', partly: 'moving' })).added
    }
    expect(await partial('a', 'b')).toBe(0)
    expect(await partial('a', 'b', 'c')).toBe(0)
    expect(await partial('a', 'b', 'c', 'd')).toBe(1)
  })
})

describe('coverage', () => {
  const coverage = (side: WritingSide): unknown => side.methods.facts('c', null)

  it('is none, partial and complete as the copy grows, and as old as its oldest part', async () => {
    const side = openWriter(testFolder())
    expect(coverage(side)).toMatchObject({
      value: { coverage: { here: 0, total: null, asOf: null, state: 'none' } }
    })
    side.save(storePage(rawPage(abcd, 1, 2)), 40)
    side.save(storePage(rawPage(abcd, 2, 2)), 30)
    expect(coverage(side)).toMatchObject({
      value: { coverage: { here: 4, total: 4, asOf: 30, state: 'partial' } }
    })
    const { run } = side.begin(50)
    side.commit(run, rawPages(abcd, 2), null, 60)
    await side.finish(run, { total: 4 })
    expect(coverage(side)).toMatchObject({
      value: { coverage: { here: 4, total: 4, asOf: 60, state: 'complete' } }
    })
  })

  it('of a store that has nothing is as old as the run that found that', async () => {
    const side = openWriter(testFolder())
    const { run } = side.begin(50)
    await side.finish(run, { total: 0 })
    expect(coverage(side)).toMatchObject({
      value: { coverage: { here: 0, total: 0, asOf: 50, state: 'complete' } }
    })
  })

  it('stays complete while pages say the same, and is known to have changed once one does not', async () => {
    const side = openWriter(testFolder())
    await side.sync(abcd)
    side.save(storePage(rawPage([item('a', { price: 3 }), ...abcd.slice(1)], 1, 2)))
    expect(coverage(side)).toMatchObject({ value: { coverage: { state: 'complete' } } })
    side.save(storePage(rawPage(items('b', 'a', 'c', 'd'), 1, 2)))
    expect(coverage(side)).toMatchObject({ value: { coverage: { state: 'changed' } } })
    await side.sync(items('b', 'a', 'c', 'd'))
    expect(coverage(side)).toMatchObject({ value: { coverage: { state: 'complete' } } })
    side.save(storePage(rawPage(items('b', 'a', 'c', 'd', 'e'), 1, 2)))
    expect(coverage(side)).toMatchObject({ value: { coverage: { state: 'changed', here: 4, total: 5 } } })
  })

  it('is partial once a run has found another list and not read it whole, whatever pages said before', async () => {
    const side = openWriter(testFolder())
    await side.sync(abcd)
    side.save(storePage(rawPage(items('b', 'a', 'c', 'd'), 1, 2)))
    const { run } = side.begin(50)
    side.commit(run, rawPages(items('d', 'b', 'a', 'c'), 2).slice(0, 1), null, 60)
    expect(coverage(side)).toMatchObject({ value: { coverage: { state: 'partial' } } })
    await side.finish(run, { outcome: 'stopped' })
    expect(coverage(side)).toMatchObject({ value: { coverage: { state: 'partial' } } })
    await side.sync(abcd)
    expect(coverage(side)).toMatchObject({ value: { coverage: { state: 'complete' } } })
  })
})
