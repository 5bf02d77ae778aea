import { z } from 'zod'
import {
  bounds,
  fitting,
  isWholeReview,
  reviewRowSchema,
  within,
  type ExceptionRow,
  type ReviewRow
} from '../db/review-row'
import type { EntryRow } from '../write/log-chain'
import type { Quality, Value } from './damaged-pages'
import type { ReadableRow, ReadableRows } from './readable-rows'
import { leftBy, type SalvagedItem, type Witnesses } from './salvaged-items'

/** Products by the numbers of their rows, as indexes say. */
type Named = Map<number, string[]>

/** What can be read of a review's row. */
export interface SalvagedReview {
  columns: Partial<ReviewRow>
  quality: Quality
  /** The row itself names the product; otherwise only the index does, so that some of the row is damaged. */
  isNamed: boolean
  /** The mark, as the index has it; nothing where it does not know the row. */
  indexed: Pick<Partial<ReviewRow>, 'mark'>
}

/** Of a row of which nothing can be read. */
export const unreadable: SalvagedReview = { columns: {}, quality: 0, isNamed: false, indexed: {} }

/**
 * Reviews by product, each with the columns that can be read. What a row says of its product and its mark stands in an index as well: where
 * row and index disagree on the product the log decides (fault 106). A product may have two rows where its index was damaged: of two that
 * are whole the one that was written last holds.
 *
 * @param last the last entry that there can be
 */
export function salvagedReviews(
  rows: ReadableRows,
  last: number,
  isLogged: (product: string, entry?: number) => boolean
): Map<string, SalvagedReview> {
  const named = ownNames(namesIn(rows, rows.draft), rows)
  const agreed = agreedProducts(rows.review, named)
  const marks = new Map(
    rows.markIndex.flatMap(({ values: { row, mark } }): [Value, { mark: number }][] =>
      typeof mark === 'number' ? [[row, { mark }]] : []
    )
  )
  const reviews = new Map<string, SalvagedReview>()
  for (const row of [...rows.review, ...rowsOfIndexes(rows, named)]) {
    const indexed: SalvagedReview['indexed'] = marks.get(row.rowid) ?? {}
    const { mark = indexed.mark, markEntry, noteEntry } = row.values
    const entries = { markEntry: upTo(last, markEntry), noteEntry: upTo(last, noteEntry) }
    const columns = fitting(reviewRowSchema, { ...row.values, mark, ...entries })
    const quality = row.quality === 2 && (hasControls(columns) || !isWholeReview(columns)) ? 1 : row.quality
    for (const product of productsOf(row, columns)) {
      const review = { columns, quality, isNamed: row.values.product === product, indexed }
      const other = reviews.get(product)
      if (other === undefined || isNewer(review, other)) reviews.set(product, review)
    }
  }
  return reviews

  function productsOf({ rowid, values, quality }: ReadableRow, review: Partial<ReviewRow>): string[] {
    const own = typeof values.product === 'string' && values.product !== '' ? [values.product] : []
    const indexed = named.get(rowid ?? 0) ?? []
    if (own.some((product) => indexed.includes(product))) return own
    const all = [...own, ...indexed]
    const entries = [review.markEntry ?? 0, review.noteEntry ?? 0].filter((entry) => entry > 0)
    const logged = all.filter((product) =>
      entries.length === 0 ? isLogged(product) : entries.some((entry) => isLogged(product, entry))
    )
    const free = logged.filter((product) => !agreed.has(product))
    if (free.length > 0) return free
    if (logged.length > 0) return logged
    return (quality > 0 ? all : indexed).filter((product) => !agreed.has(product))
  }
}

/** Names, fingerprints and reasons have no control characters. */
function hasControls({ seen, markedBy, notedBy, markReason }: Partial<ReviewRow>): boolean {
  return [seen, markedBy, notedBy, markReason].some((text) => /\p{Cc}/u.test(text ?? ''))
}

function isNewer(review: SalvagedReview, other: SalvagedReview): boolean {
  if ((review.quality === 2) !== (other.quality === 2)) return review.quality === 2
  const later = lastEntryOf(review.columns) - lastEntryOf(other.columns)
  return later === 0 ? review.quality >= other.quality : later > 0
}

function upTo(last: number, entry: Value): Value {
  return typeof entry === 'number' && entry > last ? undefined : entry
}

/** The last entry that changed a review, as far as it says so. */
export function lastEntryOf({ markEntry = 0, noteEntry = 0 }: Partial<ReviewRow>): number {
  return Math.max(markEntry, noteEntry)
}

/** The products that a draft may be of: its own, or, where the index does not know that one, also those that the index has for its number. */
export function draftProducts(rows: ReadableRows): (draft: ReadableRow) => string[] {
  const named = namesIn(rows, rows.review)
  return ({ rowid, values: { product } }) => {
    const own = typeof product === 'string' && product !== '' ? [product] : []
    const indexed = named.get(rowid ?? 0) ?? []
    return own.some((name) => indexed.includes(name)) ? own : [...own, ...indexed]
  }
}

/** Indexes of reviews and of drafts look the same. @param others rows of the other table, each of which has one of the entries */
function namesIn({ productIndex }: ReadableRows, others: ReadableRow[]): Named {
  const named: Named = new Map()
  const ofOthers = new Set(others.map(({ rowid, values }) => `${rowid} ${values.product}`))
  for (const { values } of productIndex) {
    if (typeof values.row !== 'number' || typeof values.product !== 'string' || values.product === '')
      continue
    if (ofOthers.delete(`${values.row} ${values.product}`)) continue
    named.set(values.row, [...(named.get(values.row) ?? []), values.product])
  }
  return named
}

/** Without products that the index of drafts has for the number of another one's review: each has a review of its own. */
function ownNames(named: Named, { review, markIndex }: ReadableRows): Named {
  const numbers = new Set<Value>([
    ...review.map(({ rowid }) => rowid),
    ...markIndex.map(({ values }) => values.row)
  ])
  const alone = [...named].flatMap(([number, [product, other]]): [string, number][] =>
    product !== undefined && other === undefined && numbers.has(number) ? [[product, number]] : []
  )
  const own = Map.groupBy(alone, ([product]) => product)
  const isOwn = (product: string, number: number): boolean => {
    const [first, second] = own.get(product) ?? []
    return first === undefined || second !== undefined || first[1] === number
  }
  return new Map(
    [...named].map(([number, products]) => [number, products.filter((product) => isOwn(product, number))])
  )
}

/** Products of which row and index say the same. */
function agreedProducts(reviews: ReadableRow[], named: Named): Set<unknown> {
  const isAgreed = ({ rowid, values: { product } }: ReadableRow): boolean =>
    typeof product === 'string' && named.get(rowid ?? 0)?.includes(product) === true
  return new Set(reviews.filter(isAgreed).map(({ values }) => values.product))
}

/** Rows of which nothing can be read but what the indexes say. */
function rowsOfIndexes({ review, markIndex }: ReadableRows, named: Named): ReadableRow[] {
  const read = new Set(review.map(({ rowid }) => rowid))
  return markIndex.flatMap(({ values: { row } }) =>
    typeof row === 'number' && !read.has(row) && named.has(row)
      ? [{ rowid: row, values: {}, quality: 0 }]
      : []
  )
}

const entrySchema = z.object({
  at: within(bounds.log.at),
  reviewer: z.string(),
  kind: z.enum(['mark', 'note', 'excuse', 'undo', 'merge', 'restore', 'team']),
  count: within(bounds.log.count),
  undone_by: within(bounds.log.undone_by).nullable(),
  undoes: within(bounds.log.undoes).nullable(),
  from_file: z.string().nullable(),
  from_by: z.string().nullable()
})

/**
 * The log's entries by their numbers. What cannot be read of one, or of all of it where only its items are left, is taken from what they
 * left and from the entry that took it back.
 */
export function salvagedLog(items: readonly SalvagedItem[], witnesses: Witnesses): EntryRow[] {
  const itemsOf = Map.groupBy(
    items.filter(({ trust }) => trust > 0),
    ({ entry }) => entry
  )
  const read = new Map<number, Partial<EntryRow>>()
  for (const number of itemsOf.keys()) if (number <= witnesses.last) read.set(number, {})
  for (const [number, rows] of witnesses.rows) {
    const { values, quality } = likeliest(rows, itemsOf.get(number) ?? [])
    if (quality > 0 || witnesses.isKnown(number)) read.set(number, fitting(entrySchema, values))
  }
  const tookBack = new Map<number, number>()
  const takenBack = new Map<number, number>()
  for (const [number, { undoes, undone_by }] of read) {
    if (typeof undoes === 'number' && undone_by === null) tookBack.set(undoes, number)
    if (typeof undone_by === 'number') takenBack.set(undone_by, number)
  }
  let lastAt = 0
  return [...read]
    .sort(([one], [other]) => one - other)
    .map(([number, entry]) => {
      const itsItems = itemsOf.get(number) ?? []
      const undoes = entry.undoes === undefined ? (takenBack.get(number) ?? null) : entry.undoes
      const { kind, at = lastAt, reviewer = '' } = toldByItems(number, itsItems)
      const whole: EntryRow = {
        ...{ number, at, reviewer, kind: undoes === null ? kind : 'undo', count: itsItems.length },
        ...{ undone_by: tookBack.get(number) ?? null, undoes, from_file: null, from_by: null },
        ...entry
      }
      lastAt = whole.at
      return whole
    })
}

/** Of rows with the same number the one that tells the same as the entry's items; the first where none does. */
function likeliest(rows: readonly ReadableRow[], items: readonly SalvagedItem[]): ReadableRow {
  const times = new Set(items.slice(0, mostAsked).flatMap(timesIn))
  const likeness = ({ values: { at, count } }: ReadableRow): number =>
    (times.has(at) ? 2 : 0) + (count === items.length ? 1 : 0)
  return rows.reduce((one, other) => (likeness(other) > likeness(one) ? other : one))
}

/** Items that are looked at for the time of their entry. */
const mostAsked = 10

function timesIn(item: SalvagedItem): Value[] {
  const { at, markedAt, notedAt, putBackAt }: Record<string, Value> = leftBy(item) ?? {}
  return [at, markedAt, notedAt, putBackAt].filter((time) => typeof time === 'number')
}

interface Told {
  kind: string
  at?: number | undefined
  reviewer?: string | undefined
}

/** What an entry must have been, by what it left. */
function toldByItems(number: number, items: readonly SalvagedItem[]): Told {
  for (const item of items) {
    const { rule } = item
    const left = item.isAfterKnown ? leftBy(item) : null
    if (left === null) continue
    if (rule !== '') return { kind: 'excuse', ...(left as Partial<ExceptionRow>) }
    const { markEntry, markedAt, markedBy, noteEntry, notedAt, notedBy } = left as Partial<ReviewRow>
    if (markEntry === number) return { kind: 'mark', at: markedAt ?? undefined, reviewer: markedBy }
    // Of a note there is one; a merge may bring more.
    const kind = items.length === 1 ? 'note' : 'merge'
    if (noteEntry === number) return { kind, at: notedAt ?? undefined, reviewer: notedBy }
  }
  return { kind: items.some(({ rule }) => rule !== '') ? 'excuse' : 'mark' }
}
