import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openForReading } from '../../../../electron/catalog/db/open'
import { createCatalogReader } from '../../../../electron/catalog/read/catalog-reader'
import { emptyQuery } from '../../../../electron/contract/empty-query'
import type { ProductQuery } from '../../../../electron/contract/product-query'
import { openFindings } from '../../../../electron/quality/worker/findings-file'
import { openReviews } from '../../../../electron/reviews/read/attached-reviews'
import { openStandings } from '../../../../electron/reviews/read/attached-standings'
import { testFolder } from '../../../support/folder'
import { items, openWriter, rawPages, type Item } from '../writing-side'
import { idsOf } from '../support/filled-copy'

const filtered: ProductQuery = { ...emptyQuery, filters: { ...emptyQuery.filters, price: 'known' } }
const sorted: ProductQuery = { ...emptyQuery, sort: { by: 'price', descending: false } }
const searched: ProductQuery = { ...emptyQuery, search: 'name' }
const backwards: ProductQuery = { ...emptyQuery, sort: { by: 'place', descending: true } }

/** A copy of a first list, and a function that syncs another one, four items a page, and tells its lists after each page and the end. */
async function copyOf(first: Item[]) {
  const folder = testFolder()
  const side = openWriter(folder)
  await side.sync(first, 4)
  const db = openForReading(join(folder, 'catalog.sqlite'))
  const reader = createCatalogReader(db, {
    reviews: openReviews(folder),
    findings: openFindings(folder),
    team: openStandings(folder)
  })
  onTestFinished(() => {
    reader.release()
    db.close()
  })
  const listOf = async (productQuery: ProductQuery): Promise<string> => {
    reader.changed({ touched: 'all', pictures: 'all', positionsMoved: true })
    return idsOf(await reader.read({ productQuery, offset: 0, limit: 100 })).join(' ')
  }
  return {
    async sync(list: Item[], productQuery = filtered, pages = Infinity) {
      const { run } = side.begin()
      const seen: string[] = []
      for (const page of rawPages(list, 4).slice(0, pages)) {
        side.commit(run, [page])
        seen.push(await listOf(productQuery))
      }
      const isWhole = pages === Infinity
      await side.finish(run, isWhole ? { total: list.length } : { outcome: 'stopped' })
      return { seen, end: await listOf(productQuery) }
    }
  }
}

const all = 'a b c d e f g h i j k l'
const only = (kept: string): Item[] => items(...kept.split(' '))

describe('while a run is under way', () => {
  it('and after one that was stopped, products that it did not find stand where they stood', async () => {
    const copy = await copyOf(only(all))
    const now = only('a b d e g h i j k l')
    expect((await copy.sync(now, filtered, 2)).end).toBe(all)
    expect(await copy.sync(now, filtered, 1)).toEqual({ seen: [all], end: all })
    expect((await copy.sync(now)).end).toBe('a b d e g h i j k l')
  })

  it('products that the store does not list anymore stand where they stood, until it ends', async () => {
    for (const [productQuery, during, end] of [
      [filtered, all, 'a b d e g h i j k l'],
      [sorted, all, 'a b d e g h i j k l'],
      [searched, all, 'a b d e g h i j k l'],
      [backwards, 'l k j i h g f e d c b a', 'l k j i h g e d b a']
    ] as const) {
      const copy = await copyOf(only(all))
      const { seen, end: ended } = await copy.sync(only('a b d e g h i j k l'), productQuery)
      expect(seen).toEqual([during, during, during])
      expect(ended).toBe(end)
    }
  })

  it('so do the first ones of the list, and several in a row', async () => {
    const copy = await copyOf(only(all))
    const { seen, end } = await copy.sync(only('c d e f i j k l'))
    expect(new Set(seen)).toEqual(new Set([all]))
    expect(end).toBe('c d e f i j k l')
  })

  it('products that others push to the next page stay where they are until that is read', async () => {
    const copy = await copyOf(only(all))
    const { seen, end } = await copy.sync(only(`x ${all}`))
    expect(new Set(seen)).toEqual(new Set([`x ${all}`]))
    expect(end).toBe(`x ${all}`)
  })
})
