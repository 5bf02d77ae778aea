import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, it, onTestFinished } from 'vitest'
import { emptyQuery } from '../../../electron/contract/empty-query'
import { ok } from '../../../electron/contract/failure'
import { productQuerySchema } from '../../../electron/contract/product-query'
import { openForWriting } from '../../../electron/catalog/db/open'
import type { ExportState } from '../../../electron/contract/export'
import type { ExportColumn } from '../../../electron/contract/export-choices'
import type { ExportsDeps } from '../../../electron/export/exports'
import { migrations, reviewsName } from '../../../electron/reviews/db/schema'
import { teamFileName } from '../../../electron/reviews/team/team-file'
import { migrations as teamMigrations } from '../../../electron/reviews/team/team-schema'
import { migrate } from '../../../electron/database/open-database'
import { copyThreads, threadFile } from '../../support/threads'
import { testFolder } from '../../support/folder'
import { openIn } from '../../support/open-files'
import { canMount, mountSmallDisk, remountReadOnly } from '../../support/small-disk'
import { timeText } from '../../../electron/export/worker/about'
import { item, items, rawPage, storePage, take, type Item } from '../catalog/writing-side'
import { writeFindings, writeReviews } from '../catalog/support/sidecar-files'
import { asking, fill, openExporting, type Exporting } from './exporting'

const many: Item[] = Array.from({ length: 5001 }, (_, n) =>
  item(`id ${n}`, { name: `Product ${n}`, price: n })
)

async function open(
  list: Item[],
  more: Partial<ExportsDeps> = {},
  folder = testFolder()
): Promise<Exporting> {
  const exportFile = threadFile('export')
  const exporting = openExporting(folder, { ...copyThreads(), exportFile }, more)
  onTestFinished(() => exporting.close())
  await fill(exporting.copy, list)
  return exporting
}

const fileName = 'Kirkton 2026-11-21.csv'

function csvIn(folder: string): string[][] {
  return parse(readFileSync(join(folder, fileName)), { bom: true })
}

/** What lies in a folder beside the copies. */
function filesIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name !== 'c')
}

describe('an export', () => {
  it('holds what is seen: its columns, its search, its filters, its order', async () => {
    const folder = testFolder()
    const list = [
      item('a', { price: 3 }),
      item('b', { price: 1 }),
      item('c', { price: 2 }),
      item('d', { price: null })
    ]
    const { run } = await open(list, {}, folder)
    const productQuery = productQuerySchema.parse({
      filters: { price: 'known' },
      sort: { by: 'price', descending: true }
    })
    const ended = await run(
      asking({ format: 'csv', about: false }, { of: { productQuery }, columns: ['price', 'id'] })
    )
    expect(ended).toMatchObject({ phase: 'done', report: { rows: 3, changed: false }, because: null })
    expect(csvIn(folder)).toEqual([
      ['Price', 'Product ID'],
      ['3', 'a'],
      ['2', 'c'],
      ['1', 'b']
    ])
  })

  it('holds whole addresses of pictures, and of the demo store those that it gives, which lead nowhere later', async () => {
    const list = [
      item('a', { image: '/pictures/a.webp' }),
      item('b', { image: 'https://cdn.example/b.webp' })
    ]
    const store = { name: 'Kirkton', currency: 'EUR', locale: 'en' }
    const addresses = async (baseUrl: string | null): Promise<(string | undefined)[]> => {
      const folder = testFolder()
      const { run } = await open(list, { storeOf: () => ({ ...store, baseUrl }) }, folder)
      await run(asking({ format: 'csv', about: false }, { columns: ['image'] }))
      return csvIn(folder)
        .slice(1)
        .map(([address]) => address)
    }
    expect(await addresses('https://store.example')).toEqual([
      'https://store.example/pictures/a.webp',
      'https://cdn.example/b.webp'
    ])
    expect(await addresses(null)).toEqual(['/pictures/a.webp', 'https://cdn.example/b.webp'])
  })

  it('holds the selected products in their order, and says which the copy does not have', async () => {
    const folder = testFolder()
    const { run } = await open(items('a', 'b', 'c'), {}, folder)
    const of = { products: ['c', 'nobody', 'a'] }
    const ended = await run(asking({ format: 'csv' }, { of, columns: ['id', 'name'] }))
    expect(ended.report).toMatchObject({ rows: 2, missing: 1 })
    const records = csvIn(folder)
    expect(records.slice(1, 3).map(([id]) => id)).toEqual(['c', 'a'])
    expect(records[3]?.[0]).toContain('Missing: 1.')
  })

  it('tells what people decided of products, with the whole note', async () => {
    const folder = testFolder()
    const { run } = await open(items('a', 'b', 'c'), {}, folder)
    const note = 'Too dark.\n'.repeat(100)
    const db = openForWriting(join(folder, 'c', reviewsName))
    migrate(db, migrations)
    const insert = db.prepare(
      `INSERT INTO review (product, mark, marked_at, marked_by, mark_entry, mark_reason, note, noted_at, noted_by, note_entry)
       VALUES ('b', 2, ?, 'Ada', 1, ?, ?, 1, 'Bo', 2),
              ('c', 2, NULL, 'Ada', 1, 'picture', '', 1, 'Bo', 2)`
    )
    insert.run(new Date(2026, 10, 20, 8, 5).getTime(), '=Too dark', note)
    db.close()
    const columns: ExportColumn[] = ['id', 'review', 'reason', 'note', 'reviewer', 'reviewed-at']
    await run(asking({ format: 'csv', about: false }, { columns }))
    expect(csvIn(folder).slice(1)).toEqual([
      ['a', 'Unreviewed', '', '', '', ''],
      ['b', 'Needs work', "'=Too dark", note, 'Ada', '2026-11-20 08:05'],
      ['c', 'Needs work', 'Picture', '', 'Bo', timeText(1)]
    ])
  })

  it('tells whom a team has assigned products to', async () => {
    const folder = testFolder()
    const { run } = await open(items('a', 'b'), {}, folder)
    const db = openForWriting(join(folder, 'c', teamFileName))
    migrate(db, teamMigrations)
    db.exec("INSERT INTO standing (product, is_disputed, assigned_to) VALUES ('b', 0, '=Ana')")
    db.close()
    const columns: ExportColumn[] = ['id', 'assigned-to']
    await run(asking({ format: 'csv', about: false }, { columns }))
    expect(csvIn(folder)).toEqual([
      ['Product ID', 'Assigned to'],
      ['a', ''],
      ['b', "'=Ana"]
    ])
    await run(asking({ format: 'json' }, { columns }))
    const name = filesIn(folder).find((each) => each.endsWith('.json')) ?? ''
    const { products } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { products: unknown[] }
    expect(products).toEqual([
      { id: 'a', assignedTo: '' },
      { id: 'b', assignedTo: '=Ana' }
    ])
  })

  it('names all of a team who say what a product is, and what each says who do not all say the same', async () => {
    const folder = testFolder()
    const { run } = await open(items('a', 'b', 'c'), {}, folder)
    const db = openForWriting(join(folder, 'c', teamFileName))
    migrate(db, teamMigrations)
    db.exec("INSERT INTO fact VALUES ('self', '\"Kim\"'), ('approvals', '2')")
    const put = db.prepare("INSERT INTO newest VALUES (?, 'mark', ?, 1, 0, 'd', ?)")
    for (const [product, by, mark] of [
      ['a', 'Ben', 'approved'],
      ['a', 'Kim', 'approved'],
      ['b', 'Ben', 'needs-work'],
      ['b', 'Kim', 'approved']
    ] as const)
      put.run(product, by, JSON.stringify({ mark, by, at: 1, seen: null }))
    db.exec("INSERT INTO standing (product, is_disputed, assigned_to) VALUES ('b', 1, NULL)")
    db.close()
    const columns: ExportColumn[] = ['id', 'review', 'reviewer']
    await run(asking({ format: 'csv', about: false }, { columns }))
    expect(csvIn(folder)).toEqual([
      ['Product ID', 'Review', 'Reviewer'],
      ['a', 'Approved', 'Ben, Kim'],
      ['b', 'Disagreement', 'Ben: Needs work, Kim: Approved'],
      ['c', 'Unreviewed', '']
    ])
    await run(asking({ format: 'json' }, { columns }))
    const name = filesIn(folder).find((each) => each.endsWith('.json')) ?? ''
    const { products } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { products: unknown[] }
    expect(products).toEqual([
      { id: 'a', review: 'approved', reviewer: 'Ben, Kim' },
      { id: 'b', review: 'disagreement', reviewer: 'Ben: needs-work, Kim: approved' },
      { id: 'c', review: 'unreviewed', reviewer: '' }
    ])
  })

  it('tells what was found of products, in CSV as the table does, in JSON by ids that stay the same', async () => {
    const folder = testFolder()
    const asked: string[][] = []
    const { run } = await open(
      items('a', 'b', 'c'),
      {
        findingFacts(_, products) {
          asked.push(products.map(({ id }) => id))
          return Promise.resolve(products.map(() => ({ 'name-duplicate': { products: 2 } })))
        }
      },
      folder
    )
    const findings = writeFindings(join(folder, 'c'))
    findings.write(2, ['name-duplicate', 'price-zero'])
    findings.close()
    const columns: ExportColumn[] = ['findings', 'id']
    await run(asking({ format: 'csv', about: false }, { columns }))
    expect(csvIn(folder).slice(1)).toEqual([
      ['', 'a'],
      ['Price is zero; Same name: 2 more', 'b'],
      ['', 'c']
    ])
    expect(asked, 'of those with findings alone').toEqual([['b']])
    await run(asking({ format: 'json' }, { columns }))
    const name = filesIn(folder).find((each) => each.endsWith('.json')) ?? ''
    const { products } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { products: unknown[] }
    expect(products[1]).toEqual({ findings: ['price-zero', 'name-duplicate'], id: 'b' })
    expect(asked, 'not for a program').toHaveLength(1)
  })

  it('fault 111: lets go of the reviews that are replaced meanwhile, and tells what they were', async () => {
    const folder = testFolder()
    const reviews = writeReviews(join(folder, 'c'))
    const [asked, given] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
    let html = ''
    const { exports, run } = await open(
      Array.from({ length: 30 }, (_, n) => item(`id ${n}`)),
      {
        async picture() {
          asked.resolve(undefined)
          await given.promise
          return null
        },
        print(page) {
          ;({ html } = page)
          return Promise.resolve(ok(new Uint8Array([1])))
        }
      },
      folder
    )
    reviews.write('id 25', { mark: 'needs-work', note: 'As it was', seen: null })
    reviews.close()
    const ended = run(asking({ format: 'pdf' }, { columns: ['id', 'review', 'note'] }))
    await asked.promise
    await exports.reviews.release('c')
    expect(openIn(join(folder, 'c')).filter((name) => name.startsWith(reviewsName))).toEqual([])
    rmSync(join(folder, 'c', reviewsName))
    exports.reviews.replaced('c')
    given.resolve(undefined)
    expect(await ended).toMatchObject({ phase: 'done', report: { rows: 30, reviewsUnread: false } })
    expect(html).toContain('<p class="mark needs-work">')
  })

  it('fault 111: does not open the reviews while they are replaced', async () => {
    const folder = testFolder()
    const reviews = writeReviews(join(folder, 'c'))
    const { exports, run } = await open(items('a'), {}, folder)
    await exports.reviews.release('c')
    await exports.reviews.release('another')
    const ended = run(asking({ format: 'csv', about: false }, { columns: ['id', 'note'] }))
    // Only what stands there when it is replaced is read.
    reviews.write('a', { mark: 'needs-work', note: 'Restored', seen: null })
    reviews.close()
    exports.reviews.replaced('c')
    await ended
    expect(csvIn(folder)[1]).toEqual(['a', 'Restored'])
  })

  it('says so where reviews are there and cannot be read', async () => {
    const folder = testFolder()
    const { run } = await open(items('a'), {}, folder)
    writeFileSync(join(folder, 'c', reviewsName), 'damaged')
    const ended = await run(asking({ format: 'csv' }))
    expect(ended.report).toMatchObject({ rows: 1, reviewsUnread: true })
    expect(csvIn(folder).at(-1)?.[0]).toContain('Marks and notes could not be read.')
  })

  it('says how many items could not be read, or lists them where that is asked for', async () => {
    const folder = testFolder()
    const { run } = await open([item('a'), null, item('b')], {}, folder)
    const ended = await run(asking({ format: 'csv' }))
    expect(ended.report).toMatchObject({ rows: 2, setAside: 1 })
    const productQuery = productQuerySchema.parse({ filters: { setAside: true } })
    await run(asking({ format: 'csv', about: false }, { of: { productQuery } }))
    expect(csvIn(folder)).toEqual([
      ['Place', 'Product ID', 'Name', 'Problem'],
      ['2', '', '', 'Not an object']
    ])
  })

  it('holds every product of a large list, in whichever format, and tells how far it is', async () => {
    const folder = testFolder()
    const { run, told } = await open(many, {}, folder)
    const csv = await run(asking({ format: 'csv', about: false }, { columns: ['id'] }))
    expect(csv.report).toMatchObject({ rows: many.length, coverage: { state: 'complete' } })
    expect(csvIn(folder).slice(1)).toEqual(many.map((_, n) => [`id ${n}`]))
    expect(told.map(({ done }) => done)).toEqual([0, 2000, 4000, 5001, 5001])
    expect((await run(asking({ format: 'xlsx' }))).report).toMatchObject({ rows: many.length })
    await run(asking({ format: 'json' }))
    const json = JSON.parse(readFileSync(join(folder, 'Kirkton 2026-11-21.json'), 'utf8')) as {
      products: unknown[]
    }
    expect(json.products).toHaveLength(many.length)
    expect(filesIn(folder)).toEqual([fileName, 'Kirkton 2026-11-21.json', 'Kirkton 2026-11-21.xlsx'])
  })

  // On a busy machine the file can be complete before anything was written beside it: then that has to be tried again.
  it(
    'is of one state of the catalog, whatever a sync writes meanwhile, and says so',
    { retry: 3 },
    async () => {
      const folder = testFolder()
      let exporting: Exporting | null = null
      let isWritten = false
      exporting = await open(
        many,
        {
          onChange(state) {
            if (state.done === 0 || isWritten || exporting === null) return
            isWritten = true
            const moved = many.toReversed().slice(0, 1000)
            void exporting.copy.save('c', storePage(rawPage(moved, 1, 1000)), 9)
          }
        },
        folder
      )
      const { exports } = exporting
      take(await exports.start(asking({ format: 'csv' }, { columns: ['id'] })))
      await expect.poll(() => exports.state()?.phase).toBe('done')
      expect(exports.state()?.report).toMatchObject({ changed: true, rows: many.length })
      const records = csvIn(folder)
        .slice(1)
        .map(([id]) => id)
      expect(records.slice(0, -1)).toEqual(many.map((_, n) => `id ${n}`))
      expect(records.at(-1)).toContain('The catalog changed meanwhile.')
    }
  )

  it('does not call the catalog changed where only findings and marks were written meanwhile', async () => {
    const folder = testFolder()
    let exporting: Exporting | null = null
    let isWritten = false
    const onChange = ({ done }: ExportState): void => {
      if (done === 0 || isWritten || exporting === null) return
      isWritten = true
      exporting.copy.audited('c')
      exporting.copy.reviewed('c', null)
    }
    exporting = await open(many, { onChange }, folder)
    const { exports } = exporting
    take(await exports.start(asking({ format: 'csv' }, { columns: ['id'] })))
    await expect.poll(() => exports.state()?.phase).toBe('done')
    expect(isWritten).toBe(true)
    expect(exports.state()?.report).toMatchObject({ changed: false, rows: many.length })
    expect(csvIn(folder).at(-1)?.[0]).not.toContain('changed meanwhile')
  })

  it.each(['csv', 'xlsx'] as const)(
    'fault 95: that is called off leaves nothing, and the file of that name as it was: %s',
    async (format) => {
      const folder = testFolder()
      const name = `Kirkton 2026-11-21.${format}`
      writeFileSync(join(folder, name), 'what was there')
      const stop = Promise.withResolvers<null>()
      const { exports } = await open(many, { onChange: ({ done }) => done > 0 && stop.resolve(null) }, folder)
      take(await exports.start(asking({ format })))
      await stop.promise
      expect(await exports.cancel()).toMatchObject({ phase: 'cancelled' })
      expect(filesIn(folder)).toEqual([name])
      expect(readFileSync(join(folder, name), 'utf8')).toBe('what was there')
    }
  )

  it('fault 95: that fails leaves nothing, and says why', async () => {
    const folder = testFolder()
    const gone = join(folder, 'gone')
    mkdirSync(gone)
    const askWhere = (name: string): Promise<string> => {
      rmSync(gone, { recursive: true })
      return Promise.resolve(join(gone, name))
    }
    const { run } = await open(items('a'), { askWhere }, folder)
    const ended = await run(asking({ format: 'csv' }))
    expect(ended).toMatchObject({
      phase: 'failed',
      because: {
        code: 'storage-failed',
        facts: { disk: 'gone', reason: expect.not.stringContaining(folder) }
      }
    })
    expect(filesIn(folder)).toEqual([])
  })

  it.skipIf(!canMount).each(['csv', 'xlsx', 'json'] as const)(
    'fault 95: leaves nothing on a disk that is full (80), and the file of that name as it was: %s',
    async (format) => {
      const folder = testFolder()
      const disk = mountSmallDisk(folder, 65_536)
      writeFileSync(join(disk, fileName), 'what was there')
      const askWhere = (): Promise<string> => Promise.resolve(join(disk, fileName))
      const { run } = await open(many, { askWhere }, folder)
      const ended = await run(asking({ format }))
      expect(ended).toMatchObject({
        phase: 'failed',
        because: { code: 'storage-failed', facts: { disk: 'full' } }
      })
      expect(readdirSync(disk)).toEqual([fileName])
      expect(readFileSync(join(disk, fileName), 'utf8')).toBe('what was there')
    }
  )

  it.skipIf(!canMount)('says that nothing may be written where a disk is read-only', async () => {
    const folder = testFolder()
    const disk = mountSmallDisk(folder, 1_000_000)
    remountReadOnly(disk)
    const { run } = await open(items('a'), { askWhere: (name) => Promise.resolve(join(disk, name)) }, folder)
    expect((await run(asking({ format: 'csv' }))).because?.facts.disk).toBe('denied')
  })

  it('is refused where there are more products than a file with pictures takes', async () => {
    const folder = testFolder()
    const { run } = await open(many, {}, folder)
    const ended = await run(asking({ format: 'xlsx', pictures: true }))
    expect(ended).toMatchObject({ phase: 'failed', because: { code: 'input-invalid' } })
    expect(filesIn(folder)).toEqual([])
  })

  it('asks for the pictures of its rows, and says which could not be had', async () => {
    const asked: string[] = []
    const bytes = new Uint8Array([0xff, 0xd8, 0xff, 0xd9])
    const { run } = await open(items('a', 'b'), {
      picture(_, { address }) {
        asked.push(address)
        return Promise.resolve(address.endsWith('a') ? { bytes, width: 1, height: 1 } : null)
      }
    })
    const ended = await run(asking({ format: 'xlsx', pictures: true }))
    expect(asked).toEqual(['https://i.example/a', 'https://i.example/b'])
    expect(ended.report).toMatchObject({ rows: 2, withoutPicture: 1 })
  })

  it('becomes a page to be printed, in which all texts are text', async () => {
    const folder = testFolder()
    let html = ''
    const { run } = await open(
      [item('a', { name: '<script>alert(1)</script>' })],
      {
        print(page) {
          html = page.html
          return Promise.resolve({ ok: true, value: new Uint8Array(Buffer.from('%PDF')) })
        }
      },
      folder
    )
    await run(asking({ format: 'pdf' }))
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(html).not.toContain('<script')
    expect(readFileSync(join(folder, 'Kirkton 2026-11-21.pdf'), 'utf8')).toBe('%PDF')
  })

  it('ends where something goes wrong that nobody thought of, leaves nothing, and another can follow', async () => {
    const folder = testFolder()
    const { exports, run } = await open(
      items('a'),
      {
        print: () => Promise.reject(new Error('canary')),
        log: { warn: () => undefined, error: () => undefined }
      },
      folder
    )
    const ended = await run(asking({ format: 'pdf' }))
    expect(ended).toMatchObject({ phase: 'failed', because: { code: 'internal' } })
    expect(JSON.stringify(ended)).not.toContain('canary')
    expect(filesIn(folder)).toEqual([])
    await exports.cancel()
    expect((await run(asking({ format: 'csv' }))).phase).toBe('done')
  })

  it('is one at a time, and nothing where the person does not say where', async () => {
    const { exports } = await open(items('a'), { askWhere: () => Promise.resolve(null) })
    expect(await exports.start(asking({ format: 'csv' }))).toEqual({ ok: true, value: null })
    const other = await open(many)
    take(await other.exports.start(asking({ format: 'csv' })))
    expect(await other.exports.start(asking({ format: 'csv' }))).toMatchObject({
      ok: false,
      failure: { code: 'busy' }
    })
  })

  it('keeps its choices, and shows the file that it wrote', async () => {
    const shown: string[] = []
    const folder = testFolder()
    const showFile = (path: string): Promise<boolean> => Promise.resolve(shown.push(path) > 0)
    const { exports, run } = await open(items('a'), { showFile }, folder)
    expect(await exports.show()).toMatchObject({ ok: false, failure: { code: 'not-found' } })
    await run(asking({ format: 'csv', separator: 'tab' }))
    expect(exports.choices()).toMatchObject({ format: 'csv', separator: 'tab' })
    take(await exports.show())
    expect(shown).toEqual([join(folder, fileName)])
  })

  it('does not begin where its connection went, or the app is quitting, while the person was asked where', async () => {
    const store = { name: 'Kirkton', baseUrl: 'https://store.example', currency: 'EUR', locale: 'en' }
    const folder = testFolder()
    let isThere = true
    let asked = Promise.withResolvers<string | null>()
    const { copy, exports } = await open(
      items('a'),
      { storeOf: () => (isThere ? store : null), askWhere: () => asked.promise },
      folder
    )
    const first = exports.start(asking({ format: 'csv' }))
    isThere = false
    await exports.forget('c')
    await copy.forget('c')
    asked.resolve(join(folder, fileName))
    expect(await first).toMatchObject({ ok: false, failure: { code: 'connection-unknown' } })
    expect(readdirSync(folder)).toEqual([])
    isThere = true
    asked = Promise.withResolvers()
    const second = exports.start(asking({ format: 'csv' }))
    await exports.close()
    asked.resolve(join(folder, fileName))
    expect(await second).toMatchObject({ ok: false, failure: { code: 'cancelled' } })
    expect(readdirSync(folder)).toEqual([])
  })

  it('ends when its connection is removed', async () => {
    const folder = testFolder()
    const { exports } = await open(many, {}, folder)
    take(await exports.start(asking({ format: 'csv' }, { of: { productQuery: emptyQuery } })))
    await exports.forget('another')
    expect(exports.state()?.phase).not.toBe('cancelled')
    await exports.forget('c')
    expect(exports.state()?.phase).toBe('cancelled')
    expect(existsSync(join(folder, fileName))).toBe(false)
  })
})
