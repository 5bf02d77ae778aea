import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { fail, ok, type Result } from '../../contract/failure'
import { stateOf } from '../../database/file-state'
import { buildAnew, openSound, removeDatabase, type Opening } from '../../database/rebuildable-file'
import { isDamage } from '../../database/sqlite-errors'
import { migrations as released } from './schema'

export const storeName = 'pictures.sqlite'
const names = { name: storeName, buildName: 'pictures.new.sqlite' }

/**
 * A page holds three thumbnails, or a fifth of a gallery's picture. What is read again comes from the main process's own memory, so
 * that a larger cache is of no use. Nobody else opens the file but a virus scanner or a backup.
 */
const openingOf = (migrations: readonly string[]): Opening => ({
  migrations,
  pageSize: 8192,
  cacheSize: 4096,
  checkpointAfter: 1000,
  logLimit: 16 * 1024 * 1024,
  patience: 5000,
  probe: 'PRAGMA user_version'
})

export interface OpenedFile {
  db: DatabaseSync
  /** It holds nothing of what was kept before. */
  isAnew: boolean
}

/**
 * Opens the file in a folder, or builds one in place of a missing, empty (84) or damaged one (70). Nothing is set aside: a
 * damaged file holds nothing that could not be fetched, and would take as much of the disk again. A newer version's file
 * (85) is left alone: fails with `storage-failed`. Throws SQLite's and the disk's errors.
 */
export function openStore(folder: string, migrations = released): Result<OpenedFile> {
  mkdirSync(folder, { recursive: true })
  accessSync(folder, constants.W_OK)
  const file = join(folder, storeName)
  const state = stateOf(file, migrations.length)
  if (state === 'newer') {
    return fail('storage-failed', { reason: 'The pictures on disk were written by a newer version.' })
  }
  const anew = (): Result<OpenedFile> => ok({ db: rebuildStore(folder, migrations), isAnew: true })
  if (state !== 'sound') return anew()
  try {
    accessSync(file, constants.W_OK)
    return ok({ db: openSound(file, openingOf(migrations)), isAnew: false })
  } catch (error) {
    if (isDamage(error)) return anew()
    throw error
  }
}

/** Begins anew; nobody may have the file open. There need not be room for both: the old one goes first. */
export function rebuildStore(folder: string, migrations = released): DatabaseSync {
  removeDatabase(folder, storeName)
  return buildAnew(folder, names, openingOf(migrations), { prepare: 'PRAGMA auto_vacuum = INCREMENTAL' })
}
