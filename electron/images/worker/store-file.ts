import { accessSync, constants, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fail, ok, type Result } from '../../contract/failure'
import { stateOf } from '../../threads/worker/file-state'
import { migrate, versionOf } from '../../threads/worker/migrate'
import { isDamage } from '../../threads/worker/sqlite-errors'
import { migrations as released } from './schema'

export const storeName = 'pictures.sqlite'
const buildName = 'pictures.new.sqlite'
/** SQLite's files beside a database. */
const besides = ['', '-wal', '-shm', '-journal']

/** Bytes of a page: three thumbnails, or a fifth of a gallery's picture. */
const pageSize = 8192
/** KiB of pages kept in memory. What is read again comes from the main process's own memory, so that more is of no use. */
const cacheSize = 4096
/** Pages of the log that are gathered before they are written back, and bytes that an emptied log may keep. */
const checkpointAfter = 1000
const logLimit = 16 * 1024 * 1024
/** ms; nobody else opens the file but a virus scanner or a backup. */
const patience = 5000

/**
 * Opens the file in a folder, or builds one in place of a missing, empty (84) or damaged one (70). Nothing is set aside: a
 * damaged file holds nothing that could not be fetched, and would take as much of the disk again. A newer version's file
 * (85) is left alone: fails with `storage-failed`. Throws SQLite's and the disk's errors.
 */
export function openStore(folder: string, migrations = released): Result<DatabaseSync> {
  mkdirSync(folder, { recursive: true })
  accessSync(folder, constants.W_OK)
  const file = join(folder, storeName)
  const state = stateOf(file, migrations.length)
  if (state === 'newer') {
    return fail('storage-failed', { reason: 'The pictures on disk were written by a newer version.' })
  }
  if (state !== 'sound') return ok(rebuildStore(folder, migrations))
  try {
    accessSync(file, constants.W_OK)
    return ok(openSound(file, migrations))
  } catch (error) {
    if (isDamage(error)) return ok(rebuildStore(folder, migrations))
    throw error
  }
}

/** Begins anew; nobody may have the file open. It is built under another name: its own never stands for half a file. */
export function rebuildStore(folder: string, migrations = released): DatabaseSync {
  remove(folder, buildName)
  remove(folder, storeName)
  const db = openDatabase(join(folder, buildName))
  try {
    db.exec('PRAGMA journal_mode = MEMORY; PRAGMA auto_vacuum = INCREMENTAL')
    migrate(db, migrations)
  } finally {
    db.close()
  }
  renameSync(join(folder, buildName), join(folder, storeName))
  return openSound(join(folder, storeName), migrations)
}

/** A version is written with a rollback journal, so that it stands in the file itself: an older app looks for it there. */
function openSound(file: string, migrations: readonly string[]): DatabaseSync {
  const db = openDatabase(file)
  try {
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
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function openDatabase(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: patience, enableForeignKeyConstraints: false })
  try {
    db.exec(`
      PRAGMA page_size = ${pageSize};
      PRAGMA cache_size = -${cacheSize};
      PRAGMA temp_store = MEMORY;
      PRAGMA synchronous = NORMAL;
    `)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function remove(folder: string, name: string): void {
  for (const beside of besides) rmSync(join(folder, name + beside), { force: true })
}
