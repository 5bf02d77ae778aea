import { join } from 'node:path'
import { mkdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { CatalogDb, FoundPicture, UncheckedRequest } from '../../../electron/catalog/types'
import { openForWriting } from '../../../electron/catalog/db/open'
import { migrations } from '../../../electron/catalog/db/schema'
import { emptyQuery } from '../../../electron/contract/empty-query'
import { filtersSchema, productQuerySchema, type Filters } from '../../../electron/contract/product-query'
import type { PictureFinding } from '../../../electron/contract/picture-values'
import { isSameFingerprint } from '../../../electron/contract/content-fingerprint'
import { migrate } from '../../../electron/database/open-database'
import { testFolder } from '../../support/folder'
import { openCatalog } from './bench'
import { item, items, rawPage, storePage, take, type Item } from './writing-side'

async function filled(list: Item[], folder?: string): Promise<CatalogDb> {
  const copy = openCatalog(folder)
  take(await copy.save('c', storePage(rawPage(list, 1, list.length)), 1))
  return copy
}

const shownAs = (content: bigint, look: bigint): PictureFinding => {
  return { state: 'shown', width: 900, height: 700, bytes: 1, format: 'png', content, look }
}
const broken: PictureFinding = { state: 'broken', code: 'not-found' }
const found = (product: number, id: string, finding: PictureFinding, isKept = true): FoundPicture => {
  return { product, address: `https://i.example/${id}`, finding, isKept }
}

async function idsOf(copy: CatalogDb, filters: Partial<Filters>): Promise<string[]> {
  const productQuery = productQuerySchema.parse({ filters: filtersSchema.parse(filters) })
  return take(await copy.read('c', { productQuery, offset: 0, limit: 100 })).items.map(({ id }) => id)
}

const since = (time: number, more: Partial<UncheckedRequest> = {}): UncheckedRequest => {
  return { after: 0, limit: 100, shownSince: time, brokenSince: time, ...more }
}

describe('the pictures of a copy', () => {
  it('belong to the keys that every row of every list carries', async () => {
    const copy = await filled(items('a', 'b', 'c'))
    const whole = take(await copy.read('c', { productQuery: emptyQuery, offset: 1, limit: 2 }))
    expect(whole.items.map(({ id, key }) => [id, key])).toEqual([
      ['b', 2],
      ['c', 3]
    ])
    const productQuery = productQuerySchema.parse({ sort: { by: 'name', descending: true } })
    const sorted = take(await copy.read('c', { productQuery, offset: 0, limit: 1 }))
    expect(sorted.items.map(({ id, key }) => [id, key])).toEqual([['c', 3]])
  })

  it('are filtered by as soon as they are known, and no longer than the product shows them', async () => {
    const copy = await filled(items('a', 'b', 'c', 'd'))
    expect(await idsOf(copy, { pictureState: 'unchecked' })).toEqual(['a', 'b', 'c', 'd'])
    const some = [found(1, 'a', shownAs(5n, 1n)), found(2, 'b', broken), found(3, 'c', shownAs(6n, 3n))]
    take(await copy.pictures.save('c', some, 1000))
    expect(await idsOf(copy, { pictureState: 'unchecked' })).toEqual(['d'])
    expect(await idsOf(copy, { pictureState: 'broken' })).toEqual(['b'])
    expect(await idsOf(copy, { pictureBelow: 701 })).toEqual(['a', 'c'])
    expect(await idsOf(copy, { samePicture: { id: 'a', name: '' } })).toEqual(['a', 'c'])
    const list = [...items('a', 'b'), item('c', { image: 'https://i.example/other' }), item('d')]
    take(await copy.save('c', storePage(rawPage(list, 1, 4)), 2))
    expect(await idsOf(copy, { pictureState: 'unchecked' })).toEqual(['c', 'd'])
    expect(await idsOf(copy, { samePicture: { id: 'a', name: '' } })).toEqual(['a'])
  })

  it('that are as good as flat are alike only when they are the same bytes', async () => {
    const copy = await filled(items('a', 'b', 'c'))
    const some = [
      found(1, 'a', shownAs(5n, 0n)),
      found(2, 'b', shownAs(6n, 0n)),
      found(3, 'c', shownAs(5n, 0n))
    ]
    take(await copy.pictures.save('c', some, 1000))
    expect(await idsOf(copy, { samePicture: { id: 'a', name: '' } })).toEqual(['a', 'c'])
  })

  it('are found in order where they were not seen to, or not lately', async () => {
    const copy = await filled([...items('a', 'b'), item('none', { image: null }), ...items('d', 'e')])
    const next = async (question: UncheckedRequest): Promise<number[]> =>
      take(await copy.pictures.unchecked('c', question)).map(({ key }) => key)
    expect(await next(since(0))).toEqual([1, 2, 4, 5])
    expect(await next(since(0, { after: 1, limit: 2 }))).toEqual([2, 4])
    const some = [found(1, 'a', shownAs(1n, 1n)), found(2, 'b', broken), found(4, 'd', broken, false)]
    take(await copy.pictures.save('c', some, 1000))
    expect(take(await copy.pictures.unchecked('c', since(1000)))).toEqual([
      { key: 4, address: 'https://i.example/d', kept: null },
      { key: 5, address: 'https://i.example/e', kept: null }
    ])
    expect(await next(since(1001))).toEqual([1, 2, 4, 5])
    expect(take(await copy.pictures.unchecked('c', since(0, { brokenSince: 1001, limit: 1 })))).toEqual([
      { key: 2, address: 'https://i.example/b', kept: { at: 1000, state: 'broken' } }
    ])
    expect(await next(since(0, { after: 5 }))).toEqual([])
  })

  it('are counted without those that are gone', async () => {
    const copy = await filled([...items('a', 'b', 'c'), item('none', { image: null })])
    const some = [found(1, 'a', shownAs(1n, 1n)), found(2, 'b', broken), found(3, 'c', broken, false)]
    take(await copy.pictures.save('c', some, 1000))
    expect(take(await copy.pictures.counts('c', 0))).toEqual({ total: 3, checked: 2, broken: 1 })
    expect(take(await copy.pictures.counts('c', 1001))).toEqual({ total: 3, checked: 0, broken: 0 })
    const { run } = take(await copy.runs.begin('c', 5))
    take(
      await copy.runs.commit('c', { run, at: 6, answers: [rawPage(items('a', 'c'), 1, 2)], checkpoint: null })
    )
    const ending = {
      run,
      at: 7,
      outcome: 'complete',
      duration: 1,
      total: 2,
      because: null,
      partly: null
    } as const
    expect(take(await copy.runs.finish('c', ending)).gone).toBe(2)
    expect(take(await copy.pictures.counts('c', 0))).toEqual({ total: 2, checked: 1, broken: 0 })
    const question = since(0, { after: 1 })
    expect(take(await copy.pictures.unchecked('c', question)).map(({ key }) => key)).toEqual([3])
  })

  it('are news to the page only where its list depends on them', async () => {
    const copy = await filled(items('a', 'b'))
    const told: string[] = []
    copy.onChange((id) => told.push(id))
    const watch = (filters: Partial<Filters>): void =>
      copy.watch('c', productQuerySchema.parse({ filters: filtersSchema.parse(filters) }))
    watch({ picture: 'with' })
    take(await copy.pictures.save('c', [found(1, 'a', broken)], 1000))
    expect(told).toEqual([])
    watch({ pictureState: 'broken' })
    // Read for another reason, as to get the search ready: the person still looks at the broken ones.
    await idsOf(copy, { picture: 'with' })
    take(await copy.pictures.save('c', [found(2, 'b', broken)], 1000))
    expect(told).toEqual(['c'])
  })

  it('are news where one is there that was broken: its row said so', async () => {
    const copy = await filled(items('a', 'b'))
    take(await copy.pictures.save('c', [found(1, 'a', broken)], 1000))
    const told: string[] = []
    copy.onChange((id) => told.push(id))
    take(await copy.pictures.save('c', [found(1, 'a', broken)], 90_000_000))
    take(await copy.pictures.save('c', [found(2, 'b', shownAs(1n, 5n))], 90_000_000))
    expect(told).toEqual([])
    take(await copy.pictures.save('c', [found(1, 'a', shownAs(1n, 5n))], 90_000_000))
    expect(told).toEqual(['c'])
  })

  it('are news where one of its alternatives depends on them', async () => {
    const copy = await filled(items('a', 'b'))
    const told: string[] = []
    copy.onChange((id) => told.push(id))
    copy.watch(
      'c',
      productQuerySchema.parse({ filters: { price: 'unknown' }, or: [{ pictureState: 'broken' }] })
    )
    take(await copy.pictures.save('c', [found(1, 'a', broken)], 1000))
    expect(told).toEqual(['c'])
  })

  it('are news to the page where another one stands under the same address: an approval was of the one before', async () => {
    const copy = await filled(items('a', 'b'))
    const save = async (finding: PictureFinding): Promise<null> =>
      take(await copy.pictures.save('c', [found(1, 'a', finding)], 1000))
    const contentFingerprint = async (): Promise<string> =>
      take(await copy.products('c', ['a']))[0]?.contentFingerprint ?? ''
    const told: string[] = []
    copy.onChange((id) => told.push(id))
    await save(shownAs(1n, -0x0f0f0fn))
    const before = await contentFingerprint()
    // The same photo with other bytes; then one that cannot be fetched just now.
    await save(shownAs(2n, -0x0f0f0en))
    expect(told).toEqual([])
    await save(broken)
    expect(isSameFingerprint(before, await contentFingerprint())).toBe(true)
    await save(shownAs(2n, -0x0f0f0en))
    told.splice(0)
    await save(shownAs(3n, 0x123456n))
    expect(told).toEqual(['c'])
    expect(isSameFingerprint(before, await contentFingerprint())).toBe(false)
  })
})

describe('a copy of the first version', () => {
  it('keeps all that it holds, and knows nothing of pictures yet', async () => {
    const folder = testFolder()
    const own = join(folder, 'c')
    mkdirSync(own)
    const db = openForWriting(join(own, 'catalog.sqlite'))
    migrate(db, migrations.slice(0, 1))
    db.exec(`
      INSERT INTO product VALUES (1, 'a', 'Old', 2.5, 'About it', 'https://i.example/a', 0, 1, NULL, NULL);
      INSERT INTO place VALUES (1, 1, NULL);
      INSERT INTO stretch VALUES (1, 1, 77, NULL);`)
    db.close()
    const copy = openCatalog(folder)
    const answer = take(await copy.read('c', { productQuery: emptyQuery, offset: 0, limit: 10 }))
    expect(answer).toMatchObject({ items: [{ id: 'a', name: 'Old', price: 2.5, key: 1 }], readAt: 77 })
    expect(await idsOf(copy, { pictureState: 'unchecked' })).toEqual(['a'])
    take(await copy.pictures.save('c', [found(1, 'a', broken)], 1000))
    expect(await idsOf(copy, { pictureState: 'broken' })).toEqual(['a'])
    await copy.close()
    const after = new DatabaseSync(join(own, 'catalog.sqlite'), { readOnly: true })
    expect(after.prepare('PRAGMA user_version').get()).toEqual({ user_version: migrations.length })
    after.close()
  })
})
