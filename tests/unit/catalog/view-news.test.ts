import { describe, expect, it } from 'vitest'
import type { CatalogDb, NewsMoment, ViewCheck } from '../../../electron/catalog/types'
import { productQuerySchema, type ProductQuery } from '../../../electron/contract/product-query'
import type { SyncOutcome } from '../../../electron/contract/sync'
import { testFolder } from '../../support/folder'
import { openCatalog } from './bench'
import { writeReviews } from './support/sidecar-files'
import { item, rawPages, take, type Item } from './writing-side'
import { join } from 'node:path'

const cheap = productQuerySchema.parse({ filters: { priceTo: 10 } })
const query = (given: object): ProductQuery => productQuerySchema.parse(given)

/** Reads a list as a sync does; each product as its id and its price. */
async function sync(
  copy: CatalogDb,
  prices: Record<string, number>,
  outcome: SyncOutcome = 'complete'
): Promise<void> {
  const list: Item[] = Object.entries(prices).map(([id, price]) => item(id, { price }))
  const { run } = take(await copy.runs.begin('c', 1))
  const answers = rawPages(list, 100)
  take(await copy.runs.commit('c', { run, at: 2, answers, checkpoint: null }))
  const ending = { run, at: 3, outcome, duration: 1, total: list.length, because: null, partly: null }
  take(await copy.runs.finish('c', { ...ending, entries: list.length, isConfirmed: false }))
}

async function look(copy: CatalogDb, moment: NewsMoment, productQuery = cheap): Promise<Partial<ViewCheck>> {
  const [check] = take(await copy.viewNews('c', [{ id: 'view', productQuery }], moment))
  if (check === undefined) return {}
  const { arrived, news, found } = check
  return { arrived, news, found }
}

const synced: NewsMoment = { kind: 'synced' }
const opened: NewsMoment = { kind: 'opened', view: 'view' }
const counted: NewsMoment = { kind: 'counted' }

async function newIn(copy: CatalogDb, productQuery = {}): Promise<string[]> {
  const filters = { newIn: { view: 'view', name: 'View' }, ...productQuery }
  const answer = await copy.read('c', { productQuery: query({ filters }), offset: 0, limit: 100 })
  return take(answer).items.map(({ id }) => id)
}

/** A watched view of which nothing is new. */
async function watched(
  prices: Record<string, number>,
  productQuery = cheap,
  folder?: string
): Promise<CatalogDb> {
  const copy = openCatalog(folder)
  await sync(copy, prices)
  await look(copy, { kind: 'saved' }, productQuery)
  return copy
}

describe('what is new in a watched view', () => {
  it('is nothing at first; then what a sync brings into it: products that come, and products that change', async () => {
    const copy = await watched({ a: 1, b: 99, c: 99 })
    expect(await look(copy, counted)).toEqual({ arrived: 0, news: 0, found: 0 })
    await sync(copy, { a: 1, b: 2, c: 99, d: 3, e: 98 })
    expect(await look(copy, synced)).toEqual({ arrived: 2, news: 2, found: 0 })
  })

  it('is told of once, and stays new until the view is opened', async () => {
    const copy = await watched({ a: 1 })
    await sync(copy, { a: 1, b: 2 })
    await look(copy, synced)
    await sync(copy, { a: 1, b: 2, c: 3 })
    expect(await look(copy, synced)).toEqual({ arrived: 1, news: 2, found: 0 })
    expect(await look(copy, opened)).toEqual({ arrived: 0, news: 0, found: 2 })
    expect(await look(copy, synced)).toEqual({ arrived: 0, news: 0, found: 0 })
  })

  it('is listed from when the view is opened, until it is opened again with something new', async () => {
    const copy = await watched({ a: 1 })
    expect(await newIn(copy)).toEqual([])
    await sync(copy, { a: 1, b: 2, c: 3 })
    await look(copy, synced)
    await look(copy, opened)
    expect(await newIn(copy)).toEqual(['b', 'c'])
    expect(await newIn(copy, { priceFrom: 3 })).toEqual(['c'])
    expect(await newIn(copy, { not: ['new-in'] })).toEqual(['a'])
    await look(copy, opened)
    expect(await newIn(copy)).toEqual(['b', 'c'])
    await sync(copy, { a: 1, b: 2, c: 3, d: 4 })
    await look(copy, opened)
    expect(await newIn(copy)).toEqual(['d'])
  })

  it('is no more what has left the view, and is new again when it comes back', async () => {
    const copy = await watched({ a: 1, b: 2 })
    await sync(copy, { a: 1, b: 99, c: 3 })
    expect(await look(copy, synced)).toMatchObject({ arrived: 1, news: 1 })
    await sync(copy, { a: 1, b: 2 })
    expect(await look(copy, synced)).toMatchObject({ arrived: 1, news: 1 })
    await look(copy, opened)
    expect(await newIn(copy)).toEqual(['b'])
  })

  it('is nothing that a person brought into it by reviewing, but what a sync did meanwhile', async () => {
    const folder = testFolder()
    const unsettled = query({ filters: { review: ['needs-work'] } })
    const copy = await watched({ a: 1, b: 2, c: 3 }, unsettled, folder)
    const reviews = writeReviews(join(folder, 'c'))
    const review = (...ids: string[]): void => {
      for (const id of ids) reviews.write(id, { mark: 'needs-work', note: '', seen: null })
      copy.reviewed('c', ids)
    }
    review('a', 'b')
    expect(await look(copy, { kind: 'reviewed', ids: ['a', 'b'] }, unsettled)).toMatchObject({ news: 0 })
    // Of this one nobody says that it was reviewed here.
    review('c')
    expect(await look(copy, synced, unsettled)).toMatchObject({ arrived: 1, news: 1 })
    reviews.close()
  })

  it('is not lost where many are reviewed at once, in views that do not ask for reviews', async () => {
    const copy = await watched({ a: 1 })
    await sync(copy, { a: 1, b: 2 })
    await look(copy, { kind: 'reviewed', ids: null })
    expect(await look(copy, synced)).toMatchObject({ arrived: 1 })
  })

  it('begins anew where the view lists something else, and not where only its order is another', async () => {
    const copy = await watched({ a: 1 })
    await sync(copy, { a: 1, b: 2, c: 30 })
    await look(copy, synced)
    expect(await look(copy, counted, { ...cheap, sort: { by: 'price', descending: true } })).toMatchObject({
      news: 1
    })
    expect(await look(copy, counted, query({ filters: { priceTo: 50 } }))).toMatchObject({ news: 0 })
    expect(await look(copy, synced, query({ filters: { priceTo: 50 } }))).toMatchObject({
      arrived: 0,
      news: 0
    })
  })

  it('is forgotten with the view', async () => {
    const copy = await watched({ a: 1 })
    await sync(copy, { a: 1, b: 2 })
    await look(copy, synced)
    take(await copy.viewNews('c', [], { kind: 'saved' }))
    expect(await look(copy, counted)).toMatchObject({ news: 0 })
  })

  it('is there after a restart, and what was synced in between is new then', async () => {
    const folder = testFolder()
    const before = await watched({ a: 1 }, cheap, folder)
    await sync(before, { a: 1, b: 2 })
    await look(before, synced)
    await sync(before, { a: 1, b: 2, c: 3 })
    await before.close()
    const copy = openCatalog(folder)
    expect(await look(copy, counted)).toMatchObject({ news: 1 })
    await sync(copy, { a: 1, b: 2, c: 3 })
    expect(await look(copy, synced)).toMatchObject({ arrived: 1, news: 2 })
  })

  it('is not all that a first sync brings, however late it is read to its end', async () => {
    const copy = openCatalog()
    await sync(copy, { a: 1 }, 'stopped')
    expect(await look(copy, { kind: 'saved' })).toEqual({})
    await sync(copy, { a: 1, b: 2 })
    expect(await look(copy, synced)).toEqual({ arrived: 0, news: 0, found: 0 })
    await sync(copy, { a: 1, b: 2, c: 3 })
    expect(await look(copy, synced)).toMatchObject({ arrived: 1 })
  })

  it('is counted after a partial sync, too, which marks nothing as gone', async () => {
    const copy = await watched({ a: 1, b: 2 })
    await sync(copy, { a: 1, c: 3 }, 'partial')
    expect(await look(copy, synced)).toMatchObject({ arrived: 1, news: 1 })
    await look(copy, opened)
    await sync(copy, { a: 1, b: 2, c: 3 })
    expect(await look(copy, synced)).toMatchObject({ arrived: 0 })
  })

  it('is nothing where a filter names what is gone, or the view lists items that could not be read', async () => {
    const gone = query({ filters: { samePicture: { id: 'nobody', name: '' }, reviewer: ['Nobody'] } })
    const copy = await watched({ a: 1 }, gone)
    await sync(copy, { a: 1, b: 2 })
    expect(await look(copy, synced, gone)).toMatchObject({ arrived: 0, news: 0 })
    expect(await look(copy, synced, query({ filters: { setAside: true } }))).toEqual({})
  })
})
