import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { backupReasons, type ReviewBackup } from '../../contract/review-backup'
import { removeFile, renameForGood } from '../../database/file-operations'
import { stateOf } from '../../database/file-state'
import { reading, removeLeftovers, stampOf } from '../db/database'
import { backupsName, migrations as released } from '../db/schema'
import { DamagedFile, isSound } from './soundness'

/** ms after which a day's backup is due. */
const day = 24 * 60 * 60 * 1000
const part = '.part'

type Reason = ReviewBackup['reason']

/** The backups of a connection's folder, newest first. */
export function namedBackups(folder: string): NamedBackup[] {
  const place = join(folder, backupsName)
  if (!existsSync(place)) return []
  const found = readdirSync(place).flatMap((name) => readBackupName(name) ?? [])
  return found.sort((one, other) => other.number - one.number)
}

export function backupFile(folder: string, name: string): string {
  return join(folder, backupsName, name)
}

/** As `namedBackups`, with how much is in each. */
export function listBackups(folder: string): ReviewBackup[] {
  return namedBackups(folder).map(({ name, at, reason }) => {
    const file = backupFile(folder, name)
    return { name, place: 'here', at, reason, bytes: statSync(file).size, reviews: countOf(file) }
  })
}

/** Whether a file is a whole database of this version's form or an older one, with nothing in it that no healthy file has. */
export function isGoodBackup(file: string, migrations: readonly string[]): boolean {
  try {
    return stateOf(file, migrations.length) === 'sound' && reading(file, (db) => isSound(db, migrations))
  } catch {
    return false
  }
}

/**
 * Writes all there is to a file of its own, which is whole or not there. For `close` and `daily` only when something was done
 * since the last one, and a day's only when a day has passed. Whether one was made. Throws SQLite's and the disk's errors, and those of
 * damage where what is to be written, or was, is not sound: it is thrown away.
 */
export function makeBackup(
  db: DatabaseSync,
  folder: string,
  reason: Reason,
  at: number,
  migrations = released
): boolean {
  const place = join(folder, backupsName)
  const last = namedBackups(folder)[0]
  const isOrderly = reason === 'close' || reason === 'daily'
  if (isOrderly && markOf(db) === lastMark(folder, last)) return false
  // Also when the clock was set back since (fault 93).
  if (reason === 'daily' && last !== undefined && Math.abs(at - last.at) < day) return false
  // What stands in pages, indexes and values is copied as it is, damage as well (fault 106).
  if (!isSound(db, migrations)) throw new DamagedFile()
  mkdirSync(place, { recursive: true })
  removeLeftovers(place, (name) => name.includes(part))
  const number = String((last?.number ?? 0) + 1).padStart(6, '0')
  const name = `reviews-${number}-${stampOf(at)}-${reason}.sqlite`
  try {
    db.prepare('VACUUM INTO ?').run(join(place, name + part))
    if (!reading(join(place, name + part), (catalog) => isSound(catalog, migrations))) throw new DamagedFile()
    renameForGood(join(place, name + part), join(place, name))
  } catch (error) {
    // Half a backup would take the last of a full disk, and one with damage the place of one without.
    removeFile(join(place, name + part))
    throw error
  }
  for (const old of outdatedBackups(namedBackups(folder))) removeFile(join(place, old.name))
  return true
}

/** Stands for all that was done; '' for nothing, of which no backup is needed. */
function markOf(db: DatabaseSync): string {
  const row = db.prepare('SELECT number, at, undone_by FROM log ORDER BY number DESC LIMIT 1').get()
  return row === undefined ? '' : JSON.stringify(row)
}

function lastMark(folder: string, last: NamedBackup | undefined): string | null {
  if (last === undefined) return ''
  try {
    return reading(backupFile(folder, last.name), markOf)
  } catch {
    // It is no backup anymore, so that there is to be another.
    return null
  }
}

function countOf(file: string): number | null {
  try {
    const count = "SELECT count(*) AS count FROM review WHERE mark > 0 OR note <> ''"
    return reading(file, (db) => Number(db.prepare(count).get()?.count))
  } catch {
    return null
  }
}

/** A backup by its file's name. */
export interface NamedBackup {
  name: string
  /** Grows with each: the order in which they were made, also where the clock was set back in between (fault 93). */
  number: number
  /** ms since 1970. */
  at: number
  reason: ReviewBackup['reason']
}

const pattern = /^reviews-(\d{6,})-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z-([a-z]+)\.sqlite$/

/** What the name of a backup's file says; null: it is not one. */
export function readBackupName(name: string): NamedBackup | null {
  const [, number, date = '', hours = '', minutes = '', seconds = '', ms = '', word] =
    pattern.exec(name) ?? []
  const at = Date.parse(`${date}T${hours}:${minutes}:${seconds}.${ms}Z`)
  const reason = backupReasons.find((known) => known === word)
  return reason === undefined || Number.isNaN(at) ? null : { name, number: Number(number), at, reason }
}

/**
 * How many are kept, newest first: of closes, of days and weeks (in UTC) with a backup the last of each, of migrations and restores. That
 * is at most 24, and many short sessions of one day push out nothing of the days before.
 */
const keep = { close: 3, days: 7, weeks: 4, migration: 5, restore: 5 }

/** Those that are not kept anymore. @param backups newest first */
export function outdatedBackups<Backup extends Pick<ReviewBackup, 'at' | 'reason'>>(
  backups: readonly Backup[]
): Backup[] {
  const lastOf = (most: number, keyOf: (backup: Backup) => number): Backup[] => {
    const found = new Map<number, Backup>()
    for (const backup of backups) {
      const key = keyOf(backup)
      if (!found.has(key)) found.set(key, backup)
    }
    return [...found.values()].slice(0, most)
  }
  const ofReason = (reason: 'close' | 'migration' | 'restore'): Backup[] =>
    backups.filter((backup) => backup.reason === reason).slice(0, keep[reason])
  const kept = new Set([
    ...(['close', 'migration', 'restore'] as const).flatMap(ofReason),
    ...lastOf(keep.days, ({ at }) => Math.floor(at / day)),
    // 1970 began on a Thursday; weeks begin on Monday.
    ...lastOf(keep.weeks, ({ at }) => Math.floor((at / day + 3) / 7))
  ])
  return backups.filter((backup) => !kept.has(backup))
}
