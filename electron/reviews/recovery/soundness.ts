import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { stateOf, writtenVersionOf, type FileState } from '../../database/file-state'
import { versionOf } from '../../database/open-database'
import { sqliteCode } from '../../database/sqlite-errors'
import { inTransaction } from '../../database/transaction'
import { isJson, outOfBounds } from '../db/review-row'
import { openEmpty } from '../db/database'
import { migrations as released } from '../db/schema'

/**
 * What is wrong with a database: nothing; `index`: an index disagrees with its table, which is whole; `damaged`: a page, the schema or
 * a value.
 */
export type Soundness = 'sound' | 'index' | 'damaged'

/** A file that turned out to be damaged without SQLite saying so; it is treated as if it had. */
export class DamagedFile extends Error {
  /** SQLITE_CORRUPT (sqlite.org/rescode.html). */
  readonly errcode = 11

  constructor(message = 'the file of reviews is damaged') {
    super(message)
  }
}

/**
 * Primary result codes of failures of the disk, its space, its rights or its locks: 3 PERM, 5 BUSY, 6 LOCKED, 7 NOMEM, 8 READONLY,
 * 9 INTERRUPT, 10 IOERR, 13 FULL, 14 CANTOPEN, 15 PROTOCOL, 22 NOLFS, 23 AUTH (sqlite.org/rescode.html).
 */
const passing: ReadonlySet<number> = new Set([3, 5, 6, 7, 8, 9, 10, 13, 14, 15, 22, 23])

/**
 * Whether an error of a database comes from what is in it, so that it would come again at every start. A failure of the disk does not:
 * nothing is to be given up for it.
 */
export function isContentError(error: unknown): boolean {
  const code = sqliteCode(error)
  if (code !== null) return !passing.has(code)
  return !(error instanceof Error && 'syscall' in error)
}

/** What the work gives, or something else where what is in the file lets it fail. Throws the disk's errors. */
export function orElse<T>(otherwise: T, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!isContentError(error)) throw error
    return otherwise
  }
}

/**
 * Checks all pages, each index against its table, the schema, and the values that no healthy file has: half a second for 200,000 reviews
 * (110 MB). Throws SQLite's errors.
 */
export function soundnessOf(db: DatabaseSync, migrations: readonly string[] = released): Soundness {
  if (!hasForm(db, migrations)) return 'damaged'
  const findings = findingsIn(db)
  if (findings.some((finding) => !isOfIndex.test(finding)) || hasOddValues(db)) return 'damaged'
  return findings.length === 0 ? 'sound' : 'index'
}

/**
 * As `soundnessOf`, also of a file of an older form: its values are looked at once it has the newest. Whether nothing is wrong. Throws
 * SQLite's errors.
 */
export function isSound(db: DatabaseSync, migrations: readonly string[] = released): boolean {
  const version = versionOf(db)
  if (version >= migrations.length) return soundnessOf(db, migrations) === 'sound'
  return hasForm(db, migrations.slice(0, version)) && findingsIn(db).length === 0
}

/** What `integrity_check` says of an index that disagrees with its table (build.c, pragma.c of SQLite). */
const isOfIndex = /^(row \d+ missing from index|wrong # of entries in index|non-unique entry in index) /

function findingsIn(db: DatabaseSync): string[] {
  const rows = db.prepare('PRAGMA integrity_check(20)').all()
  return rows.map((row) => String(row.integrity_check)).filter((finding) => finding !== 'ok')
}

/**
 * Builds all indexes anew from their tables; whether the file is sound then. Where it is not, nothing was changed: as where a product
 * has two rows, of which only one can stay, or where the log does not know a product, or an exception, under the name that its row has, so
 * that the index may be right and the row wrong; nor where a fingerprint is none, so that more is damaged than indexes.
 */
export function rebuildIndexes(db: DatabaseSync, migrations: readonly string[] = released): boolean {
  return orElse(false, () =>
    inTransaction(db, () => {
      db.exec('REINDEX')
      const isMended =
        [unknownToLog, noFingerprint].every((look) => db.prepare(look).get() === undefined) &&
        soundnessOf(db, migrations) === 'sound'
      if (!isMended) throw new DamagedFile()
      return true
    })
  )
}

const unknownToLog = `SELECT 1 FROM review WHERE EXISTS (
  SELECT 1 FROM (SELECT mark_entry AS entry UNION ALL SELECT note_entry) AS told WHERE told.entry > 0
    AND NOT EXISTS (SELECT 1 FROM log_item i WHERE i.entry = told.entry AND i.product = review.product AND i.rule = ''))
  UNION ALL SELECT 1 FROM excuse WHERE NOT EXISTS (
    SELECT 1 FROM log_item i WHERE i.product = excuse.product AND i.rule = excuse.rule) LIMIT 1`

const noFingerprint = `SELECT 1 FROM content WHERE seen GLOB '*[^0-9a-f.]*'
  UNION ALL SELECT 1 FROM review WHERE seen GLOB '*[^0-9a-f.]*' LIMIT 1`

/** As `stateOf`; a version that damage wrote into the header is not taken for that of a newer app. */
export function reviewsStateOf(file: string, migrations: readonly string[] = released): FileState {
  const state = stateOf(file, migrations.length)
  return state === 'newer' && isVersionWrong(file, migrations) ? 'damaged' : state
}

/** No app will ever have as many versions of its files. */
const mostVersions = 1000

/** Each migration changes the schema (schema.ts), so that no newer file has exactly this one's. Looked at without touching the file. */
function isVersionWrong(file: string, migrations: readonly string[]): boolean {
  if (writtenVersionOf(file) > mostVersions) return true
  try {
    const db = new DatabaseSync(new URL('?immutable=1', pathToFileURL(file)), { readOnly: true })
    try {
      return JSON.stringify(formOf(db)) === JSON.stringify(expectedForm(migrations))
    } finally {
      db.close()
    }
  } catch (error) {
    if (isContentError(error)) return false
    throw error
  }
}

/** Tables with their columns, and indexes. */
function formOf(db: DatabaseSync): string[] {
  const columns = db.prepare(`
    SELECT m.name || '.' || c.name || ' ' || c.type || ' ' || c.pk AS part
    FROM sqlite_schema m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
    UNION ALL
    SELECT 'index ' || name FROM sqlite_schema WHERE type = 'index' ORDER BY 1`)
  return columns.all().map(({ part }) => String(part))
}

const forms = new WeakMap<readonly string[], string[]>()

function expectedForm(migrations: readonly string[]): string[] {
  const known = forms.get(migrations)
  if (known !== undefined) return known
  const db = openEmpty(migrations)
  try {
    const form = formOf(db)
    forms.set(migrations, form)
    return form
  } finally {
    db.close()
  }
}

function hasForm(db: DatabaseSync, migrations: readonly string[]): boolean {
  const found = new Set(formOf(db))
  return expectedForm(migrations).every((part) => found.has(part))
}

/** Conditions that no row of a healthy file meets. */
const isNoJson = (column: string): string => `NOT ${isJson(column)}`
const odd = {
  review: ["product = ''", ...outOfBounds('review'), isNoJson('note_history')],
  log_item: [...outOfBounds('log_item'), ...['before', 'after', 'deed'].map(isNoJson)],
  content: [isNoJson('content')],
  log: outOfBounds('log'),
  excuse: outOfBounds('excuse'),
  draft: outOfBounds('draft'),
  fact: [`name = 'notice' AND ${isNoJson('value')}`]
}

function hasOddValues(db: DatabaseSync): boolean {
  return Object.entries(odd).some(([table, conditions]) => {
    const look = `SELECT 1 FROM ${table} WHERE ${conditions.join(' OR ')} LIMIT 1`
    return db.prepare(look).get() !== undefined
  })
}
