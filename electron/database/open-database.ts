import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { moveFile, removeFile } from './file-operations'
import { inTransaction } from './transaction'

/** How many migrations were applied. */
export function versionOf(db: DatabaseSync): number {
  const row = db.prepare('PRAGMA user_version').get() as { user_version: number }
  return row.user_version
}

/**
 * Brings a database to the newest version. Each migration is one transaction with its number, so that a kill in the middle
 * leaves the version before it whole (fault 86).
 */
export function migrate(db: DatabaseSync, migrations: readonly string[]): void {
  migrations.forEach((statements, index) => {
    if (index < versionOf(db)) return
    inTransaction(db, () => {
      db.exec(statements)
      db.exec(`PRAGMA user_version = ${index + 1}`)
    })
  })
}

/**
 * What `work` makes of what was just opened. Where it throws that is closed: nobody else knows of it, and where a file is open it
 * cannot be replaced (Windows).
 */
export function orClose<Opened extends { close(): void }, T>(opened: Opened, work: (opened: Opened) => T): T {
  try {
    return work(opened)
  } catch (error) {
    opened.close()
    throw error
  }
}

/** How a database is opened: the one place that says what the files of the app have in common. */
export interface DatabasePolicy {
  /** One a version, in order; a released one is never changed. */
  migrations: readonly string[]
  /**
   * `rebuildable`: a power cut may cost the last transactions, which can be had again. `precious`: what is committed is on the disk;
   * on macOS a plain fsync leaves it in the drive's cache, which `fullfsync` empties.
   */
  durability: 'rebuildable' | 'precious'
  /** Bytes of a database page, for a file that is made; SQLite's own size when left out. */
  pageSize?: number
  /** KiB of pages kept in memory. */
  cacheSize: number
  /** Pages of the log that are gathered before they are written back; SQLite's own number when left out. */
  checkpointAfter?: number
  /** Bytes that an emptied log may keep on disk. */
  logLimit: number
  /** ms to wait for a lock. */
  patience: number
  /** Reads what is needed first of all, so that damage there shows at once. */
  probe: string
}

/** The names of a database and of one that is being built to take its place. */
interface DatabaseNames {
  name: string
  buildName: string
}

/** SQLite's files beside a database, and the database: the log first, so that it never lies beside another database. */
const suffixes = ['-wal', '-shm', '-journal', '']

/** Moves a database that nobody has open. Throws the disk's errors. */
export function moveDatabase(from: string, to: string): void {
  for (const suffix of suffixes) if (existsSync(from + suffix)) moveFile(from + suffix, to + suffix)
}

/** Deletes a database that nobody has open. Throws the disk's errors. */
export function removeDatabase(file: string): void {
  for (const suffix of suffixes) removeFile(file + suffix)
}

/**
 * Opens an existing file that is no newer than this version, with a log, and brings it up to date. Throws SQLite's errors, also where the
 * file cannot be written.
 */
export function openDatabase(file: string, policy: DatabasePolicy): DatabaseSync {
  return orClose(connect(file, policy), (db) => {
    migrateFile(db, policy.migrations)
    useLog(db, policy)
    db.prepare(policy.probe).get()
    return db
  })
}

/**
 * Brings a file to the newest version with a rollback journal, so that the version is in the file itself: an older app looks for it
 * there.
 */
export function migrateFile(db: DatabaseSync, migrations: readonly string[]): void {
  if (versionOf(db) >= migrations.length) return
  db.exec('PRAGMA journal_mode = DELETE')
  migrate(db, migrations)
}

/**
 * Builds a file in place of one that nobody has open, under another name: its own never stands for half a file. `prepare` is SQL that
 * comes before the migrations, `fill` runs after them.
 */
export function buildDatabase(
  folder: string,
  { name, buildName }: DatabaseNames,
  policy: DatabasePolicy,
  { prepare = '', fill }: { prepare?: string; fill?: (db: DatabaseSync) => void } = {}
): DatabaseSync {
  removeDatabase(join(folder, buildName))
  const db = connect(join(folder, buildName), policy)
  try {
    // Half a file is never used, so that nothing needs to be undone in it.
    db.exec(`PRAGMA journal_mode = MEMORY; ${prepare}`)
    migrate(db, policy.migrations)
    fill?.(db)
  } finally {
    db.close()
  }
  removeDatabase(join(folder, name))
  moveFile(join(folder, buildName), join(folder, name))
  return openDatabase(join(folder, name), policy)
}

/** Opens a connection that writes, to a file as it is. Throws SQLite's errors. */
export function connect(file: string, policy: DatabasePolicy): DatabaseSync {
  const { pageSize, cacheSize, durability, patience } = policy
  const db = new DatabaseSync(file, { timeout: patience, enableForeignKeyConstraints: false })
  const toDisk =
    durability === 'precious'
      ? 'PRAGMA synchronous = FULL; PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1;'
      : 'PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY;'
  const page = pageSize === undefined ? '' : `PRAGMA page_size = ${pageSize};`
  orClose(db, () => db.exec(`${page} PRAGMA cache_size = -${cacheSize}; ${toDisk}`))
  return db
}

/** Keeps changes in a log beside the file from now on, so that others read meanwhile. Throws where the file cannot be written. */
export function useLog(db: DatabaseSync, { checkpointAfter, logLimit }: DatabasePolicy): void {
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA journal_size_limit = ${logLimit};`)
  if (checkpointAfter !== undefined) db.exec(`PRAGMA wal_autocheckpoint = ${checkpointAfter}`)
  db.exec('BEGIN IMMEDIATE; COMMIT;')
}

/** Opens a connection that refuses to write, to a database that another thread has open. Throws SQLite's errors. */
export function connectToRead(file: string, { cacheSize, patience }: DatabasePolicy): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: patience, enableForeignKeyConstraints: false })
  orClose(db, () =>
    db.exec(`PRAGMA cache_size = -${cacheSize}; PRAGMA temp_store = MEMORY; PRAGMA query_only = 1;`)
  )
  return db
}
