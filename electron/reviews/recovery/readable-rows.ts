import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { sqliteCode } from '../../database/sqlite-errors'

/** Rows of a query until one cannot be read. */
export function* untilBroken(db: DatabaseSync, sql: string): Iterable<unknown> {
  let left = mostRows(db)
  try {
    for (const row of db.prepare(sql).iterate()) {
      if (left-- === 0) return
      yield row
    }
  } catch (error) {
    if (!isUnreadable(error)) throw error
  }
}

/** The fewest bytes that a row takes in a page. */
const leastRow = 6

/** As many rows as fit into the file: pages that damage made lead to each other in a circle have no last one. */
function mostRows(db: DatabaseSync): number {
  const { page_count } = db.prepare('PRAGMA page_count').get() ?? {}
  return (Number(page_count) * 4096) / leastRow
}

/** Numbers that are tried one by one where one cannot be read, those of several pages; and how many are passed over at once then. */
const nearby = 1000
const leap = 32
/** Numbers that are looked for where none is found: the last may be unreadable, or a number that damage made. */
export const mostNumbers = 2_000_000

/** Rows of a table that lie in the order of a number. */
export interface NumberedRows {
  table: string
  columns: string
  number: string
}

/** The rows of a table that has no number of its own. `NOT INDEXED`: an index may be damaged where the rows are not. */
export const rowsOf = (table: string, columns = '*'): NumberedRows => ({
  table: `${table} NOT INDEXED`,
  columns,
  number: 'rowid'
})
/**
 * Rows that can be read, also behind pages that cannot; those above a number. What lies together is read together: numbers that
 * there are none of cost nothing, and a million that cannot be read a second.
 */
export function* byNumber(db: DatabaseSync, rows: NumberedRows, above = 0): Iterable<unknown> {
  const last = lastNumber(db, rows, above)
  if (last === null) return
  const { table, columns, number } = rows
  const next = db.prepare(
    `SELECT ${number} AS number_, ${columns} FROM ${table} WHERE ${number} > ? ORDER BY ${number}`
  )
  let left = mostRows(db)
  let at = above
  let before = above
  while (at < last && left > 0) {
    try {
      for (const row of next.iterate(at)) {
        const found = Number(row.number_)
        // A number that damage raised hides no row behind it (fault 105); pages in a circle begin again below the one before it, too.
        if ((found < at && found <= before) || left-- <= 0) break
        if (found >= at) before = at
        at = found
        yield row
      }
      if (next.get(at) === undefined) return
    } catch (error) {
      if (!isUnreadable(error)) throw error
    }
    const past = pastDamage(next, at, Math.min(last, at + mostNumbers))
    if (past === null) return
    at = past
  }
}

/** The first number above which a row can be read, after one above which none can; null: there is none below the last. */
function pastDamage(next: StatementSync, from: number, last: number): number | null {
  // A statement that failed while it was gone through says so once more, whatever it is asked: the row behind would be lost.
  canRead(next, from)
  for (let at = from; at < last;) {
    const tried = at + (at - from < nearby ? 1 : leap)
    if (canRead(next, tried)) {
      // Not all that was passed over need be damaged.
      while (++at < tried && !canRead(next, at));
      return at
    }
    at = tried
  }
  return null
}

function canRead(next: StatementSync, above: number): boolean {
  try {
    next.get(above)
    return true
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return false
  }
}

function lastNumber(db: DatabaseSync, { table, number }: NumberedRows, above: number): number | null {
  try {
    return Number(db.prepare(`SELECT max(${number}) AS last FROM ${table}`).get()?.last ?? 0)
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return canBeAsked(db, table) ? above + mostNumbers : null
  }
}

/** Damage can also make numbers that are none of JavaScript's. */
function isUnreadable(error: unknown): boolean {
  const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_OUT_OF_RANGE'
  return isTooLarge || sqliteCode(error) !== null
}

function canBeAsked(db: DatabaseSync, table: string): boolean {
  try {
    db.prepare(`SELECT 1 FROM ${table}`)
    return true
  } catch {
    return false
  }
}
