import type { DatabaseSync } from 'node:sqlite'
import { reviewStates, type ReviewState } from '../../contract/review-state'
import { seenOf, type SeenContent } from '../../reviews/seen'
import type { HeldIds, KeyOf } from './reader-ids'
import type { Sliced } from './reader-slices'
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

/** Products that are compared with what was approved between two pauses: about 1 ms. */
const comparedAtOnce = 100

/** Reads all reviews. For a million approved products it takes some seconds, for few as many ms. */
export function* loadReviews({ db, file, ids }: ReviewSources, version: number): Sliced<ReviewColumns> {
  const reviews: ReviewColumns = { of: new Uint8Array(0), opening: file.opening(), version }
  if (reviews.opening === 0) return reviews
  const keyOf = yield* ids.current()
  const { highest } = db.prepare('SELECT coalesce(max(key), 0) AS highest FROM product').get() as {
    highest: number
  }
  makeRoom(reviews, highest)
  // What was approved, by key: the two halves of its `seen`. They are compared in the order of keys, in which rows are read fast.
  const approved = new Uint32Array(2 * highest + 2)
  for (let after: string | null = ''; after !== null;) {
    const rows = someReviews(file, after)
    for (const row of rows) putOne(reviews, approved, keyOf, row)
    after = rows.length < reviewsAtOnce ? null : (rows.at(-1)?.[0] ?? null)
    yield
  }
  yield* compareApproved(db, reviews, approved)
  return reviews
}

/** The ids come in order, so that finding one reads what was read to find the one before it. */
function someReviews(file: ReviewsFile, after: string): SomeReview[] {
  return (file.read(({ some }) => some.all(after)) ?? []) as unknown as SomeReview[]
}

function putOne(reviews: ReviewColumns, approved: Uint32Array, keyOf: KeyOf, row: SomeReview): void {
  const [product, mark, seen, hasNote] = row
  const key = keyOf(product)
  if (key === 0) return
  const state = stateOfReview(mark, seen, seen ?? '')
  put(reviews, key, state, hasNote === 1)
  if (state === 'approved' && seen !== null) approved.set(halvesOf(seen), 2 * key)
}

type Content = [
  id: string,
  name: string,
  price: number | null,
  description: string | null,
  image: string | null
]

const contentColumns = 'id, name, price, description, image'

/** Products that are not any more what was approved are changed. By the primary key. */
function* compareApproved(db: DatabaseSync, { of }: ReviewColumns, approved: Uint32Array): Sliced<void> {
  const statement = db.prepare(`SELECT ${contentColumns} FROM product WHERE key = ?`)
  statement.setReturnArrays(true)
  let compared = 0
  for (let key = 1; 2 * key < approved.length; key++) {
    const [above, below] = [approved[2 * key] ?? 0, approved[2 * key + 1] ?? 0]
    if ((above | below) === 0) continue
    const now = halvesOf(seenNow(statement.get(key) as unknown as Content))
    if (above !== now[0] || below !== now[1]) of[key] = codeOf('changed') | ((of[key] ?? 0) & noteBit)
    if (++compared % comparedAtOnce === 0) yield
  }
}

/** Reads the reviews of some products, by their keys or their ids. By the primary keys, and `product_id`. */
export function* reloadReviews(
  { db, file, ids }: ReviewSources,
  reviews: ReviewColumns,
  changed: Iterable<number | string>
): Sliced<void> {
  const keyOf = yield* ids.current()
  const statement = db.prepare(`SELECT ${contentColumns} FROM product WHERE key = ?`)
  statement.setReturnArrays(true)
  let read = 0
  for (const product of changed) {
    const key = typeof product === 'number' ? product : keyOf(product)
    const content = statement.get(key) as unknown as Content | undefined
    if (content !== undefined) reloadOne(file, reviews, key, content)
    if (++read % comparedAtOnce === 0) yield
  }
  reviews.version++
}

function reloadOne(file: ReviewsFile, reviews: ReviewColumns, key: number, content: Content): void {
  const row = file.read(({ one }) => one.get(content[0])) as unknown as OneReview | undefined | null
  makeRoom(reviews, key)
  const [mark, seen, note] = row ?? [0, null, '']
  put(reviews, key, stateOfReview(mark, seen, seenNow(content)), note !== '')
}

function seenNow([, name, price, description, image]: Content): string {
  const content: SeenContent = { name, price, description, image }
  return seenOf(content)
}

/** The two halves of what `seenOf` gives. */
function halvesOf(seen: string): [above: number, below: number] {
  return [parseInt(seen.slice(0, 8), 16), parseInt(seen.slice(8), 16)]
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
