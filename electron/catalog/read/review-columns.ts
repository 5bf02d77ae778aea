import type { DatabaseSync } from 'node:sqlite'
import { reviewStates, type ReviewState } from '../../contract/review-state'
import {
  addApproval,
  createApprovals,
  findChanged,
  fingerprintColumns,
  seenNow,
  type Approvals,
  type FingerprintValues
} from './approval-check'
import type { HeldIds, KeyOf } from './id-lookup'
import type { Sliced } from '../../database/cooperative'
import {
  reviewsAtOnce,
  stateOfReview,
  type OneReview,
  type ReviewsFile,
  type SomeReview
} from './reviews-file'

/** What filters need to know of every product's review, by the product's key. A byte a product. */
export interface ReviewColumns {
  /** The place of its state in `reviewStates`, with `noteBit` where it has a note. */
  of: Uint8Array<ArrayBuffer>
  /** Which opening of the file it was read from. */
  opening: number
  /** Counts the changes. */
  version: number
}

export const stateMask = 7
export const noteBit = 8

/** What they are read from. */
export interface ReviewSources {
  db: DatabaseSync
  file: ReviewsFile
  ids: HeldIds
}

/** Products that are read again between two pauses: about 1 ms. */
const reloadedAtOnce = 100

/** Reads all reviews. For a million approved products it takes some seconds, for few as many ms. */
export function* loadReviews({ db, file, ids }: ReviewSources, version: number): Sliced<ReviewColumns> {
  const reviews: ReviewColumns = { of: new Uint8Array(0), opening: file.opening(), version }
  if (reviews.opening === 0) return reviews
  const keyOf = yield* ids.current()
  const { highest } = db.prepare('SELECT coalesce(max(key), 0) AS highest FROM product').get() as {
    highest: number
  }
  makeRoom(reviews, highest)
  // They are compared afterwards, in the order of keys: rows are read fast in it.
  const approvals = createApprovals(highest)
  for (let after: string | null = ''; after !== null;) {
    const rows = someReviews(file, after)
    for (const row of rows) putOne(reviews, approvals, keyOf, row)
    after = rows.length < reviewsAtOnce ? null : (rows.at(-1)?.[0] ?? null)
    yield
  }
  const { of } = reviews
  for (const key of yield* findChanged(db, approvals))
    of[key] = codeOf('changed') | ((of[key] ?? 0) & noteBit)
  return reviews
}

/** The ids come in order, so that finding one reads what was read to find the one before it. */
function someReviews(file: ReviewsFile, after: string): SomeReview[] {
  return (file.read(({ some }) => some.all(after)) ?? []) as unknown as SomeReview[]
}

function putOne(reviews: ReviewColumns, approvals: Approvals, keyOf: KeyOf, row: SomeReview): void {
  const [product, mark, seen, hasNote] = row
  const key = keyOf(product)
  if (key === 0) return
  const state = stateOfReview(mark, seen, seen ?? '')
  put(reviews, key, state, hasNote === 1)
  if (state === 'approved' && seen !== null) addApproval(approvals, key, seen)
}

/** Reads the reviews of some products, by their keys or their ids. By the primary keys, and `product_id`. */
export function* reloadReviews(
  { db, file, ids }: ReviewSources,
  reviews: ReviewColumns,
  changed: Iterable<number | string>
): Sliced<void> {
  const keyOf = yield* ids.current()
  const statement = db.prepare(`SELECT id, ${fingerprintColumns} FROM product WHERE key = ?`)
  statement.setReturnArrays(true)
  let read = 0
  for (const product of changed) {
    const key = typeof product === 'number' ? product : keyOf(product)
    const row = statement.get(key) as unknown as [id: string, ...FingerprintValues] | undefined
    if (row !== undefined) reloadOne(file, reviews, key, row)
    if (++read % reloadedAtOnce === 0) yield
  }
  reviews.version++
}

function reloadOne(
  file: ReviewsFile,
  reviews: ReviewColumns,
  key: number,
  [id, ...values]: [id: string, ...FingerprintValues]
): void {
  const row = file.read(({ one }) => one.get(id)) as unknown as OneReview | undefined | null
  makeRoom(reviews, key)
  const [mark, seen, note] = row ?? [0, null, '']
  put(reviews, key, stateOfReview(mark, seen, seenNow(values)), note !== '')
}

const codeOf = (state: ReviewState): number => reviewStates.indexOf(state)

function put({ of }: ReviewColumns, key: number, state: ReviewState, hasNote: boolean): void {
  of[key] = codeOf(state) | (hasNote ? noteBit : 0)
}

function makeRoom(reviews: ReviewColumns, highest: number): void {
  const { of } = reviews
  if (highest < of.length) return
  // All at once at first; later it grows by what a sync brings.
  const length = of.length === 0 ? highest + 1 : Math.max(1024, highest + 1, Math.ceil(of.length * 1.2))
  reviews.of = new Uint8Array(length)
  reviews.of.set(of)
}
