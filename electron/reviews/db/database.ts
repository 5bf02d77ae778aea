import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { removeFolder } from '../../database/file-operations'
import { connect, migrate, type DatabasePolicy } from '../../database/open-database'
import { migrations as released } from './schema'

/** Single reviews are read and written. Others that lock the file are the thread that reads lists, and virus scanners. */
export const reviewsPolicy: DatabasePolicy = {
  migrations: released,
  durability: 'precious',
  cacheSize: 4096,
  // Joining a team writes tens of megabytes; each time that the log is written back takes a tenth of a second.
  checkpointAfter: 16_000,
  logLimit: 4 * 1024 * 1024,
  patience: 5000,
  probe: 'PRAGMA user_version'
}

/** An empty database of the newest version, in memory. */
export function openEmpty(migrations = released): DatabaseSync {
  const db = connect(':memory:', reviewsPolicy)
  migrate(db, migrations)
  return db
}

/** Runs the work on a file that is opened for it alone. */
export function withDatabase<T>(file: string, work: (db: DatabaseSync) => T): T {
  const db = connect(file, reviewsPolicy)
  try {
    return work(db)
  } finally {
    db.close()
  }
}

/** As `withDatabase`, for a file that stays as it is, and has no log. */
export function reading<T>(file: string, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file, { readOnly: true, timeout: reviewsPolicy.patience })
  try {
    return work(db)
  } finally {
    db.close()
  }
}

/** A moment as it stands in file names, of which the order is that of time: `2026-11-03T10-20-30-123Z`. */
export function stampOf(at: number): string {
  return new Date(at).toISOString().replaceAll(/[:.]/g, '-')
}

/** What was left half-made when the app was killed goes away: files and folders of these names. */
export function removeLeftovers(folder: string, isLeftover: (name: string) => boolean): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    if (isLeftover(name)) removeFolder(join(folder, name))
  }
}

/** `notice`: what is still to be told, a `ReviewNotice` in JSON; `merges`: how often what a team did was merged. */
type FactName = 'notice' | 'merges'

/** Reading a fact is part of each merge: its statement is prepared once for each database. */
const readings = new WeakMap<DatabaseSync, StatementSync>()

export function readFact(db: DatabaseSync, name: FactName): string | null {
  const reading = readings.get(db) ?? db.prepare('SELECT value FROM fact WHERE name = ?')
  readings.set(db, reading)
  const row = reading.get(name)
  return typeof row?.value === 'string' ? row.value : null
}

/** null takes it away. */
export function writeFact(db: DatabaseSync, name: FactName, value: string | null): void {
  if (value === null) db.prepare('DELETE FROM fact WHERE name = ?').run(name)
  else db.prepare('INSERT OR REPLACE INTO fact (name, value) VALUES (?, ?)').run(name, value)
}
