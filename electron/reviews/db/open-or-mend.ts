import { accessSync, constants, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { fail, type Failure } from '../../contract/failure'
import { moveFile, removeFolder, renameForGood, temporaryPrefix } from '../../database/file-operations'
import {
  connect,
  migrateFile,
  moveDatabase,
  orClose,
  removeDatabase,
  useLog,
  versionOf
} from '../../database/open-database'
import { isStorageFailure } from '../../database/sqlite-errors'
import { makeBackup, namedBackups } from '../recovery/backups'
import { buildRecovered } from '../recovery/recover'
import {
  DamagedFile,
  isContentError,
  rebuildIndexes,
  reviewsStateOf,
  soundnessOf
} from '../recovery/soundness'
import { openEmpty, removeLeftovers, reviewsPolicy, stampOf, withDatabase } from './database'
import {
  buildName,
  migrations as released,
  nextName,
  readNextName,
  reviewsName,
  salvagePrefix,
  stampedDamaged
} from './schema'

/** What came of opening a folder's reviews. */
export type OpenedFile =
  /** They can be read and written. */
  | { state: 'ready'; db: DatabaseSync }
  /** What there is can be read (fault 81), of a newer version's file nothing (fault 85); nothing can be written, `because` of that. */
  | { state: 'read-only' | 'newer'; db: DatabaseSync; because: Failure; temporary: string | null }
  /** The file is to be mended first: it is damaged, lost, of an older form, or half replaced. */
  | { state: 'broken' }

/**
 * Opens the file in a folder, or builds one where there never was any. Where it is to be mended it is left as it is. Throws
 * SQLite's and the disk's errors.
 */
export function openReviews(folder: string, migrations = released): OpenedFile {
  const file = join(folder, reviewsName)
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    if (unfinished(folder) !== null) return { state: 'broken' }
    removeHalfMade(folder)
    const state = reviewsStateOf(file, migrations)
    if (state === 'newer') return refused()
    if (state === 'missing' && namedBackups(folder).length === 0)
      return { state: 'ready', db: build(folder, migrations) }
    if (state !== 'sound') return { state: 'broken' }
    accessSync(file, constants.W_OK)
    return openSound(file, migrations)
  } catch (error) {
    if (isContentError(error)) return { state: 'broken' }
    if (isStorageFailure(error)) return openForReading(file, error, migrations)
    throw error
  }
}

/**
 * Puts right what `openReviews` called broken, which nobody may have open. Kills in the middle lose nothing: what takes the
 * file's place is whole before it gets a name that says so. Throws SQLite's and the disk's errors.
 */
export function mendReviews(folder: string, at: number, migrations = released): OpenedFile {
  const file = join(folder, reviewsName)
  finish(folder, migrations)
  const state = reviewsStateOf(file, migrations)
  if (state === 'newer') return refused()
  if (state !== 'sound') return recoverReviews(folder, at, migrations)
  try {
    withDatabase(file, (db) => {
      if (versionOf(db) < migrations.length) makeBackup(db, folder, 'migration', at, migrations)
      migrateFile(db, migrations)
      const soundness = soundnessOf(db, migrations)
      if (soundness === 'damaged' || (soundness === 'index' && !rebuildIndexes(db, migrations)))
        throw new DamagedFile()
    })
    return openSound(file, migrations)
  } catch (error) {
    if (isContentError(error)) return recoverReviews(folder, at, migrations)
    throw error
  }
}

/** Puts the file aside as damaged and the newest good backup, with what can be salvaged, in its place (fault 83). */
export function recoverReviews(folder: string, at: number, migrations = released): OpenedFile {
  const file = join(folder, reviewsName)
  const stamp = stampOf(at)
  const built = buildRecovered(folder, file, stamp, at, migrations)
  replaceReviews(folder, built, 'recovered', stamp, migrations)
  return openSound(file, migrations)
}

/** Lets a file that was built take the place of the reviews, which nobody may have open. */
export function replaceReviews(
  folder: string,
  built: string,
  kind: 'recovered' | 'restored',
  stamp: string,
  migrations = released
): void {
  renameForGood(built, join(folder, nextName(kind, stamp)))
  finish(folder, migrations)
}

function unfinished(folder: string): string | null {
  return readdirSync(folder).find((name) => readNextName(name) !== null) ?? null
}

/** Lets what is whole take its place, if anything is; what it replaces goes aside, unless it is sound and has a backup. */
function finish(folder: string, migrations: readonly string[]): void {
  const name = unfinished(folder)
  const next = name === null ? null : readNextName(name)
  if (name === null || next === null) return
  const file = join(folder, reviewsName)
  if (next.kind === 'recovered' || reviewsStateOf(file, migrations) !== 'sound') {
    moveDatabase(file, join(folder, stampedDamaged(next.stamp)))
  } else {
    removeDatabase(file)
  }
  moveFile(join(folder, name), file)
}

function removeHalfMade(folder: string): void {
  removeLeftovers(folder, (name) => [buildName, salvagePrefix].some((prefix) => name.startsWith(prefix)))
}

function openSound(file: string, migrations: readonly string[]): OpenedFile {
  const db = connect(file, reviewsPolicy)
  try {
    if (versionOf(db) < migrations.length || soundnessOf(db, migrations) !== 'sound') {
      db.close()
      return { state: 'broken' }
    }
    useLog(db, reviewsPolicy)
    return { state: 'ready', db }
  } catch (error) {
    if (db.isOpen) db.close()
    throw error
  }
}

/** Builds the file under another name: its own never stands for half a file, so that an empty one is a loss (fault 84). */
function build(folder: string, migrations: readonly string[]): DatabaseSync {
  const building = join(folder, buildName)
  const file = join(folder, reviewsName)
  removeDatabase(building)
  withDatabase(building, (db) => migrateFile(db, migrations))
  renameForGood(building, file)
  const db = connect(file, reviewsPolicy)
  orClose(db, () => useLog(db, reviewsPolicy))
  return db
}

function refused(): OpenedFile {
  const { failure } = fail('storage-failed', {
    reason: 'The reviews were written by a newer version of Vitrine.'
  })
  return { state: 'newer', db: openEmpty(), because: failure, temporary: null }
}

/** A copy of it is read: SQLite cannot read a file with a log where it may not write. */
function openForReading(file: string, error: unknown, migrations: readonly string[]): OpenedFile {
  const reason = error instanceof Error ? error.message : String(error)
  const { failure: because } = fail('storage-failed', { reason })
  if (!existsSync(file)) return { state: 'read-only', db: openEmpty(migrations), because, temporary: null }
  if (reviewsStateOf(file, migrations) === 'newer') return refused()
  const temporary = mkdtempSync(temporaryPrefix())
  try {
    for (const beside of ['', '-wal']) {
      if (existsSync(file + beside)) copyFileSync(file + beside, join(temporary, reviewsName + beside))
    }
    const db = connect(join(temporary, reviewsName), reviewsPolicy)
    orClose(db, () => migrateFile(db, migrations))
    return { state: 'read-only', db, because, temporary }
  } catch (failed) {
    removeFolder(temporary)
    throw failed
  }
}
