import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { RebuildNotice } from '../../contract/coverage'
import {
  buildDatabase,
  connect,
  connectToRead,
  moveDatabase,
  openDatabase,
  orClose,
  removeDatabase,
  type DatabasePolicy
} from '../../database/open-database'
import { removeEmptyFolder, removeFile, removeFolder, temporaryPrefix } from '../../database/file-operations'
import { stateOf, writtenVersionOf } from '../../database/file-state'
import { isDamage, isStorageFailure, isUnwritable } from '../../database/sqlite-errors'
import { timeInName } from '../../files/file-name'
import { emptyFindings } from './findings-schema'
import { migrations as released } from './schema'

export const catalogName = 'catalog.sqlite'
const names = { name: catalogName, buildName: 'catalog.new.sqlite' }
const damagedPrefix = 'catalog.damaged-'

/**
 * A first fill is a tenth slower with pages of 4096 bytes and the same with 16,384; a cache of 64 MiB was no faster than 16, since
 * products are saved and read in order. In a log readers and the writer only meet where it is reset.
 */
export const catalogPolicy: DatabasePolicy = {
  migrations: released,
  durability: 'rebuildable',
  pageSize: 8192,
  cacheSize: 16 * 1024,
  checkpointAfter: 4096,
  logLimit: 32 * 1024 * 1024,
  patience: 5000,
  probe: 'SELECT count(*) FROM fact'
}

/** Opens a writing connection to a file that is, or becomes, a catalog. Throws SQLite's errors. */
export function openForWriting(file: string): DatabaseSync {
  return connect(file, catalogPolicy)
}

/** Opens a reading connection to a catalog that the writer has opened. Throws SQLite's errors. */
export function openForReading(file: string): DatabaseSync {
  return connectToRead(file, catalogPolicy)
}

export interface CatalogFile {
  db: DatabaseSync
  file: string
  /** What a person is to be told about it. */
  notice: RebuildNotice | null
  /** The folder that goes with a catalog that lasts for this run only; null: the catalog stays. */
  temporary: string | null
}

/**
 * Opens the catalog in a folder, or builds one: in place of a missing or damaged file (faults 82, 84), or in a temporary folder
 * where a newer version's file (fault 85) or the folder itself (fault 81) must not or cannot be written. Throws SQLite's and the
 * disk's errors.
 */
export function openCatalog(folder: string, migrations = released): CatalogFile {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    const file = join(folder, catalogName)
    const state = stateOf(file, migrations.length)
    if (state === 'newer') return buildForThisRun('newer', migrations)
    if (state === 'damaged') return rebuildCatalog(folder, migrations)
    if (state === 'missing') return lasting(file, build(folder, migrations))
    accessSync(file, constants.W_OK)
    return lasting(file, openDatabase(file, { ...catalogPolicy, migrations }))
  } catch (error) {
    if (isDamage(error)) return rebuildCatalog(folder, migrations)
    return orForThisRun(error, migrations)
  }
}

/**
 * Opens a catalog as it is, while the reader may have it open; null: it has to be made, migrated or repaired by `openCatalog` once
 * nobody has it open, because Windows replaces no open file. Throws SQLite's and the disk's errors.
 */
export function openAsFound(folder: string): CatalogFile | null {
  const file = soundCatalogIn(folder)
  return file === null ? null : lasting(file, openDatabase(file, catalogPolicy))
}

/** The file of a folder's catalog where it is sound by its header, of this version and writable; null otherwise. */
export function soundCatalogIn(folder: string): string | null {
  const file = join(folder, catalogName)
  try {
    for (const path of [folder, file]) accessSync(path, constants.W_OK)
    const isSound = stateOf(file, released.length) === 'sound'
    return isSound && writtenVersionOf(file) === released.length ? file : null
  } catch {
    return null
  }
}

/** Gives a damaged catalog, which nobody has open, another name and builds a new one. Only the last damaged one is kept. */
export function rebuildCatalog(folder: string, migrations = released): CatalogFile {
  try {
    mkdirSync(folder, { recursive: true })
    const file = join(folder, catalogName)
    // What was damaged may be the catalog of this run alone.
    if (stateOf(file, migrations.length) === 'newer') return buildForThisRun('newer', migrations)
    const aside = setAside(folder)
    return lasting(file, build(folder, migrations), { kind: 'set-aside', file: aside })
  } catch (error) {
    return orForThisRun(error, migrations)
  }
}

/**
 * Deletes the catalog of another store, which nobody has open, and begins a new one. Where it cannot be deleted it is left alone until
 * the next start, and the new one lasts for this run only: the other store's products are not shown (fault 111).
 */
export function replaceCatalog(folder: string, migrations = released): CatalogFile {
  try {
    removeDamaged(folder)
    removeDatabase(join(folder, catalogName))
    return lasting(join(folder, catalogName), build(folder, migrations))
  } catch (error) {
    return orForThisRun(error, migrations)
  }
}

function lasting(file: string, db: DatabaseSync, notice: RebuildNotice | null = null): CatalogFile {
  return { db, file, notice, temporary: null }
}

function orForThisRun(error: unknown, migrations: readonly string[]): CatalogFile {
  if (isUnwritable(error)) return buildForThisRun('this-run-only', migrations)
  throw error
}

function buildForThisRun(kind: 'newer' | 'this-run-only', migrations: readonly string[]): CatalogFile {
  const temporary = mkdtempSync(temporaryPrefix())
  const db = orClose({ close: () => removeTemporary(temporary) }, () => build(temporary, migrations))
  return { db, file: join(temporary, catalogName), notice: { kind }, temporary }
}

function build(folder: string, migrations: readonly string[]): DatabaseSync {
  const policy = { ...catalogPolicy, migrations }
  // Before there is a catalog that they could be read with.
  return buildDatabase(folder, names, policy, { fill: () => emptyFindings(folder) })
}

function setAside(folder: string): string {
  removeDamaged(folder)
  const aside = `${damagedPrefix}${timeInName(Date.now())}.sqlite`
  moveDatabase(join(folder, catalogName), join(folder, aside))
  return aside
}

function removeDamaged(folder: string): void {
  for (const name of readdirSync(folder)) if (name.startsWith(damagedPrefix)) removeFile(join(folder, name))
}

/** Closes a catalog; one that lasted for this run only is deleted. */
export function closeCatalog({ db, temporary }: CatalogFile): void {
  db.close()
  if (temporary !== null) removeTemporary(temporary)
}

/** Never throws: what somebody still has open is deleted at the next start (temporary-folders.ts). */
function removeTemporary(folder: string): void {
  try {
    removeFolder(folder)
  } catch (error) {
    if (!isStorageFailure(error)) throw error
  }
}

/** Deletes a catalog that nobody has open, the damaged one before it, and the folder where nothing else is in it. */
export function removeCatalog(folder: string): void {
  if (!existsSync(folder)) return
  removeDamaged(folder)
  removeDatabase(join(folder, names.buildName))
  removeDatabase(join(folder, catalogName))
  if (readdirSync(folder).length === 0) removeEmptyFolder(folder)
}
