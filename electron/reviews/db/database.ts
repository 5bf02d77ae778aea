import { DatabaseSync } from 'node:sqlite'
import { migrate, versionOf } from '../../database/migrate'
import { orClose } from '../../database/close-on-error'
import { migrations as released } from './schema'

/** KiB of pages kept in memory: single reviews are read and written. */
const cacheSize = 4096
/** ms to wait for the lock of the thread that reads lists, or of a virus scanner. */
const patience = 5000
/** Bytes that an emptied log may keep on disk. */
const logLimit = 4 * 1024 * 1024

/**
 * Opens a file for writing, as it is. What is committed is on the disk: on macOS a plain fsync leaves it in the drive's cache, which
 * `fullfsync` empties; elsewhere that changes nothing. Throws SQLite's errors.
 */
export function openDatabase(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: patience, enableForeignKeyConstraints: false })
  const onDisk = 'PRAGMA synchronous = FULL; PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1'
  orClose(db, () => db.exec(`PRAGMA cache_size = -${cacheSize}; ${onDisk}`))
  return db
}

/** A database of the newest form in memory, which nothing stands in. */
export function openEmpty(migrations = released): DatabaseSync {
  const db = openDatabase(':memory:')
  migrate(db, migrations)
  return db
}

/**
 * Writes with a log from now on, so that lists are read meanwhile. Shows at once whether the file can be written: throws
 * otherwise.
 */
export function useLog(db: DatabaseSync): void {
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA journal_size_limit = ${logLimit};
    BEGIN IMMEDIATE;
    COMMIT;
  `)
}

/**
 * Brings a file to the newest form with a rollback journal, so that its version stands in the file itself: an older app looks for
 * it there.
 */
export function migrateFile(db: DatabaseSync, migrations: readonly string[]): void {
  if (versionOf(db) >= migrations.length) return
  db.exec('PRAGMA journal_mode = DELETE')
  migrate(db, migrations)
}

/** Runs the work on a file that is opened for it alone. */
export function withDatabase<T>(file: string, work: (db: DatabaseSync) => T): T {
  const db = openDatabase(file)
  try {
    return work(db)
  } finally {
    db.close()
  }
}

/** As `withDatabase`, for a file that stays as it is, and has no log. */
export function reading<T>(file: string, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file, { readOnly: true, timeout: patience })
  try {
    return work(db)
  } finally {
    db.close()
  }
}
