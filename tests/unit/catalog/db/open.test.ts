import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openCatalog, rebuildCatalog, type CatalogFile } from '../../../../electron/catalog/db/open'
import type { OpenCatalog } from '../../../../electron/catalog/write/state'
import { beginRun, commitBatch } from '../../../../electron/catalog/write/runs'
import { migrations } from '../../../../electron/catalog/db/schema'
import { prepareStatements } from '../../../../electron/catalog/write/statements'
import { createWriter } from '../../../../electron/catalog/write/methods'
import { eventually } from '../../../support/eventually'
import { bundle } from '../../../support/threads'
import { testFolder } from '../../../support/folder'
import { item, openWriter, rawPage, take, type Item } from '../writing-side'

function open(folder: string, newer: readonly string[] = []): CatalogFile {
  const copy = openCatalog(folder, [...migrations, ...newer])
  onTestFinished(() => {
    if (copy.db.isOpen) copy.db.close()
    if (copy.temporary !== null) rmSync(copy.temporary, { recursive: true, force: true })
  })
  return copy
}

/** A copy with one product in it, closed. */
function filled(folder: string): string {
  const { db, file } = open(folder)
  db.exec("INSERT INTO product (id, name, flags, added) VALUES ('kept', 'Kept', 0, 1)")
  db.close()
  return file
}

function names({ db }: CatalogFile): unknown[] {
  return db
    .prepare('SELECT name FROM product')
    .all()
    .map(({ name }) => name)
}

function digest(folder: string): string[] {
  return readdirSync(folder).map(
    (name) =>
      `${name} ${createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')}`
  )
}

describe('a copy that is there', () => {
  it('is opened with what is in it', () => {
    const folder = testFolder()
    filled(folder)
    const copy = open(folder)
    expect(copy).toMatchObject({ notice: null, temporary: null, file: join(folder, 'catalog.sqlite') })
    expect(names(copy)).toEqual(['Kept'])
  })

  it('is brought to the newest version, with what is in it', () => {
    const folder = testFolder()
    filled(folder)
    const copy = open(folder, ['CREATE TABLE later (x INTEGER) STRICT'])
    expect(names(copy)).toEqual(['Kept'])
    expect(copy.db.prepare('SELECT count(*) AS n FROM later').get()).toEqual({ n: 0 })
    expect(copy.db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
  })

  it('leaves one file once it is closed', () => {
    const folder = testFolder()
    filled(folder)
    expect(readdirSync(folder)).toEqual(['catalog.sqlite'])
  })
})

describe('a copy that cannot be used', () => {
  it('fault 82: what is no database is set aside under a name that is told, and a new copy takes its place', () => {
    const folder = testFolder()
    writeFileSync(join(folder, 'catalog.sqlite'), 'these are not the bytes of a database'.repeat(50))
    writeFileSync(join(folder, 'catalog.sqlite-wal'), 'nor is this a log')
    const copy = open(folder)
    const [aside = '', log] = readdirSync(folder)
      .filter((name) => name.startsWith('catalog.damaged-'))
      .sort()
    expect(log).toBe(`${aside}-wal`)
    expect(copy.notice).toEqual({ kind: 'set-aside', file: aside })
    expect(readFileSync(join(folder, aside), 'utf8')).toContain('these are not the bytes')
    expect(names(copy)).toEqual([])
    expect(
      existsSync(join(folder, 'catalog.sqlite-wal')) &&
        readFileSync(join(folder, 'catalog.sqlite-wal'), 'latin1').includes('nor is')
    ).toBe(false)
  })

  it('fault 82: a database whose first pages were overwritten is set aside', () => {
    const folder = testFolder()
    const file = filled(folder)
    const bytes = readFileSync(file)
    bytes.fill(0xff, 100, 8192)
    writeFileSync(file, bytes)
    const copy = open(folder)
    expect(copy.notice).toMatchObject({ kind: 'set-aside' })
    expect(names(copy)).toEqual([])
  })

  it('fault 82: a database that was cut off is set aside', () => {
    const folder = testFolder()
    const file = filled(folder)
    truncateSync(file, 10_000)
    expect(open(folder).notice).toMatchObject({ kind: 'set-aside' })
  })

  it('fault 82: a database that lacks a part is let go of, so that it can be set aside', () => {
    const folder = testFolder()
    const db = new DatabaseSync(filled(folder))
    db.exec('DROP TABLE place')
    db.close()
    expect(() => createWriter().methods.open('shop', { folder, store: null })).toThrow('no such table')
    // SQLite's files beside it go with the last that has it open.
    expect(readdirSync(folder)).toEqual(['catalog.sqlite'])
  })

  it('fault 82: only the last damaged copy is kept', () => {
    const folder = testFolder()
    for (const text of ['first', 'second']) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'catalog.sqlite'), text)
      open(folder).db.close()
    }
    const damaged = readdirSync(folder).filter((name) => name.includes('damaged'))
    expect(damaged.map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(['second'])
  })

  it('fault 84: an empty file is a loss, not a beginning', () => {
    const folder = testFolder()
    writeFileSync(join(folder, 'catalog.sqlite'), '')
    expect(open(folder).notice).toMatchObject({ kind: 'set-aside' })
  })

  it('fault 84: a copy that was killed while it was built is built again, and nobody is told of a loss', () => {
    const folder = testFolder()
    writeFileSync(join(folder, 'catalog.new.sqlite'), 'half of')
    writeFileSync(join(folder, 'catalog.new.sqlite-journal'), 'a file')
    expect(open(folder).notice).toBeNull()
    expect(readdirSync(folder).filter((name) => name.includes('new'))).toEqual([])
  })

  it('fault 85: a file from a newer version is left as it is, byte for byte, and this run has a copy of its own', () => {
    const folder = testFolder()
    open(folder, ['CREATE TABLE later (x INTEGER) STRICT']).db.close()
    const before = digest(folder)
    const copy = open(folder)
    expect(copy.notice).toEqual({ kind: 'newer' })
    expect(copy.temporary).not.toBeNull()
    copy.db.exec("INSERT INTO product (id, name, flags, added) VALUES ('a', 'This run', 0, 1)")
    expect(names(copy)).toEqual(['This run'])
    expect(digest(folder)).toEqual(before)
  })

  it('fault 82, 85: when the copy of this run is damaged, the newer file is still left as it is', () => {
    const folder = testFolder()
    open(folder, ['CREATE TABLE later (x INTEGER) STRICT']).db.close()
    const before = digest(folder)
    const copy = rebuildCatalog(folder)
    onTestFinished(() => {
      copy.db.close()
      rmSync(copy.temporary ?? '', { recursive: true, force: true })
    })
    expect(copy.notice).toEqual({ kind: 'newer' })
    expect(digest(folder)).toEqual(before)
  })

  it('fault 81: where no folder can be made, the copy lasts for this run', () => {
    const file = join(testFolder(), 'a file')
    writeFileSync(file, '')
    const copy = open(join(file, 'connection'))
    expect(copy.notice).toEqual({ kind: 'this-run-only' })
    expect(existsSync(copy.file)).toBe(true)
    expect(copy.file.startsWith(file)).toBe(false)
  })

  it('fault 81: something else under the name of the copy is not written over', () => {
    const folder = testFolder()
    mkdirSync(join(folder, 'catalog.sqlite'))
    const copy = open(folder)
    expect(copy.notice).toEqual({ kind: 'this-run-only' })
    expect(statSync(join(folder, 'catalog.sqlite')).isDirectory()).toBe(true)
  })
})

describe('a writer', () => {
  it('deletes the folder of a copy that lasts for this run when it closes it', async () => {
    const file = join(testFolder(), 'a file')
    writeFileSync(file, '')
    const side = openWriter(join(file, 'connection'))
    const copy = await side.methods.open('c', { folder: '', store: null })
    expect(copy.ok && existsSync(copy.value.file)).toBe(true)
    await side.methods.close('c', null)
    expect(copy.ok && existsSync(copy.value.file)).toBe(false)
  })

  it('tells of a copy once, also over a restart', async () => {
    const folder = testFolder()
    writeFileSync(join(folder, 'catalog.sqlite'), '')
    const side = openWriter(folder)
    side.reopen()
    expect(await side.methods.takeNotice('c', null)).toMatchObject({ value: { kind: 'set-aside' } })
    side.reopen()
    expect(await side.methods.takeNotice('c', null)).toEqual({ ok: true, value: null })
  })

  it('fault 80: a full disk leaves what was there, and nothing half-written', () => {
    const file = open(testFolder())
    const sql = prepareStatements(file.db)
    const copy: OpenCatalog = { file, sql, state: null, wordsLeft: false, closed: false }
    const { run } = take(beginRun(copy, 1)).value
    const commit = (list: Item[], page: number, limit: number): number => {
      const answers = [rawPage(list, page, limit)]
      return take(commitBatch(copy, { run, at: 2, answers, checkpoint: page })).value.pages[0]?.touched ?? 0
    }
    commit([item('a'), item('b')], 1, 2)
    const emptyQuery = (): unknown[] =>
      ['product', 'place', 'stretch', 'run', 'fact'].map((table) =>
        file.db.prepare(`SELECT * FROM ${table}`).all()
      )
    const before = emptyQuery()
    const { page_count } = file.db.prepare('PRAGMA page_count').get() as { page_count: number }
    file.db.exec(`PRAGMA max_page_count = ${page_count + 1}`)
    const many = Array.from({ length: 500 }, (_, n) => item(`n${n}`, { description: 'long '.repeat(100) }))
    expect(() => commit(many, 1, 500)).toThrow(/full/)
    expect(emptyQuery()).toEqual(before)
    // Room again: nothing that was undone is remembered.
    file.db.exec('PRAGMA max_page_count = 1000000')
    expect(commit(many, 1, 500)).toBe(500)
    expect(names(file)).toHaveLength(502)
  })
})

describe('a migration', () => {
  it('fault 86: killed in the middle, the copy is the version that it was', async () => {
    const folder = testFolder()
    const file = filled(folder)
    const size = statSync(file).size
    const fileOf = await bundle({ child: 'tests/unit/catalog/migrating-process.ts' })
    const child = spawn(process.execPath, [fileOf('child'), folder], { stdio: 'ignore' })
    const ended = once(child, 'exit')
    // Its pages are on their way into the file, and the migration is far from its end.
    await eventually(() => expect(statSync(file).size).toBeGreaterThan(size + 20_000_000))
    child.kill('SIGKILL')
    await ended
    expect(existsSync(`${file}-journal`)).toBe(true)
    const copy = open(folder)
    expect(copy.notice).toBeNull()
    expect(names(copy)).toEqual(['Kept'])
    const tables = copy.db.prepare("SELECT name FROM sqlite_schema WHERE name = 'later'").all()
    expect(tables).toEqual([])
    expect(copy.db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  })
})
