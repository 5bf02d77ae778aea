import { DatabaseSync } from 'node:sqlite'
import { migrate, versionOf } from '../../database/migrate'
import { orClose } from '../../database/close-on-error'
import { migrations as released } from './schema'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { moveFile, removeFile, removeFolder } from '../../database/file-operations'

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

/** SQLite's files beside a database, and itself. */
const besides = ['-wal', '-shm', '-journal', ''] as const

/** A moment as it stands in file names, of which the order is that of time: `2026-11-03T10-20-30-123Z`. */
export function stampOf(at: number): string {
  return new Date(at).toISOString().replaceAll(/[:.]/g, '-')
}

/** Moves a database with what SQLite keeps beside it; the log first, so that it never lies beside another database. */
export function moveDatabase(from: string, to: string): void {
  for (const beside of besides) if (existsSync(from + beside)) moveFile(from + beside, to + beside)
}

export function removeDatabase(file: string): void {
  for (const beside of besides) removeFile(file + beside)
}

/** What was left half-made when the app was killed goes away: files and folders of these names. */
export function removeLeftovers(folder: string, isLeftover: (name: string) => boolean): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    if (isLeftover(name)) removeFolder(join(folder, name))
  }
}

/** `notice`: what is still to be told, a `ReviewNotice` in JSON. */
type FactName = 'notice'

export function readFact(db: DatabaseSync, name: FactName): string | null {
  const row = db.prepare('SELECT value FROM fact WHERE name = ?').get(name)
  return typeof row?.value === 'string' ? row.value : null
}

/** null takes it away. */
export function writeFact(db: DatabaseSync, name: FactName, value: string | null): void {
  if (value === null) db.prepare('DELETE FROM fact WHERE name = ?').run(name)
  else db.prepare('INSERT OR REPLACE INTO fact (name, value) VALUES (?, ?)').run(name, value)
}
