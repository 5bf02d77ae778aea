import { existsSync, openSync, readdirSync, statSync, writeFileSync, writeSync, closeSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createCatalogDb, type CatalogDbDeps } from '../../../electron/catalog/catalog-db'
import type { CatalogDb, ListAnswer } from '../../../electron/catalog/types'
import { emptyQuery } from '../../../electron/contract/empty-query'
import { copyThreads } from '../../support/threads'
import { testFolder } from '../../support/folder'
import { numbered, readerOf } from './numbered-list'
import { writeReviews } from './support/sidecar-files'
import { item, items, rawPage, storePage, take, type Item } from './writing-side'

function open(folder: string, more: Partial<CatalogDbDeps> = {}): CatalogDb {
  const copy = createCatalogDb({ folderOf: (id) => join(folder, id), ...copyThreads(), ...more })
  onTestFinished(() => copy.close())
  return copy
}

async function read(copy: CatalogDb, offset = 0, limit = 100): Promise<ListAnswer> {
  return take(await copy.read('c', { productQuery: emptyQuery, offset, limit }))
}

async function ids(copy: CatalogDb): Promise<string[]> {
  return (await read(copy)).items.map(({ id }) => id)
}

async function save(copy: CatalogDb, list: Item[], page = 1, limit = 10): Promise<void> {
  take(await copy.save('c', storePage(rawPage(list, page, limit)), 1234))
}

/** Overwrites a part of a closed copy, where its products are: what is read when it is opened is sound. */
function damage(file: string): void {
  const pages = Math.floor(statSync(file).size / 8192)
  const from = Math.floor(pages * 0.4) * 8192
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(Math.floor(pages * 0.2) * 8192, 0xa5), 0, undefined, from)
  closeSync(handle)
}

describe('the copy', () => {
  it('reads what was saved, with how much it is of how much', async () => {
    const copy = open(testFolder())
    expect(await read(copy)).toMatchObject({ items: [], count: 0, coverage: { state: 'none' } })
    await save(copy, items('a', 'b', 'c'), 1, 2)
    expect(await ids(copy)).toEqual(['a', 'b'])
    expect(take(await copy.facts('c'))).toMatchObject({
      coverage: { here: 2, total: 3, asOf: 1234, state: 'partial' }
    })
    await save(copy, items('x', 'b', 'c'), 1, 2)
    expect(await ids(copy)).toEqual(['x', 'b'])
  })

  it('keeps the copies of two connections apart', async () => {
    const copy = open(testFolder())
    await save(copy, items('a'))
    expect(take(await copy.read('other', { productQuery: emptyQuery, offset: 0, limit: 10 })).count).toBe(0)
  })

  it('is opened for whoever asks next after an error while it was opened', async () => {
    const folder = testFolder()
    let asked = 0
    const copy = open(folder, {
      folderOf: (id) => {
        asked += 1
        if (asked === 1) throw new Error('a bug')
        return join(folder, id)
      }
    })
    const both = await Promise.allSettled([read(copy), read(copy)])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  })

  it('tells whoever listens of each write', async () => {
    const copy = open(testFolder())
    const told: string[] = []
    const stop = copy.onChange((id) => told.push(id))
    await save(copy, items('a'))
    stop()
    await save(copy, items('b'))
    expect(told).toEqual(['c'])
  })

  it('finds products by their ids, while the first run goes on and after it', async () => {
    const copy = open(testFolder())
    const { run } = take(await copy.runs.begin('c', 1))
    const answers = [rawPage(items('a', 'b'), 1, 2)]
    take(await copy.runs.commit('c', { run, at: 1, answers, checkpoint: null }))
    const find = async (): Promise<string[]> => {
      const products = take(await copy.products('c', ['b', 'nobody', 'a']))
      return products.map(({ id, position }) => `${position} ${id}`).sort()
    }
    expect(await find()).toEqual(['1 a', '2 b'])
    const ending = { run, at: 1, duration: 1, total: 2, because: null, partly: null }
    take(await copy.runs.finish('c', { ...ending, outcome: 'complete' }))
    await save(copy, items('b', 'a'))
    expect(await find()).toEqual(['1 b', '2 a'])
    expect(take(await copy.listed('c', emptyQuery, ['b', 'nobody', 'a']))).toEqual(['b', 'a'])
    expect(take(await copy.place('c', emptyQuery, 'a'))).toBe(2)
  })

  it('tells of reviews that another thread wrote beside it, in rows, lists and counts', async () => {
    const folder = testFolder()
    const copy = open(folder)
    await save(copy, items('a', 'b'))
    const told: string[] = []
    copy.onChange((id) => told.push(id))
    const states = async (): Promise<string[]> => (await read(copy)).items.map(({ review }) => review.state)
    expect(await states()).toEqual(['unreviewed', 'unreviewed'])
    const reviews = writeReviews(join(folder, 'c'))
    onTestFinished(reviews.close)
    reviews.write('b', { mark: 'ignored', note: '', seen: null })
    copy.reviewed('c', ['b'])
    expect(told).toEqual(['c'])
    expect(await states()).toEqual(['unreviewed', 'ignored'])
    expect(take(await copy.progress('c', emptyQuery))).toMatchObject({ ignored: 1, unreviewed: 1, total: 2 })
    await copy.releaseReviews('c')
    expect(await states()).toEqual(['unreviewed', 'unreviewed'])
    copy.reviewed('c', null)
    expect(await states()).toEqual(['unreviewed', 'ignored'])
    copy.audited('c')
    expect(told).toEqual(['c', 'c', 'c'])
  })

  it('leaves one file behind, and opens it again', async () => {
    const folder = testFolder()
    const copy = open(folder)
    await save(copy, items('a', 'b'))
    await copy.close()
    expect(readdirSync(join(folder, 'c'))).toEqual(['catalog.sqlite'])
    expect(await copy.read('c', { productQuery: emptyQuery, offset: 0, limit: 1 })).toMatchObject({
      ok: false,
      failure: { code: 'cancelled' }
    })
    expect(await ids(open(folder))).toEqual(['a', 'b'])
  })

  it('is read at the next start without the writing thread, which takes part once something is written', async () => {
    const folder = testFolder()
    const before = open(folder)
    await save(before, items('a', 'b'))
    await before.close()
    const thread = join(folder, 'no-writer.mjs')
    writeFileSync(thread, `throw new Error('it was started')`)
    const alone = open(folder, { writerFile: thread })
    expect(await ids(alone)).toEqual(['a', 'b'])
    await alone.close()
    const both = open(folder)
    expect(await ids(both)).toEqual(['a', 'b'])
    await save(both, items('c', 'b'))
    expect(await ids(both)).toEqual(['c', 'b'])
  })

  it('is deleted when the connection is forgotten, and begins anew', async () => {
    const folder = testFolder()
    const copy = open(folder)
    await save(copy, items('a'))
    writeFileSync(join(folder, 'c', 'catalog.damaged-before.sqlite'), 'set aside')
    writeFileSync(join(folder, 'c', 'reviews.sqlite'), 'precious')
    await copy.forget('c')
    expect(readdirSync(join(folder, 'c'))).toEqual(['reviews.sqlite'])
    expect(await ids(copy)).toEqual([])
    await save(copy, items('b'))
    expect(await ids(copy)).toEqual(['b'])
  })

  it('fault 111: shows nothing of the store before from the moment that its connection has another address', async () => {
    const folder = testFolder()
    let store = '["https://old.example",""]'
    const copy = open(folder, { storeOf: () => store })
    await save(copy, items('a'))
    store = '["https://new.example",""]'
    expect(await ids(copy)).toEqual([])
    await save(copy, items('b'))
    expect(await ids(copy)).toEqual(['b'])
    expect(readdirSync(folder)).toEqual(['c'])
  })

  it('fault 111: shows nothing of the store before where the app ended before that was deleted', async () => {
    const folder = testFolder()
    const before = open(folder, { storeOf: () => '["https://old.example",""]' })
    await save(before, items('a'))
    writeFileSync(join(folder, 'c', 'catalog.damaged-before.sqlite'), 'of the old store as well')
    await before.close()
    const copy = open(folder, { storeOf: () => '["https://new.example",""]' })
    expect(await ids(copy)).toEqual([])
    expect(await copy.takeNotice('c')).toBeNull()
    expect(readdirSync(join(folder, 'c')).filter((name) => name.includes('damaged'))).toEqual([])
  })

  it('goes with its folder where nothing else is in it', async () => {
    const folder = testFolder()
    const copy = open(folder)
    await save(copy, items('a'))
    await copy.forget('c')
    expect(readdirSync(folder)).toEqual([])
  })

  it('ends a comparison with another that is deleted meanwhile, and does not begin it anew', async () => {
    const folder = testFolder()
    const bugs: string[] = []
    const copy = open(folder, { log: { warn: () => undefined, error: (event) => bugs.push(event) } })
    await save(copy, items('a'))
    const page = { kinds: [], leastPercent: null, offset: 0, limit: 10 }
    const comparison = copy.history.compareCatalogs('c', 'other', { bases: [null, null], ...page })
    await copy.forget('c')
    expect(await comparison).toMatchObject({ ok: false, failure: { code: 'cancelled' } })
    expect(bugs).toEqual([])
    expect(readdirSync(folder)).toEqual(['other'])
  })

  it('forgets a connection that never had one', async () => {
    const folder = testFolder()
    await open(folder).forget('c')
    expect(existsSync(join(folder, 'c'))).toBe(false)
  })

  it('moves the bytes of an answer, but not what lies beside them', async () => {
    const copy = open(testFolder())
    const { run } = take(await copy.runs.begin('c', 1))
    const raw = rawPage(items('a'), 1, 1)
    const pooled = new Uint8Array(new ArrayBuffer(raw.bytes.length + 8), 4, raw.bytes.length)
    pooled.set(raw.bytes)
    const answers = [{ ...raw, bytes: pooled }]
    take(await copy.runs.commit('c', { run, at: 1, answers, checkpoint: null }))
    expect(pooled.buffer.byteLength).toBe(raw.bytes.length + 8)
    take(await copy.runs.commit('c', { run, at: 1, answers: [raw], checkpoint: null }))
    expect(raw.bytes.byteLength).toBe(0)
    expect(await ids(copy)).toEqual(['a'])
  })

  it('reads while something large is written', async () => {
    const copy = open(testFolder())
    await save(copy, items('a'))
    expect(await ids(copy)).toEqual(['a'])
    const { run } = take(await copy.runs.begin('c', 1))
    const long = 'word '.repeat(100)
    const many = Array.from({ length: 20_000 }, (_, n) => item(`n${n}`, { description: long }))
    const writing = copy.runs.commit('c', { run, at: 1, answers: [rawPage(many, 1, 20_000)], checkpoint: 1 })
    const first = await Promise.race([writing.then(() => 'written'), ids(copy)])
    expect(first).toEqual(['a'])
    expect(take(await writing).pages[0]?.entries).toBe(20_000)
    expect((await read(copy)).count).toBe(20_000)
  })
})

describe('a copy that is damaged', () => {
  it('fault 82: is set aside when it is opened, and told of once', async () => {
    const folder = testFolder()
    const first = open(folder)
    await save(first, items('a'))
    await first.close()
    writeFileSync(join(folder, 'c', 'catalog.sqlite'), 'no database')
    const copy = open(folder)
    expect(await ids(copy)).toEqual([])
    expect(await copy.takeNotice('c')).toMatchObject({ kind: 'set-aside' })
    expect(await copy.takeNotice('c')).toBeNull()
  })

  it.each(['read', 'write'])(
    'fault 82: is set aside when that shows only on a %s, and fills again',
    async (when) => {
      const folder = testFolder()
      const first = open(folder)
      await readerOf(first, numbered)
      await first.close()
      damage(join(folder, 'c', 'catalog.sqlite'))
      const copy = open(folder)
      const told: string[] = []
      copy.onChange((id) => told.push(id))
      if (when === 'write') await save(copy, numbered, 1, 6000)
      else expect((await read(copy, 0, 6000)).items).toEqual([])
      const notice = await copy.takeNotice('c')
      expect(notice).toMatchObject({ kind: 'set-aside' })
      expect(readdirSync(join(folder, 'c'))).toContain(notice?.kind === 'set-aside' ? notice.file : '')
      expect(told).toContain('c')
      await readerOf(copy, numbered)
      expect((await read(copy, 5900)).items).toHaveLength(100)
    }
  )

  it('fault 82: ends the run that was being written into it', async () => {
    const folder = testFolder()
    const first = open(folder)
    await readerOf(first, numbered)
    await first.close()
    damage(join(folder, 'c', 'catalog.sqlite'))
    const copy = open(folder)
    const begun = await copy.runs.begin('c', 1)
    const batch = { run: 2, at: 1, answers: [rawPage(numbered, 1, 6000)], checkpoint: null }
    const answers = [begun, await copy.runs.commit('c', batch)]
    expect(answers.at(-1)).toMatchObject({ ok: false, failure: { code: 'copy-replaced' } })
    expect(take(await copy.runs.begin('c', 1))).toMatchObject({ run: 1, checkpoint: null })
  })
})

/** A thread that does as the copy's, until it is asked to die (or, the first time, hangs while it starts). */
function mortal(entry: string, folder: string, how: 'dies' | 'hangs'): string {
  const marker = JSON.stringify(join(folder, 'started'))
  const file = join(folder, `${how}.mjs`)
  const start = {
    dies: `parentPort.on('message', ({ method, input }) => { if (input?.offset === 666 || input?.run === 666) process.exit(1) })`,
    hangs: `if (!existsSync(${marker})) { writeFileSync(${marker}, ''); for (;;); }`
  }
  writeFileSync(
    file,
    `import { existsSync, writeFileSync } from 'node:fs'
     import { parentPort } from 'node:worker_threads'
     ${start[how]}
     await import(${JSON.stringify(pathToFileURL(entry).href)})`
  )
  return file
}

describe('a thread of the copy', () => {
  it('fault 89: that dies fails the calls that wait for it, and the next starts another', async () => {
    const folder = testFolder()
    const { readerFile, writerFile } = copyThreads()
    const copy = open(folder, {
      readerFile: mortal(readerFile, folder, 'dies'),
      writerFile
    })
    await save(copy, items('a'))
    const calls = [666, 0].map((offset) => copy.read('c', { productQuery: emptyQuery, offset, limit: 1 }))
    expect(await Promise.all(calls)).toMatchObject([
      { ok: false, failure: { code: 'internal' } },
      { ok: false, failure: { code: 'internal' } }
    ])
    expect(await ids(copy)).toEqual(['a'])
  })

  it('loads while the other one does', async () => {
    const folder = testFolder()
    const { readerFile, writerFile } = copyThreads()
    const marker = JSON.stringify(join(folder, 'reader'))
    const entry = (name: string, first: string, then: string): string => {
      const file = join(folder, name)
      writeFileSync(
        file,
        `import { existsSync, writeFileSync } from 'node:fs'\n${first}\nawait import(${JSON.stringify(pathToFileURL(then).href)})`
      )
      return file
    }
    const copy = open(folder, {
      readerFile: entry('reader.mjs', `writeFileSync(${marker}, '')`, readerFile),
      // Would wait for ever for a reader that waits for the writer.
      writerFile: entry('writer.mjs', `while (!existsSync(${marker}));`, writerFile),
      startWithin: 5000
    })
    expect(await ids(copy)).toEqual([])
  })

  it('that gets bytes which were moved before says so, and goes on', async () => {
    const copy = open(testFolder())
    const { run } = take(await copy.runs.begin('c', 1))
    const batch = { run, at: 1, answers: [rawPage(items('a'), 1, 1)], checkpoint: null }
    take(await copy.runs.commit('c', batch))
    expect(await copy.runs.commit('c', batch)).toMatchObject({ ok: false, failure: { code: 'internal' } })
    expect(await ids(copy)).toEqual(['a'])
  })

  it('fault 89: that dies while it writes leaves a run that goes on', async () => {
    const folder = testFolder()
    const { readerFile, writerFile } = copyThreads()
    const copy = open(folder, { readerFile, writerFile: mortal(writerFile, folder, 'dies') })
    const { run } = take(await copy.runs.begin('c', 5))
    take(
      await copy.runs.commit('c', { run, at: 1, answers: [rawPage(items('a'), 1, 1)], checkpoint: 'here' })
    )
    expect(await copy.runs.missing('c', 666, 0)).toMatchObject({ ok: false, failure: { code: 'internal' } })
    expect(take(await copy.runs.begin('c', 9))).toMatchObject({ run, startedAt: 5, checkpoint: 'here' })
    expect(await ids(copy)).toEqual(['a'])
  })

  it('fault 89: that hangs while it starts is given up, and the next call starts another', async () => {
    const folder = testFolder()
    const { readerFile, writerFile } = copyThreads()
    const copy = open(folder, {
      readerFile,
      writerFile: mortal(writerFile, folder, 'hangs'),
      // Also the second start has to be in time.
      startWithin: process.platform === 'win32' ? 20_000 : 3000
    })
    expect(await copy.facts('c')).toMatchObject({ ok: false, failure: { code: 'internal' } })
    expect(await copy.facts('c')).toMatchObject({ ok: true })
  })
})
