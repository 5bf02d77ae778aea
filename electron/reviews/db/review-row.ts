import type { SQLInputValue, StatementSync } from 'node:sqlite'
import { z } from 'zod'
import { reviewMarks, type ReviewMark } from '../../contract/review-state'
import { markDeedSchema, type MarkDeed } from '../../team/operation'

interface Bounds {
  least: number
  most: number
}

/** JavaScript cannot read a whole number above 2^53. */
const most = Number.MAX_SAFE_INTEGER
/** ms since 1970. */
const time: Bounds = { least: -most, most }
/** A place in the log; 0: none. */
const entry: Bounds = { least: 0, most }
/** A place in the log that there is. */
const number: Bounds = { least: 1, most }

/**
 * The whole numbers that a healthy file has, by table and column. Both what is salvaged and what is called sound go by these: otherwise one
 * value that only one of them accepts would keep everything that was salvaged from being used (fault 105).
 */
export const bounds = {
  review: {
    mark: { least: 0, most: reviewMarks.length - 1 },
    marked_at: time,
    noted_at: time,
    put_back_at: time,
    mark_entry: entry,
    note_entry: entry
  },
  log: { number, at: time, count: entry, undone_by: entry, undoes: entry },
  log_item: { entry: number },
  excuse: { at: time },
  draft: { at: time }
} as const satisfies Record<string, Record<string, Bounds>>

/** The numbers within the bounds. */
export function within({ least, most }: Bounds): z.ZodNumber {
  return z.number().int().min(least).max(most)
}

/** Conditions in SQL that no row of a healthy file meets; null meets none. */
export function outOfBounds(table: keyof typeof bounds): string[] {
  const columns: [string, Bounds][] = Object.entries(bounds[table])
  return columns.map(([column, { least, most }]) => `${column} NOT BETWEEN ${least} AND ${most}`)
}

/** The condition in SQL that a text is JSON as SQLite reads it, which is nested at most 1000 deep; or null. */
export function isJson(column: string): string {
  return `json_valid(coalesce(${column}, '{}'))`
}

/** Those of a damaged row's values that a schema lets through, each looked at by itself. */
export function fitting<Shape extends z.ZodRawShape>(
  { shape }: z.ZodObject<Shape>,
  values: Readonly<Record<string, unknown>>
): Partial<z.output<z.ZodObject<Shape>>> {
  const parts = Object.entries(shape).flatMap(([name, schema]) => {
    const value = z.safeParse(schema, values[name])
    return values[name] !== undefined && value.success ? [[name, value.data]] : []
  })
  return Object.fromEntries(parts) as Partial<z.output<z.ZodObject<Shape>>>
}

/** What was decided of a product, by whom and when. `mark`: place in `reviewMarks`. Times are ms since 1970. */
export interface MarkPart {
  mark: number
  seen: string | null
  markedAt: number | null
  markedBy: string
  /** Entry of the log; 0: none. With the product it stands for one mark, also after others were taken back. */
  markEntry: number
  /** When what came on top of it was taken back; null: nothing was. */
  putBackAt: number | null
  /** Why it needs work; null: no reason, or another mark. */
  markReason: string | null
}

export interface NotePart {
  note: string
  notedAt: number | null
  notedBy: string
  noteEntry: number
  /** See note-history.ts; null: there never was a note. */
  noteHistory: string | null
}

/** A product's row of `review`. */
export type ReviewRow = MarkPart & NotePart

/** What a row says of the mark. */
export function markPartOf(row: ReviewRow): MarkPart {
  const { mark, seen, markedAt, markedBy, markEntry, putBackAt, markReason } = row
  return { mark, seen, markedAt, markedBy, markEntry, putBackAt, markReason }
}

/** What a row says of the note. */
export function notePartOf({ note, notedAt, notedBy, noteEntry, noteHistory }: ReviewRow): NotePart {
  return { note, notedAt, notedBy, noteEntry, noteHistory }
}

/** A row of the table `excuse`, but for its key. */
export interface ExceptionRow {
  reason: string
  reviewer: string
  at: number
}

/** What a product without a row is like. */
export const neverReviewed: ReviewRow = {
  mark: 0,
  seen: null,
  markedAt: null,
  markedBy: '',
  markEntry: 0,
  putBackAt: null,
  markReason: null,
  note: '',
  notedAt: null,
  notedBy: '',
  noteEntry: 0,
  noteHistory: null
}

export const unreviewed = reviewMarks.indexOf('unreviewed')
export const approved = reviewMarks.indexOf('approved')
export const needsWork = reviewMarks.indexOf('needs-work')

/** The columns of `review` under the names of `ReviewRow`, in its order. */
export const reviewColumns = `mark, seen, marked_at AS markedAt, marked_by AS markedBy, mark_entry AS markEntry,
  put_back_at AS putBackAt, mark_reason AS markReason, note, noted_at AS notedAt, noted_by AS notedBy, note_entry AS noteEntry, note_history AS noteHistory`

/**
 * Products with their rows, of which the statement yields the product and `reviewColumns`, as arrays: node:sqlite takes twice as long to make
 * objects, and they are slow to read.
 */
export function reviewsIn(statement: StatementSync, ...which: SQLInputValue[]): [string, ReviewRow][] {
  statement.setReturnArrays(true)
  return (statement.all(...which) as unknown as ReviewValues[]).map(
    ([product, mark, seen, markedAt, markedBy, markEntry, putBackAt, markReason, ...noted]) => {
      const [note, notedAt, notedBy, noteEntry, noteHistory] = noted
      const marked = { mark, seen, markedAt, markedBy, markEntry, putBackAt, markReason }
      return [product, { ...marked, note, notedAt, notedBy, noteEntry, noteHistory }]
    }
  )
}

type ReviewValues = [
  product: string,
  mark: number,
  seen: string | null,
  markedAt: number | null,
  markedBy: string,
  markEntry: number,
  putBackAt: number | null,
  markReason: string | null,
  note: string,
  notedAt: number | null,
  notedBy: string,
  noteEntry: number,
  noteHistory: string | null
]

/** For rows from a damaged file; others are trusted. */
export const reviewRowSchema = z.object({
  mark: within(bounds.review.mark),
  seen: z.string().nullable(),
  markedAt: within(bounds.review.marked_at).nullable(),
  markedBy: z.string(),
  markEntry: within(bounds.review.mark_entry),
  // Rows of the first forms have none.
  putBackAt: within(bounds.review.put_back_at).nullable().default(null),
  markReason: z.string().nullable().default(null),
  note: z.string(),
  notedAt: within(bounds.review.noted_at).nullable(),
  notedBy: z.string(),
  noteEntry: within(bounds.review.note_entry),
  noteHistory: z.string().nullable()
}) satisfies z.ZodType<ReviewRow>
/** Whether all columns are there. */
export function isWholeReview(row: Partial<ReviewRow>): row is ReviewRow {
  return Object.keys(reviewRowSchema.shape).every((name) => name in row)
}
export const exceptionRowSchema = z.object({
  reason: z.string(),
  reviewer: z.string(),
  at: within(bounds.excuse.at)
}) satisfies z.ZodType<ExceptionRow>

/** The mark's name. */
export function markOf({ mark }: Pick<ReviewRow, 'mark'>): ReviewMark {
  return reviewMarks[mark] ?? 'unreviewed'
}

/** When it was decided that the mark holds (ms since 1970); null: never. */
export function decidedAt({ markedAt, putBackAt }: Pick<ReviewRow, 'markedAt' | 'putBackAt'>): number | null {
  return putBackAt ?? markedAt
}

/** As `log_item` keeps a row; null: there is none. */
export function toJson(row: ReviewRow | ExceptionRow | null): string | null {
  return row === null || isNever(row) ? null : JSON.stringify(row)
}

/** A review as `log_item` keeps it, also one of an older form. */
export function reviewFrom(json: string | null): ReviewRow {
  return json === null ? neverReviewed : { ...neverReviewed, ...(JSON.parse(json) as Partial<ReviewRow>) }
}

/** An exception as `log_item` keeps it. */
export function exceptionFrom(json: string | null): ExceptionRow | null {
  return json === null ? null : (JSON.parse(json) as ExceptionRow)
}

/** What a colleague did, as `log_item` keeps it; null: the mark alone tells it, or it cannot be read. */
export function deedFrom(json: string | null): MarkDeed | null {
  if (json === null) return null
  try {
    return markDeedSchema.safeParse(JSON.parse(json)).data ?? null
  } catch {
    return null
  }
}

/** Whether nobody ever decided or wrote anything of the product: it then has no row. */
export function isNever(row: ReviewRow | ExceptionRow): boolean {
  return (
    'markEntry' in row &&
    row.markEntry === 0 &&
    row.noteEntry === 0 &&
    row.noteHistory === null &&
    row.markedAt === null &&
    row.putBackAt === null &&
    row.notedAt === null
  )
}
