import { accessSync, constants } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { stateOf } from './file-state'
import { orClose, versionOf } from './open-database'
import { sqliteCode } from './sqlite-errors'
import { inOneReading, inTransaction } from './transaction'

/** ms after which a file that could not be read is tried again. */
const restAfterFailure = 1000

/**
 * A database that another thread writes, read here beside the catalog. Where it is missing, damaged, of another version or locked,
 * it is as if nothing were in it: a list never fails or waits for it, and that thread sees to it and tells.
 */
export interface Sidecar<Statements> {
  /** Another number each time it was opened; 0: there is nothing to read now. */
  opening: () => number
  /** What `work` returns, all of it of one state of the file; null where it cannot be read. */
  read: <T>(work: (statements: Statements) => T) => T | null
  /** Closes it; whoever reads next opens what stands there then. */
  reopen: () => void
  /** Closes it until `reopen`. */
  release: () => void
  /** Closes it and goes on with a copy of this table as it was, which must be all that is read: the file is about to be replaced. */
  detach: (table: string) => void
}

interface Open<Statements> {
  db: DatabaseSync
  statements: Statements
}

/**
 * @param version the only one whose tables are known
 * @param isSteady all that is read is of one state of the file, from the first reading until it is closed
 */
export function openSidecar<Statements>(
  file: string,
  version: number,
  prepare: (db: DatabaseSync) => Statements,
  isSteady = false
): Sidecar<Statements> {
  let open: Open<Statements> | null = null
  let openings = 0
  let isReleased = false
  let notBefore = 0

  function close(): void {
    open?.db.close()
    open = null
  }

  /** What `work` returns; null where the file fails it. */
  function tried<T>(work: () => T): T | null {
    try {
      return work()
    } catch (error) {
      if (sqliteCode(error) === null && !isOfDisk(error)) throw error
      close()
      notBefore = performance.now() + restAfterFailure
      return null
    }
  }

  function opened(): Open<Statements> | null {
    if (open !== null || isReleased || performance.now() < notBefore) return open
    notBefore = performance.now() + restAfterFailure
    open = tried(() => openSound(file, version, prepare))
    if (isSteady) open?.db.exec('BEGIN')
    if (open !== null) openings++
    return open
  }

  return {
    opening: () => (opened() === null ? 0 : openings),
    read(work) {
      const now = opened()
      return now === null ? null : tried(() => inOneReading(now.db, () => work(now.statements)))
    },
    reopen() {
      close()
      isReleased = false
      notBefore = 0
    },
    release() {
      close()
      isReleased = true
    },
    detach(table) {
      isReleased = true
      const { db } = open ?? {}
      const copy = db === undefined ? null : tried(() => copyOf(db, table, prepare))
      close()
      open = copy
    }
  }
}

/** The table by itself, in a database of its own that SQLite deletes with it. A second for a million rows. */
function copyOf<Statements>(
  from: DatabaseSync,
  table: string,
  prepare: (db: DatabaseSync) => Statements
): Open<Statements> {
  const db = new DatabaseSync('')
  return orClose(db, () => {
    const { sql } = from.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').get(table) ?? {}
    db.exec(String(sql))
    const rows = from.prepare(`SELECT * FROM ${table}`)
    rows.setReturnArrays(true)
    const places = rows.columns().map(() => '?')
    const insert = db.prepare(`INSERT INTO ${table} VALUES (${places.join()})`)
    inTransaction(db, () => {
      for (const row of rows.iterate() as Iterable<unknown> as Iterable<SQLInputValue[]>) insert.run(...row)
    })
    return { db, statements: prepare(db) }
  })
}

/** Never writes to the file, nor makes one; null where there is none that is known to be sound. */
function openSound<Statements>(
  file: string,
  version: number,
  prepare: (db: DatabaseSync) => Statements
): Open<Statements> | null {
  if (stateOf(file, version) !== 'sound') return null
  // Without a time to wait for a lock.
  const db = new DatabaseSync(addressOf(file), { readOnly: true, timeout: 0 })
  try {
    if (versionOf(db) === version) return { db, statements: prepare(db) }
    db.close()
    return null
  } catch (error) {
    db.close()
    throw error
  }
}

/**
 * In a folder that nobody can write (fault 81) SQLite cannot make what it keeps beside a file with a log; told that the file does not
 * change it needs nothing there.
 */
function addressOf(file: string): string | URL {
  try {
    accessSync(dirname(file), constants.W_OK)
    return file
  } catch {
    const address = pathToFileURL(file)
    address.searchParams.set('immutable', '1')
    return address
  }
}

function isOfDisk(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
