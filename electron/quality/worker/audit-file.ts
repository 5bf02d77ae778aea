import { accessSync, closeSync, constants, existsSync, openSync, readdirSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { removeEmptyFolder } from '../../database/file-operations'
import { stateOf } from '../../database/file-state'
import {
  buildDatabase,
  migrate,
  openDatabase,
  removeDatabase,
  versionOf,
  type DatabasePolicy
} from '../../database/open-database'
import { isDamage, isUnwritable } from '../../database/sqlite-errors'
import { inTransaction } from '../../database/transaction'
import { auditName, migrations as released } from '../../catalog/db/findings-schema'

const names = { name: auditName, buildName: 'audit.new.sqlite' }

/** The file holds long columns of numbers and little else; what is read is read once. Lists are read from it by another thread. */
const policyOf = (migrations: readonly string[]): DatabasePolicy => ({
  migrations,
  durability: 'rebuildable',
  pageSize: 32_768,
  cacheSize: 2048,
  checkpointAfter: 1000,
  logLimit: 4 * 1024 * 1024,
  patience: 5000,
  probe: 'SELECT count(*) FROM fact'
})

/**
 * Opens the findings beside a copy, or begins them anew in place of a missing, empty (fault 84) or damaged file (fault 82), without a word:
 * all but the history of the score, which is saved from it as far as it can be read, is found again. Where a newer version's file
 * (fault 85) or the folder itself (fault 81) is not to be written, what is found lasts for this run, in memory. Throws SQLite's errors.
 */
export function openAudit(catalogFile: string, migrations = released): DatabaseSync {
  const folder = dirname(catalogFile)
  const file = join(folder, auditName)
  try {
    accessSync(folder, constants.W_OK)
    const state = stateOf(file, migrations.length)
    if (state === 'newer') return inMemory(migrations)
    if (state !== 'sound') return build(folder, migrations)
    accessSync(file, constants.W_OK)
    return openDatabase(file, policyOf(migrations))
  } catch (error) {
    if (isDamage(error)) return rebuildAudit(catalogFile, migrations)
    if (isUnwritable(error)) return inMemory(migrations)
    throw error
  }
}

/** Begins anew in place of a file that turned out to be damaged and that nobody has open here. */
export function rebuildAudit(catalogFile: string, migrations = released): DatabaseSync {
  try {
    return build(dirname(catalogFile), migrations)
  } catch (error) {
    if (!isUnwritable(error)) throw error
    spoil(join(dirname(catalogFile), auditName))
    return inMemory(migrations)
  }
}

/** Overwrites the header of a damaged file that somebody has open (Windows): nobody opens it again until it is begun anew. */
function spoil(file: string): void {
  try {
    const handle = openSync(file, 'r+')
    try {
      writeSync(handle, Buffer.alloc(100))
    } finally {
      closeSync(handle)
    }
  } catch {
    // Nothing can be written there (fault 81), or there is no such file.
  }
}

/** Deletes the findings, and the folder where nothing else is in it. */
export function removeAudit(folder: string): void {
  if (!existsSync(folder)) return
  removeDatabase(join(folder, names.buildName))
  removeDatabase(join(folder, auditName))
  if (readdirSync(folder).length === 0) removeEmptyFolder(folder)
}

function inMemory(migrations: readonly string[]): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  migrate(db, migrations)
  return db
}

/** Keeps the history of the score, as far as it can be read. */
function build(folder: string, migrations: readonly string[]): DatabaseSync {
  const scores = readScores(join(folder, auditName))
  return buildDatabase(folder, names, policyOf(migrations), {
    fill(db) {
      const insert = db.prepare(
        `INSERT OR REPLACE INTO score (${columnsOfScore}) VALUES (?, ?, ?, ?, ?, ?, ?)`
      )
      inTransaction(db, () => {
        for (const row of scores) insert.run(...row)
      })
    }
  })
}

type ScoreRow = [number, number | null, number, number, string, number, number | null]

const columnsOfScore = 'at, run, products, score, counts, with_pictures, without_pictures'
/** The same of the first version, which did not have the last two. */
const columnsAtFirst = 'at, run, products, score, counts, 1, NULL'

/** What can still be read of the score's history. */
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
