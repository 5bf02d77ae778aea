import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { moveFile, removeFile } from './file-operations'
import { migrate, versionOf } from './migrate'
import { orClose } from './close-on-error'

/** How a database is opened whose content can be had again. */
export interface Opening {
  migrations: readonly string[]
  /** Bytes of a page. */
  pageSize: number
  /** KiB of pages kept in memory. */
  cacheSize: number
  /** Pages of the log that are gathered before they are written back. */
  checkpointAfter: number
  /** Bytes that an emptied log may keep on disk. */
  logLimit: number
  /** ms to wait for a lock. */
  patience: number
  /** Reads what is needed first of all, so that damage there shows at once. */
  probe: string
}

/** The names of a database and of one that is being built to take its place. */
export interface Names {
  name: string
  buildName: string
}

/** SQLite's files beside a database. */
const besides = ['', '-wal', '-shm', '-journal']

/** Deletes a database, and what SQLite keeps beside it. */
export function removeDatabase(folder: string, name: string): void {
  for (const beside of besides) removeFile(join(folder, name + beside))
}

/**
 * Opens a file that is there and no newer than this version, with a log, and brings it up to date. A version is written with a
 * rollback journal, so that it stands in the file itself: an older app looks for it there. Throws SQLite's errors.
 */
export function openSound(file: string, opening: Opening): DatabaseSync {
  const { migrations, checkpointAfter, logLimit, probe } = opening
  return orClose(openDatabase(file, opening), (db) => {
    if (versionOf(db) < migrations.length) {
      db.exec('PRAGMA journal_mode = DELETE')
      migrate(db, migrations)
    }
    db.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA wal_autocheckpoint = ${checkpointAfter};
      PRAGMA journal_size_limit = ${logLimit};
      BEGIN IMMEDIATE; COMMIT;
    `)
    db.prepare(probe).get()
    return db
  })
}

/**
 * Begins a file anew in place of one that nobody has open, under another name: its own never stands for half a file. `fill`
 * comes behind the migrations, `prepare` before them.
 */
export function buildAnew(
  folder: string,
  { name, buildName }: Names,
  opening: Opening,
  { prepare, fill }: { prepare?: string; fill?: (db: DatabaseSync) => void } = {}
): DatabaseSync {
  removeDatabase(folder, buildName)
  const db = openDatabase(join(folder, buildName), opening)
  try {
    db.exec(`PRAGMA journal_mode = MEMORY; ${prepare ?? ''}`)
    migrate(db, opening.migrations)
    fill?.(db)
  } finally {
    db.close()
  }
  removeDatabase(folder, name)
  moveFile(join(folder, buildName), join(folder, name))
  return openSound(join(folder, name), opening)
}

function openDatabase(file: string, { pageSize, cacheSize, patience }: Opening): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: patience, enableForeignKeyConstraints: false })
  orClose(db, () =>
    db.exec(`
      PRAGMA page_size = ${pageSize};
      PRAGMA cache_size = -${cacheSize};
      PRAGMA temp_store = MEMORY;
      PRAGMA synchronous = NORMAL;
    `)
  )
  return db
}
