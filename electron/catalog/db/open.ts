import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { CopyNotice } from '../../contract/coverage'
import { timeInName } from '../../files/file-name'
import { emptyFindings } from './findings-schema'
import { temporaryPrefix } from '../temporary-catalogs'
import { copyName, soundCopyIn } from './file-state'
import { openForWriting, useLog } from './connection'
import { moveFile, removeEmptyFolder, removeFile, removeFolder } from '../../database/file-operations'
import { stateOf } from '../../database/file-state'
import { migrate, versionOf } from '../../database/migrate'
import { orClose } from '../../database/close-on-error'
import { migrations as released } from './schema'
import { isDamage, isStorageFailure, isUnwritable } from '../../database/sqlite-errors'

const buildName = 'catalog.new.sqlite'
const damagedPrefix = 'catalog.damaged-'
/** SQLite's files beside a database. */
const suffixes = ['', '-wal', '-shm', '-journal']

export interface CopyFile {
  db: DatabaseSync
  file: string
  /** What a person is to be told of it. */
  notice: CopyNotice | null
  /** A folder that goes away with the copy, which lasts for this run only; null: the copy stays. */
  temporary: string | null
}

/**
 * Opens the copy in a folder, or builds one: in place of a missing or damaged file (82, 84), or, where a newer version's file
 * (85) or the folder itself (81) is not to be written, in a temporary folder. Throws SQLite's and the disk's errors.
 */
export function openCatalog(folder: string, migrations = released): CopyFile {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    const file = join(folder, copyName)
    const state = stateOf(file, migrations.length)
    if (state === 'newer') return buildForThisRun({ kind: 'newer' }, migrations)
    if (state === 'damaged') return rebuildCopy(folder, migrations)
    const lasting = { file, notice: null, temporary: null }
    if (state === 'missing') return { ...lasting, db: build(folder, migrations) }
    accessSync(file, constants.W_OK)
    return { ...lasting, db: openSound(file, migrations) }
  } catch (error) {
    if (isDamage(error)) return rebuildCopy(folder, migrations)
    if (isUnwritable(error)) return buildForThisRun({ kind: 'this-run-only' }, migrations)
    throw error
  }
}

/**
 * Opens the copy in a folder as it is, which the reader may have open; null: it is to be made, migrated or put right, by
 * `openCopy`, once nobody has it open: Windows replaces no file that is. Throws SQLite's and the disk's errors.
 */
export function openAsFound(folder: string): CopyFile | null {
  const file = soundCopyIn(folder)
  return file === null ? null : { db: openSound(file, released), file, notice: null, temporary: null }
}

/** Puts a damaged copy, which nobody has open, under another name and builds a new one. Only the last damaged one is kept. */
export function rebuildCopy(folder: string, migrations = released): CopyFile {
  try {
    mkdirSync(folder, { recursive: true })
    // What was damaged may be the copy of this run alone.
    const isNewer = stateOf(join(folder, copyName), migrations.length) === 'newer'
    if (isNewer) return buildForThisRun({ kind: 'newer' }, migrations)
    const aside = setAside(folder)
    const db = build(folder, migrations)
    return {
      db,
      file: join(folder, copyName),
      notice: { kind: 'set-aside', file: aside },
      temporary: null
    }
  } catch (error) {
    if (isUnwritable(error)) return buildForThisRun({ kind: 'this-run-only' }, migrations)
    throw error
  }
}

/**
 * Deletes a copy of another store, which nobody has open, and begins a new one. Where it cannot be deleted it is left alone until
 * the next start, and the new one lasts for this run only: the other store's products are not shown (fault 111).
 */
export function replaceCopy(folder: string, migrations = released): CopyFile {
  try {
    removeDamaged(folder)
    const db = build(folder, migrations)
    return { db, file: join(folder, copyName), notice: null, temporary: null }
  } catch (error) {
    if (isUnwritable(error)) return buildForThisRun({ kind: 'this-run-only' }, migrations)
    throw error
  }
}

function setAside(folder: string): string {
  removeDamaged(folder)
  const aside = `${damagedPrefix}${timeInName(Date.now())}.sqlite`
  for (const suffix of suffixes) {
    const file = join(folder, copyName + suffix)
    if (existsSync(file)) moveFile(file, join(folder, aside + suffix))
  }
  return aside
}

/** A version is written with a rollback journal, so that it stands in the file itself: an older app looks for it there. */
function openSound(file: string, migrations: readonly string[]): DatabaseSync {
  return orClose(openForWriting(file), (db) => {
    if (versionOf(db) < migrations.length) {
      db.exec('PRAGMA journal_mode = DELETE')
      migrate(db, migrations)
    }
    useLog(db)
    // Shows at once whether the file can be written, and whether its first pages can be read.
    db.exec('BEGIN IMMEDIATE')
    db.prepare('SELECT count(*) FROM fact').get()
    db.exec('COMMIT')
    return db
  })
}

/** Builds the file under another name: the copy's own name never stands for half a copy. */
function build(folder: string, migrations: readonly string[]): DatabaseSync {
  remove(folder, buildName)
  remove(folder, copyName)
  const db = openForWriting(join(folder, buildName))
  try {
    // Half a file is never used, so that nothing needs to be undone in it.
    db.exec('PRAGMA journal_mode = MEMORY')
    migrate(db, migrations)
  } finally {
    db.close()
  }
  // Before there is a copy that they could be read with.
  emptyFindings(folder)
  moveFile(join(folder, buildName), join(folder, copyName))
  return openSound(join(folder, copyName), migrations)
}

function buildForThisRun(notice: CopyNotice, migrations: readonly string[]): CopyFile {
  const temporary = mkdtempSync(temporaryPrefix())
  const close = (): void => removeTemporary(temporary)
  const db = orClose({ close }, () => build(temporary, migrations))
  return { db, file: join(temporary, copyName), notice, temporary }
}

function remove(folder: string, name: string): void {
  for (const suffix of suffixes) removeFile(join(folder, name + suffix))
}

function removeDamaged(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (basename(name).startsWith(damagedPrefix)) removeFile(join(folder, name))
  }
}

/** Closes a copy; one that lasted for this run alone goes. */
export function closeCopy({ db, temporary }: CopyFile): void {
  db.close()
  if (temporary !== null) removeTemporary(temporary)
}

/** Never throws: what somebody still has open goes at the next start, as what a killed app leaves does (temporary-copies.ts). */
function removeTemporary(folder: string): void {
  try {
    removeFolder(folder)
  } catch (error) {
    if (!isStorageFailure(error)) throw error
  }
}

/** Deletes a copy that nobody has open, with what was set aside of it, and the folder where nothing else is in it. */
export function removeCopy(folder: string): void {
  if (!existsSync(folder)) return
  removeDamaged(folder)
  remove(folder, buildName)
  remove(folder, copyName)
  if (readdirSync(folder).length === 0) removeEmptyFolder(folder)
}
