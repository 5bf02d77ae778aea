import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { sqliteCode } from '../../threads/worker/sqlite-errors'
import { withDatabase } from './database'
import { withReadableHistory } from './note-history'
import { excuseRowSchema, reviewColumns, reviewRowSchema, type ExcuseRow, type ReviewRow } from './review-row'

/** What could be read of a damaged file. */
export interface Salvage {
  reviews: Map<string, ReviewRow>
  drafts: z.infer<typeof draftSchema>[]
  excuses: ({ product: string; rule: string } & ExcuseRow)[]
  log: z.infer<typeof logSchema>[]
  /** What entries after `since` did, in their order. */
  items: z.infer<typeof itemSchema>[]
  contents: z.infer<typeof contentSchema>[]
}

const whole = z.number().int()
const draftSchema = z.object({ product: z.string(), note: z.string(), at: whole })
const logSchema = z.object({
  number: whole.min(1),
  at: whole,
  reviewer: z.string(),
  kind: z.string(),
  count: whole,
  undone_by: whole.nullable(),
  undoes: whole.nullable(),
  // Files of the first form have neither.
  from_file: z.string().nullable().default(null),
  from_by: z.string().nullable().default(null)
})
/** The text of a row as `log_item` keeps it. */
const rowText = (schema: z.ZodType<ReviewRow | ExcuseRow>): z.ZodType<string | null> =>
  z
    .string()
    .transform((text, context) => {
      const row = schema.safeParse(parsedJson(text))
      if (row.success) return JSON.stringify(row.data)
      context.addIssue('no row')
      return z.NEVER
    })
    .nullable()
const mendedRowSchema = reviewRowSchema.transform(withReadableHistory)
const itemPart = { entry: whole.min(1), product: z.string().min(1) }
const reviewText = rowText(mendedRowSchema)
const excuseText = rowText(excuseRowSchema)
const itemSchema = z.union([
  z.object({ ...itemPart, rule: z.literal(''), before: reviewText, after: reviewText }),
  z.object({ ...itemPart, rule: z.string().min(1), before: excuseText, after: excuseText })
])
const contentSchema = z.object({
  seen: z.string().min(1),
  content: z.string().refine((text) => parsedJson(text) !== undefined)
})

const leftover = 'reviews.salvage-'
/** Whether a name is that of a folder which is only there while something is salvaged. */
export const isSalvageFolder = (name: string): boolean => name.startsWith(leftover)

/**
 * Reads what can be read of a damaged file, which stays as it is: a copy of it is looked at, with its log.
 *
 * @param since items of entries after this one are wanted
 */
export function salvage(folder: string, file: string, since: number): Salvage {
  const place = mkdtempSync(join(folder, leftover))
  try {
    for (const beside of ['', '-wal']) {
      if (existsSync(file + beside)) copyFileSync(file + beside, join(place, `damaged.sqlite${beside}`))
    }
    return withDatabase(join(place, 'damaged.sqlite'), (db) => readAll(db, since))
  } catch (error) {
    // Not even its first page can be read.
    if (sqliteCode(error) !== null) return nothing()
    throw error
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

const nothing = (): Salvage => ({
  reviews: new Map(),
  drafts: [],
  excuses: [],
  log: [],
  items: [],
  contents: []
})

function readAll(db: DatabaseSync, since: number): Salvage {
  const reviews = parsed(byRowid(db, 'review', `product, ${reviewColumns}`), namedReviewSchema)
  // Damage can make any number of one; entries of such numbers were never written.
  const log = parsed(byRowid(db, 'log', '*'), logSchema).filter(({ number }) => number <= since + mostRows)
  const numbers = [
    ...log.map(({ number }) => number),
    ...reviews.flatMap(({ row }) => [row.markEntry, row.noteEntry])
  ]
  const believed = numbers.filter((number) => number <= since + mostRows)
  const highest = believed.reduce((one, other) => Math.max(one, other), 0)
  const items: Salvage['items'] = []
  for (let entry = since + 1; entry <= highest; entry++) {
    items.push(...parsed(untilBroken(db, 'SELECT * FROM log_item WHERE entry = ?', entry), itemSchema))
  }
  const excuses = ['', ' DESC'].flatMap((order) =>
    parsed(untilBroken(db, `SELECT * FROM excuse ORDER BY product${order}, rule${order}`), excuseSchema)
  )
  const contents = ['', ' DESC'].flatMap((order) =>
    parsed(untilBroken(db, `SELECT * FROM content ORDER BY seen${order}`), contentSchema)
  )
  return {
    reviews: new Map(reviews.map(({ product, row }) => [product, row])),
    drafts: parsed(byRowid(db, 'draft', '*'), draftSchema),
    excuses,
    log,
    items,
    contents
  }
}

const namedReviewSchema = z
  .object({ product: z.string().min(1) })
  .loose()
  .transform((row) => ({ product: row.product, row: mendedRowSchema.parse(row) }))
const excuseSchema = z
  .object({ product: z.string().min(1), rule: z.string().min(1) })
  .loose()
  .transform((row) => ({ product: row.product, rule: row.rule, ...excuseRowSchema.parse(row) }))

/** The rows that make sense. */
function parsed<T>(rows: Iterable<unknown>, schema: z.ZodType<T>): T[] {
  return [...rows].flatMap((row) => {
    const read = schema.safeParse(row)
    return read.success ? [read.data] : []
  })
}

/** Rows of a query until one cannot be read. */
function* untilBroken(db: DatabaseSync, sql: string, ...values: number[]): Iterable<unknown> {
  try {
    yield* db.prepare(sql).iterate(...values)
  } catch (error) {
    if (!isUnreadable(error)) throw error
  }
}

/** Most rows that are passed over at once where one cannot be read: a page holds some 40. */
const longestLeap = 32
/** Rowids, and entries, that are looked for where none is found: the last may be unreadable, or a number that damage made. */
const mostRows = 2_000_000

/** Rows of a table that can be read, also behind pages that cannot. */
function* byRowid(db: DatabaseSync, table: string, columns: string): Iterable<unknown> {
  const last = lastRowid(db, table)
  if (last === null) return
  const next = db.prepare(
    `SELECT rowid AS rowid_, ${columns} FROM ${table} NOT INDEXED WHERE rowid > ? ORDER BY rowid`
  )
  let at = 0
  let read = 0
  let leap = 1
  while (at < last && at - read < mostRows) {
    try {
      for (const row of next.iterate(at)) {
        at = read = Number(row.rowid_)
        leap = 1
        yield row
      }
      return
    } catch (error) {
      if (!isUnreadable(error)) throw error
      at += leap
      leap = Math.min(leap * 2, longestLeap)
    }
  }
}

function lastRowid(db: DatabaseSync, table: string): number | null {
  try {
    return Number(db.prepare(`SELECT max(rowid) AS last FROM ${table} NOT INDEXED`).get()?.last ?? 0)
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return tableIsThere(db, table) ? mostRows : null
  }
}

/** Damage can also make numbers that are none of JavaScript's. */
function isUnreadable(error: unknown): boolean {
  const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_OUT_OF_RANGE'
  return isTooLarge || sqliteCode(error) !== null
}

function tableIsThere(db: DatabaseSync, table: string): boolean {
  try {
    return db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined
  } catch {
    return false
  }
}

/** undefined: it is no JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
