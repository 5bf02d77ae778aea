import { accessSync, constants, existsSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { stateOf } from '../../threads/worker/file-state'
import { migrate, versionOf } from '../../threads/worker/migrate'
import { isDamage, isUnwritable } from '../../threads/worker/sqlite-errors'
import { inTransaction } from '../../threads/worker/transaction'
import { auditName, migrations as released } from './schema'

const buildName = 'audit.new.sqlite'
/** SQLite's files beside a database. */
const besides = ['', '-wal', '-shm', '-journal']
/** Bytes of a page: the file holds long columns of numbers and little else. */
const pageSize = 32_768
/** KiB of pages kept in memory: what is read is read once. */
const cacheSize = 2048
/** Bytes that an emptied log may keep on disk. */
const logLimit = 4 * 1024 * 1024
/** ms to wait for a lock: lists are read from the file by another thread. */
const patience = 5000

/**
 * Opens the findings beside a copy, or begins them anew in place of a missing, empty (84) or damaged file (82), without a word:
 * all but the course of the score, which is saved from it as far as it can be read, is found again. Where a newer version's file
 * (85) or the folder itself (81) is not to be written, what is found lasts for this run, in memory. Throws SQLite's errors.
 */
export function openAudit(copyFile: string, migrations = released): DatabaseSync {
  const folder = dirname(copyFile)
  const file = join(folder, auditName)
  try {
    accessSync(folder, constants.W_OK)
    const state = stateOf(file, migrations.length)
    if (state === 'newer') return inMemory(migrations)
    if (state !== 'sound') return build(folder, migrations)
    accessSync(file, constants.W_OK)
    return openSound(file, migrations)
  } catch (error) {
    if (isDamage(error)) return rebuildAudit(copyFile, migrations)
    if (isUnwritable(error)) return inMemory(migrations)
    throw error
  }
}

/** Begins anew in place of a file that turned out to be damaged and that nobody has open here. */
export function rebuildAudit(copyFile: string, migrations = released): DatabaseSync {
  try {
    return build(dirname(copyFile), migrations)
  } catch (error) {
    if (isUnwritable(error)) return inMemory(migrations)
    throw error
  }
}

/** Deletes the findings, and the folder where nothing else is in it. */
export function removeAudit(folder: string): void {
  if (!existsSync(folder)) return
  remove(folder, buildName)
  remove(folder, auditName)
  if (readdirSync(folder).length === 0) rmdirSync(folder)
}

function inMemory(migrations: readonly string[]): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  migrate(db, migrations)
  return db
}

/** Builds the file under another name: its own never stands for half a file. */
function build(folder: string, migrations: readonly string[]): DatabaseSync {
  const scores = readScores(join(folder, auditName))
  remove(folder, buildName)
  const db = openDatabase(join(folder, buildName))
  try {
    db.exec('PRAGMA journal_mode = MEMORY')
    migrate(db, migrations)
    const insert = db.prepare(`INSERT OR REPLACE INTO score (${columnsOfScore}) VALUES (?, ?, ?, ?, ?, ?, ?)`)
    inTransaction(db, () => {
      for (const row of scores) insert.run(...row)
    })
  } finally {
    db.close()
  }
  remove(folder, auditName)
  renameSync(join(folder, buildName), join(folder, auditName))
  return openSound(join(folder, auditName), migrations)
}

type ScoreRow = [number, number | null, number, number, string, number, number | null]

const columnsOfScore = 'at, run, products, score, counts, with_pictures, without_pictures'
/** The same of the first version, which did not have the last two. */
const columnsAtFirst = 'at, run, products, score, counts, 1, NULL'

/** What can still be read of the score's course. */
function readScores(file: string): ScoreRow[] {
  if (stateOf(file, released.length) !== 'sound') return []
  try {
    const db = new DatabaseSync(file, { readOnly: true })
    try {
      const columns = versionOf(db) === 1 ? columnsAtFirst : columnsOfScore
      const statement = db.prepare(`SELECT ${columns} FROM score ORDER BY at`)
      statement.setReturnArrays(true)
      return statement.all() as unknown as ScoreRow[]
    } finally {
      db.close()
    }
  } catch {
    return []
  }
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
      PRAGMA journal_size_limit = ${logLimit};
      BEGIN IMMEDIATE; COMMIT;
    `)
    db.prepare('SELECT count(*) FROM fact').get()
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
