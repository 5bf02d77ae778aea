import type { DatabaseSync } from 'node:sqlite'
import type { LogKind } from '../../contract/review'
import { inTransaction } from '../../database/transaction'
import {
  isNever,
  neverReviewed,
  reviewsIn,
  toJson,
  type ExceptionRow,
  type ReviewRow
} from '../db/review-row'
import type { Statements } from '../db/open-reviews'

/** A file of reviews that is open. */
export interface Book {
  readonly db: DatabaseSync
  readonly sql: Statements
}

/** What an entry of the log says of itself. */
export interface EntryFacts {
  /** ms since 1970. */
  at: number
  by: string
  kind: Exclude<LogKind, 'redo'>
  /** The entry that this one takes back. */
  undoes?: number
}

/** An entry that is being written: what is changed through it stands in the log. */
export interface Entry {
  number: number
  /** @param deed what a colleague did, as `log_item` keeps it */
  review(product: string, before: ReviewRow, after: ReviewRow, deed?: string | null): void
  except(product: string, rule: string, before: ExceptionRow | null, after: ExceptionRow | null): void
}

/** What an entry has changed: its number is null, and there is none, where that is nothing. */
export interface Written<T> {
  number: number | null
  /** Products that it was done to. */
  count: number
  value: T
}

/** Does all that `work` does as one transaction and one entry of the log. */
export function inEntry<T>({ db, sql }: Book, facts: EntryFacts, work: (entry: Entry) => T): Written<T> {
  return inTransaction(db, () => {
    const { lastInsertRowid } = sql.putEntry.run(facts.at, facts.by, facts.kind, facts.undoes ?? null)
    const number = Number(lastInsertRowid)
    let count = 0
    const value = work({
      number,
      review(product, before, after, deed = null) {
        putReview(sql, product, after)
        sql.putItem.run(number, product, '', toJson(before), toJson(after), deed)
        count += 1
      },
      except(product, rule, before, after) {
        putException(sql, product, rule, after)
        sql.putItem.run(number, product, rule, toJson(before), toJson(after), null)
        count += 1
      }
    })
    if (count === 0) sql.dropEntry.run(number)
    else sql.endEntry.run(count, number)
    return { number: count === 0 ? null : number, count, value }
  })
}

/** A product's review as it is now. */
export function reviewOf(sql: Statements, product: string): ReviewRow {
  return (sql.review.get(product) as ReviewRow | undefined) ?? neverReviewed
}

/** As `reviewOf`, of each of these products: read at once. */
export function reviewsOf(sql: Statements, products: readonly string[]): (product: string) => ReviewRow {
  // As SQLite keeps them: a colleague's device may say anything.
  const names = products.map((product) => product.toWellFormed())
  const known = new Map(reviewsIn(sql.reviews, JSON.stringify(names)))
  return (product) => known.get(product.toWellFormed()) ?? neverReviewed
}

/** The exception of a product from a rule, if there is one. */
export function exceptionOf(sql: Statements, product: string, rule: string): ExceptionRow | null {
  return (sql.excuse.get(product, rule) as ExceptionRow | undefined) ?? null
}

/** Writes a review, or takes its row away when nothing was ever said of the product. */
export function putReview(sql: Statements, product: string, row: ReviewRow): void {
  if (isNever(row)) {
    sql.dropReview.run(product)
    return
  }
  const { mark, seen, markedAt, markedBy, markEntry, putBackAt, markReason } = row
  const { note, notedAt, notedBy, noteEntry, noteHistory } = row
  const marked = [mark, seen, markedAt, markedBy, markEntry, putBackAt, markReason]
  sql.putReview.run(product, ...marked, note, notedAt, notedBy, noteEntry, noteHistory)
}

export function putException(sql: Statements, product: string, rule: string, row: ExceptionRow | null): void {
  if (row === null) sql.dropException.run(product, rule)
  else sql.putException.run(product, rule, row.reason, row.reviewer, row.at)
}

/** A decision is never older than the one it replaces, also when the clock was set back in between (fault 93): the newest one wins a merge. */
export function laterThan(before: number | null, at: number): number {
  return before === null ? at : Math.max(at, before + 1)
}
