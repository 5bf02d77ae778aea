import { copyFileSync, existsSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { removeFolder } from '../../database/file-operations'
import {
  bounds,
  isJson,
  within,
  excuseRowSchema,
  reviewRowSchema,
  type ExcuseRow,
  type ReviewRow
} from '../db/review-row'
import { mendCopy } from './damaged-file'
import { withDatabase } from '../db/database'
import { withReadableHistory } from '../write/note'
import { byNumber, mostNumbers, rowsOf, untilBroken, type NumberedRows } from './readable-rows'
import { migrations as released } from '../db/schema'
import { completed, entrySchema } from './salvaged-log'
import { orElse } from './soundness'
import type { EntryRow } from '../write/undo'

/** What could be read of a damaged file. */
export interface Salvage {
  reviews: Map<string, ReviewRow>
  drafts: z.infer<typeof draftSchema>[]
  excuses: ({ product: string; rule: string } & ExcuseRow)[]
  log: EntryRow[]
  /** What entries after `since` did, in their order. */
  items: z.infer<typeof itemSchema>[]
  contents: z.infer<typeof contentSchema>[]
}

const draftSchema = z.object({ product: z.string(), note: z.string(), at: within(bounds.draft.at) })
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
const itemPart = { entry: within(bounds.log_item.entry), product: z.string().min(1) }
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
 * Reads what can be read of a damaged file, which stays as it is: a copy of it is looked at, with its log. A part of which nothing can be
 * read is empty. Throws the disk's errors, and no others.
 *
 * @param since items of entries after this one are wanted
 */
export function salvage(
  folder: string,
  file: string,
  since: number,
  migrations: readonly string[] = released
): Salvage {
  const place = mkdtempSync(join(folder, leftover))
  try {
    for (const beside of ['', '-wal']) {
      if (existsSync(file + beside)) copyFileSync(file + beside, join(place, `damaged.sqlite${beside}`))
    }
    const copy = join(place, 'damaged.sqlite')
    mendCopy(copy, migrations)
    return orElse(nothing(), () => withDatabase(copy, (db) => readAll(db, since)))
  } finally {
    removeFolder(place)
  }
}

/** Of a file of which nothing can be read. */
export const nothing = (): Salvage => ({
  reviews: new Map(),
  drafts: [],
  excuses: [],
  log: [],
  items: [],
  contents: []
})

/** By the primary key, which is the table itself. */
const itemRows: NumberedRows = { table: 'log_item', columns: '*', number: 'entry' }

function readAll(db: DatabaseSync, since: number): Salvage {
  const part = <T>(read: () => T[]): T[] => orElse([], read)
  const reviews = part(() => parsed(byNumber(db, rowsOf('review')), namedReviewSchema))
  // Damage can make any number of one; entries of such numbers were never written.
  const log = part(() => parsed(byNumber(db, rowsOf('log')), entrySchema)).filter(
    ({ number }) => number <= since + mostNumbers
  )
  const numbers = [
    ...log.map(({ number }) => number),
    ...reviews.flatMap(({ row }) => [row.markEntry, row.noteEntry])
  ]
  const believed = numbers.filter((number) => number <= since + mostNumbers)
  const highest = believed.reduce((one, other) => Math.max(one, other), 0)
  const items = part(() => parsed(byNumber(db, itemRows, since), itemSchema)).filter(
    ({ entry }) => entry <= highest
  )
  const bothWays = <T>(from: string, key: string[], schema: z.ZodType<T>): T[] =>
    ['', ' DESC'].flatMap((order) => {
      const by = key.map((column) => column + order).join()
      return part(() => parsed(untilBroken(db, `SELECT * FROM ${from} ORDER BY ${by}`), schema))
    })
  return {
    reviews: newestOf(reviews),
    drafts: part(() => parsed(byNumber(db, rowsOf('draft')), draftSchema)),
    excuses: bothWays('excuse', ['product', 'rule'], excuseSchema),
    log: completed(log, items),
    items,
    contents: bothWays(`content WHERE ${isJson('content')}`, ['seen'], contentSchema)
  }
}

/** A product may have two rows where its index was damaged (fault 106): the one that was written last holds. */
function newestOf(reviews: { product: string; row: ReviewRow }[]): Map<string, ReviewRow> {
  const newest = new Map<string, ReviewRow>()
  for (const { product, row } of reviews) {
    const other = newest.get(product)
    if (other === undefined || lastEntryOf(row) >= lastEntryOf(other)) newest.set(product, row)
  }
  return newest
}

/** The last entry that changed a review. */
export function lastEntryOf({ markEntry, noteEntry }: ReviewRow): number {
  return Math.max(markEntry, noteEntry)
}

/** With the columns' names as `ReviewRow` has them. Not all are in a file of an older form: they cannot be asked for. */
function inOwnNames(row: object): object {
  const own = (name: string): string =>
    name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [own(name), value]))
}

/** What a transform throws is not caught by zod: rows are parsed by `pipe`. */
const namedReviewSchema = z
  .object({ product: z.string().min(1) })
  .loose()
  .transform((row): { product: string; row: unknown } => ({ product: row.product, row: inOwnNames(row) }))
  .pipe(z.object({ product: z.string(), row: mendedRowSchema }))
const excuseSchema = z
  .object({ product: z.string().min(1), rule: z.string().min(1) })
  .loose()
  .transform((row): { product: string; rule: string; row: unknown } => ({ ...row, row }))
  .pipe(z.object({ product: z.string(), rule: z.string(), row: excuseRowSchema }))
  .transform(({ product, rule, row }) => ({ product, rule, ...row }))

/** The rows that make sense. */
function parsed<T>(rows: Iterable<unknown>, schema: z.ZodType<T>): T[] {
  return [...rows].flatMap((row) => {
    const read = schema.safeParse(row)
    return read.success ? [read.data] : []
  })
}

/** undefined: it is no JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
