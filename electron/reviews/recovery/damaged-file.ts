import { closeSync, existsSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { removeFile } from '../../database/file-operations'
import { openEmpty, withDatabase } from '../db/database'
import { orElse } from './soundness'

/** Bytes of a page: SQLite's own choice, which no released version changed. */
const pageSize = 4096

/** Pages at which tables begin, by the tables' names. */
type Roots = Map<string, number>

/**
 * Gives a copy of a damaged file, which is only read afterwards, a first page of our own: header and schema are known, so that damage to
 * them hides no row. Tables are looked for where the file says that they begin, else where they begin in files of this form. Indexes
 * are left out: rows are read without them. Throws the disk's errors.
 */
export function mendCopy(copy: string, migrations: readonly string[]): void {
  const pages = Math.floor(statSync(copy).size / pageSize)
  if (pages < 2) return
  const folder = dirname(copy)
  writeAt(copy, 0, firstBytes(folder, existsSync(`${copy}-wal`)))
  takeLog(copy)
  const found = orElse(new Map<string, number>(), () => rootsIn(copy))
  const agreed = (roots: Roots): number =>
    [...found].filter(([name, root]) => roots.get(name) === root).length
  const [nearest = found] = usualRoots(folder, migrations).sort((one, other) => agreed(other) - agreed(one))
  const written = Math.floor(statSync(copy).size / pageSize)
  writeAt(copy, 0, firstPage(folder, migrations, new Map([...nearest, ...found]), written))
}

/** The part of a header that is the same in all our files (sqlite.org/fileformat.html): without it nothing is read at all. */
function firstBytes(folder: string, hasLog: boolean): Buffer {
  const sample = join(folder, 'header.sqlite')
  const mode = hasLog ? 'WAL' : 'DELETE'
  withDatabase(sample, (db) =>
    db.exec(`PRAGMA page_size = ${pageSize}; PRAGMA journal_mode = ${mode}; CREATE TABLE t (c)`)
  )
  return readAt(sample, 0, 24)
}

/** Puts what is in the log into the file. A log that cannot be taken up is left out. */
function takeLog(copy: string): void {
  if (!existsSync(`${copy}-wal`)) return
  orElse(undefined, () => {
    const db = new DatabaseSync(copy)
    try {
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } finally {
      db.close()
    }
  })
  for (const beside of ['-wal', '-shm']) removeFile(copy + beside)
  writeAt(copy, 18, Buffer.from([1, 1]))
}

/** As the schema of a file says, as far as it can be read. */
function rootsIn(copy: string): Roots {
  const db = new DatabaseSync(copy, { defensive: false })
  try {
    // Lets entries of the schema be that make no sense.
    db.exec('PRAGMA writable_schema = ON')
    return rootsOf(db)
  } finally {
    db.close()
  }
}

const rootsOf = (db: DatabaseSync): Roots => {
  const rows = db.prepare("SELECT name, rootpage FROM sqlite_schema WHERE type = 'table' AND rootpage > 1")
  return new Map(rows.all().map(({ name, rootpage }) => [String(name), Number(rootpage)]))
}

/** Where tables begin in a file that was built, and in one that was written as a backup. */
function usualRoots(folder: string, migrations: readonly string[]): Roots[] {
  const built = openEmpty(migrations)
  const written = join(folder, 'written.sqlite')
  try {
    built.prepare('VACUUM INTO ?').run(written)
    return [rootsOf(built), withDatabase(written, rootsOf)]
  } finally {
    built.close()
  }
}

/** A first page that says that these tables begin there. */
function firstPage(folder: string, migrations: readonly string[], roots: Roots, pages: number): Buffer {
  const file = join(folder, 'form.sqlite')
  const form = openEmpty(migrations)
  const db = new DatabaseSync(file, { defensive: false })
  try {
    db.exec(`PRAGMA page_size = ${pageSize}`)
    for (const { name, sql } of form.prepare(ownTables).all()) {
      db.exec(withoutIndexes(String(sql)))
      db.exec('PRAGMA writable_schema = ON')
      db.prepare('UPDATE sqlite_schema SET rootpage = ? WHERE name = ?').run(
        roots.get(String(name)) ?? 2,
        name ?? ''
      )
    }
  } finally {
    db.close()
    form.close()
  }
  const page = readAt(file, 0, pageSize)
  // The size of the file, in pages; it holds where the two counters of changes are the same.
  page.writeUInt32BE(pages, 28)
  page.writeUInt32BE(page.readUInt32BE(24), 92)
  // No page is free: none is ever taken.
  page.fill(0, 32, 40)
  return page
}

const ownTables =
  "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"

/** A table as it was created, without comments, which take more room than a page has, and without an index of its own. */
function withoutIndexes(sql: string): string {
  const bare = sql
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\s+/g, ' ')
    .replace(' AUTOINCREMENT', '')
  return bare.includes('WITHOUT ROWID') ? bare : bare.replace('TEXT PRIMARY KEY', 'TEXT')
}

function readAt(file: string, at: number, length: number): Buffer {
  const handle = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(length)
    readSync(handle, bytes, 0, length, at)
    return bytes
  } finally {
    closeSync(handle)
  }
}

function writeAt(file: string, at: number, bytes: Buffer): void {
  const handle = openSync(file, 'r+')
  try {
    writeSync(handle, bytes, 0, bytes.length, at)
  } finally {
    closeSync(handle)
  }
}
