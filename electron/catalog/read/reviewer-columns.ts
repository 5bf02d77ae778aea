import type { DatabaseSync } from 'node:sqlite'
import type { Task } from '../../database/cooperative'
import { cached, type Cached } from './cached'
import type { IdLookup } from './find-products'
import { reviewsAtOnce, type Reviewed, type ReviewsFile } from './sidecars'
import { createValueIndex } from './value-index'

/** Who marked every product last, and when, by the product's key. 10 bytes a product. */
export interface ReviewerColumns {
  /** Index in `reviewers`; 0: nobody. */
  by: Uint16Array<ArrayBuffer>
  /** ms since 1970; 0: never, or not known. */
  at: Float64Array<ArrayBuffer>
  /** Names by their index; the first is nobody's. */
  reviewers: string[]
  /** The opening of the sidecar that it was read from. */
  opening: number
  /** Counts the changes. */
  version: number
}

interface Sources {
  db: DatabaseSync
  file: ReviewsFile
  ids: IdLookup
}

/** Loads who reviewed what. Two seconds for a million reviews; by the primary key. */
function* loadReviewers({ db, file, ids }: Sources, version: number): Task<ReviewerColumns> {
  const { highest } = db.prepare('SELECT coalesce(max(key), 0) AS highest FROM product').get() as {
    highest: number
  }
  const columns: ReviewerColumns = {
    by: new Uint16Array(highest + 1),
    at: new Float64Array(highest + 1),
    reviewers: [''],
    opening: file.opening(),
    version
  }
  const keyOf = yield* ids.current()
  const put = createPut(columns)
  for (let after: string | null = ''; after !== null;) {
    const rows = (file.read(({ someReviewed }) => someReviewed.all(after)) ?? []) as unknown as Reviewed[]
    for (const row of rows) put(keyOf(row[0]), row)
    after = rows.length < reviewsAtOnce ? null : (rows.at(-1)?.[0] ?? null)
    yield
  }
  return columns
}

/** Loads some products' reviewers again, by key or id. By the primary keys. */
function* reloadReviewers(
  { db, file, ids }: Sources,
  columns: ReviewerColumns,
  changed: Iterable<number | string>
): Task<void> {
  const keyOf = yield* ids.current()
  const product = db.prepare('SELECT id FROM product WHERE key = ?')
  const put = createPut(columns)
  let read = 0
  for (const each of changed) {
    const id = typeof each === 'string' ? each : (product.get(each) as { id: string } | undefined)?.id
    if (id === undefined) continue
    const row = file.read(({ oneReviewed }) => oneReviewed.get(id)) as unknown as Reviewed | undefined | null
    put(typeof each === 'string' ? keyOf(id) : each, row ?? [id, null, 0])
    if (++read % 200 === 0) yield
  }
  columns.version++
}

function createPut(columns: ReviewerColumns): (key: number, row: Reviewed) => void {
  const indexOf = createValueIndex(columns.reviewers)
  return (key, [, reviewer, at]) => {
    if (key === 0) return
    makeRoom(columns, key)
    columns.by[key] = reviewer === null ? 0 : indexOf(reviewer)
    columns.at[key] = at
  }
}

function makeRoom(columns: ReviewerColumns, highest: number): void {
  const { by, at } = columns
  if (highest < by.length) return
  const length = Math.max(1024, highest + 1, Math.ceil(by.length * 1.2))
  columns.by = new Uint16Array(length)
  columns.by.set(by)
  columns.at = new Float64Array(length)
  columns.at.set(at)
}

/** ms without a filter by reviewer or day after which the columns are dropped. */
const idle = 10 * 60_000

/** Keeps the reviewers' columns current while they are used. */
export function createReviewerCache(
  db: DatabaseSync,
  file: ReviewsFile,
  ids: IdLookup
): Cached<ReviewerColumns, number | string> {
  const sources = { db, file, ids }
  return cached<ReviewerColumns, number | string>({
    load: (version) => loadReviewers(sources, version),
    reload: (columns, changed) => reloadReviewers(sources, columns, changed),
    isCurrent: ({ opening }) => opening === file.opening(),
    idle
  })
}
