import type { DatabaseSync } from 'node:sqlite'
import { reviewStates, type ReviewState } from '../../contract/review-state'
import type { IdLookup, KeyOf } from './products-by-id'
import type { Task } from '../../database/cooperative'
import { isUnaware, stateOfReview } from './state-of-review'
import {
  reviewsAtOnce,
  type Findings,
  type LateErrors,
  type OneReview,
  type ReviewsFile,
  type SomeReview,
  type TeamFile
} from './sidecars'
import { applyApprovals, byTeam, isAhead, marksOf, policyOf, selfOf, type ApprovalPolicy } from './approvals'
import { oldestReadAt } from '../db/facts'
import { areAlike, lookIn, textsOf } from '../../contract/content-fingerprint'
import { fingerprintOf, type FingerprintedContent } from '../content-fingerprint'
import type { ReviewProgress } from '../../contract/review'
import { lowestKey, type KeySet } from './product-list'
import { cached, type Cached } from './cached'

/** What filters need about every product's review, by the product's key. A byte a product, three once there are reasons. */
export interface ReviewColumns {
  /** The index of its state in `reviewStates`, plus `noteBit` where it has a note. */
  of: Uint8Array<ArrayBuffer>
  /** The index of its reason in `reasons`; empty until there is a product with one. */
  reasonOf: Uint16Array<ArrayBuffer>
  /** Each reason once; the first stands for none. */
  reasons: string[]
  /** The openings of the sidecars that it was read from. */
  opening: number
  teamOpening: number
  /** When the catalog was read (ms since 1970), where that decides on a product: it counts as approved in a newer one; null: on none. */
  asOf: number | null
  /** Counts the changes. */
  version: number
}

export const stateMask = 7
export const noteBit = 8

export interface ReviewSources {
  db: DatabaseSync
  file: ReviewsFile
  team: TeamFile
  ids: IdLookup
  findings: Pick<Findings, 'late'>
}

/** Columns that nothing stands in. */
export function noReviewColumns(): ReviewColumns {
  return {
    of: new Uint8Array(0),
    reasonOf: new Uint16Array(0),
    reasons: [''],
    opening: 0,
    teamOpening: 0,
    asOf: null,
    version: 0
  }
}

/** Products reloaded between two pauses: about 1 ms. */
const reloadedAtOnce = 100

/** Loads all reviews. Takes some seconds for a million approved products. */
function* loadReviews(sources: ReviewSources, version: number): Task<ReviewColumns> {
  const { db, file, ids, findings, team } = sources
  const reviews: ReviewColumns = {
    ...noReviewColumns(),
    opening: file.opening(),
    teamOpening: team.opening(),
    version
  }
  const policy = policyOf(team)
  if (reviews.opening === 0 && policy === null) return reviews
  const keyOf = yield* ids.current()
  const { highest } = db.prepare('SELECT coalesce(max(key), 0) AS highest FROM product').get() as {
    highest: number
  }
  makeRoom(reviews, highest)
  // Approvals are compared afterwards, by key, in which order rows are read fast.
  const approvals = createApprovals(highest)
  for (let after: string | null = ''; after !== null;) {
    const rows = someReviews(file, after)
    for (const row of rows) putOne(reviews, approvals, keyOf, row)
    after = rows.length < reviewsAtOnce ? null : (rows.at(-1)?.[0] ?? null)
    yield
  }
  const { of } = reviews
  const changed = yield* findChanged(db, approvals)
  for (const key of changed) of[key] = codeOf('changed') | ((of[key] ?? 0) & noteBit)
  const approved = codeOf('approved')
  const late = [...findings.late().keys()].filter((key) => ((of[key] ?? 0) & stateMask) === approved)
  yield* reloadEach(sources, reviews, late)
  if (policy === null) {
    if (team.opening() !== 0) yield* reloadEach(sources, reviews, changed)
    return reviews
  }
  const apart = yield* applyApprovals(team, policy, { of, stateMask, ids, late: findings.late() })
  yield* reloadEach(sources, reviews, apart)
  return reviews
}

/** In the order of ids, so that neighboring lookups read the same pages of the index. */
function someReviews(file: ReviewsFile, after: string): SomeReview[] {
  return (file.read(({ some }) => some.all(after)) ?? []) as unknown as SomeReview[]
}

function putOne(reviews: ReviewColumns, approvals: Approvals, keyOf: KeyOf, row: SomeReview): void {
  const [product, mark, seen, hasNote, reason] = row
  const key = keyOf(product)
  if (key === 0) return
  const state = stateOfReview(mark, seen, seen ?? '')
  put(reviews, key, { state, hasNote: hasNote === 1, reason })
  if (state === 'approved' && seen !== null) addApproval(approvals, key, seen)
}

/** Loads some products' reviews again, by key or id. By the primary keys and `product_id`. */
function* reloadReviews(
  sources: ReviewSources,
  reviews: ReviewColumns,
  changed: Iterable<number | string>
): Task<void> {
  yield* reloadEach(sources, reviews, changed)
  reviews.version++
}

function* reloadEach(
  { db, file, ids, findings, team }: ReviewSources,
  reviews: ReviewColumns,
  changed: Iterable<number | string>
): Task<void> {
  const reading = { file, team, policy: policyOf(team), self: selfOf(team), asOf: oldestReadAt(db) }
  const keyOf = yield* ids.current()
  const statement = db.prepare(`SELECT id, ${fingerprintColumns} FROM product WHERE key = ?`)
  statement.setReturnArrays(true)
  let read = 0
  for (const product of changed) {
    const key = typeof product === 'number' ? product : keyOf(product)
    const row = statement.get(key) as unknown as [id: string, ...FingerprintValues] | undefined
    if (row !== undefined) reloadOne(reading, reviews, key, row, findings.late().get(key))
    if (++read % reloadedAtOnce === 0) yield
  }
}

interface Reading extends Pick<ReviewSources, 'file' | 'team'> {
  policy: ApprovalPolicy | null
  /** Under which name this person is in the team; null: there is none. */
  self: string | null
  /** When the catalog was read, ms since 1970; null: not known. */
  asOf: number | null
}

function reloadOne(
  { file, team, policy, self, asOf }: Reading,
  reviews: ReviewColumns,
  key: number,
  [id, ...values]: [id: string, ...FingerprintValues],
  late: LateErrors | undefined
): void {
  const row = file.read(({ one }) => one.get(id)) as unknown as OneReview | undefined | null
  makeRoom(reviews, key)
  const [mark, seen, note, reason, by, at] = row ?? [0, null, '', null, '', null]
  const contentFingerprint = currentFingerprint(values)
  const alone = stateOfReview(mark, seen, contentFingerprint, isUnaware({ by, at }, late, self))
  // Whether a team's other marks count: where one approval is enough, only those of a product that seems to have changed.
  const isOfTeam = policy !== null || alone === 'changed'
  const marks = isOfTeam ? team.read((statements) => marksOf(statements, id)) : null
  const now = { contentFingerprint, late, asOf, self }
  const said = marks === null ? { state: alone } : byTeam(alone, marks, policy, now)
  if (marks !== null && isAhead(marks, now)) reviews.asOf = asOf
  put(reviews, key, { state: said.state, hasNote: note !== '', reason })
}

const codeOf = (state: ReviewState): number => reviewStates.indexOf(state)

function put(
  reviews: ReviewColumns,
  key: number,
  { state, hasNote, reason }: { state: ReviewState; hasNote: boolean; reason: string | null }
): void {
  const { of } = reviews
  of[key] = codeOf(state) | (hasNote ? noteBit : 0)
  if (reason !== null && reviews.reasonOf.length === 0) reviews.reasonOf = new Uint16Array(of.length)
  // Past its end nothing is written: there are no reasons.
  reviews.reasonOf[key] = reason === null ? 0 : indexOfReason(reviews.reasons, reason)
}

/** More reasons than a number stands for count as none. */
function indexOfReason(reasons: string[], reason: string): number {
  const known = reasons.indexOf(reason)
  if (known !== -1) return known
  return reasons.length > 0xffff ? 0 : reasons.push(reason) - 1
}

function makeRoom(reviews: ReviewColumns, highest: number): void {
  const { of, reasonOf } = reviews
  if (highest < of.length) return
  // All at once at first; later it grows by what a sync brings.
  const length = of.length === 0 ? highest + 1 : Math.max(1024, highest + 1, Math.ceil(of.length * 1.2))
  reviews.of = new Uint8Array(length)
  reviews.of.set(of)
  if (reasonOf.length === 0) return
  reviews.reasonOf = new Uint16Array(length)
  reviews.reasonOf.set(reasonOf)
}

/** Fingerprints of approved content by the products' keys, in parts of 32 bits; 0: unknown. */
interface Approvals {
  /** Four a product; of an approval by Vitrine 0.1 the first two (contract/content-fingerprint.ts). */
  texts: Uint32Array<ArrayBuffer>
  /** Two a product. */
  looks: Uint32Array<ArrayBuffer>
}

function createApprovals(highest: number): Approvals {
  return { texts: new Uint32Array(4 * highest + 4), looks: new Uint32Array(2 * highest + 2) }
}

function addApproval({ texts, looks }: Approvals, key: number, seen: string): void {
  texts.set(partsOf(seen), 4 * key)
  looks.set(lookIn(seen), 2 * key)
}

type Parts = [number, number, number, number]

function partsOf(seen: string): Parts {
  const texts = textsOf(seen)
  const part = (at: number): number => (at < texts.length ? parseInt(texts.slice(at, at + 8), 16) : 0)
  return [part(0), part(8), part(16), part(24)]
}

/** The perceptual hash of a product's picture as `fingerprintOf` takes it; null: unknown, or almost flat. By the key of `picture`. */
export const lookColumn = `(SELECT printf('%016x', look) FROM picture WHERE picture.product = product.key AND look <> 0)`

/** Columns of a product that `currentFingerprint` takes. */
const fingerprintColumns = `name, price, description, image, ${lookColumn}`
type FingerprintValues = [
  name: string,
  price: number | null,
  description: string | null,
  image: string | null,
  look: string | null
]

function currentFingerprint([name, price, description, image, look]: FingerprintValues): string {
  const content: FingerprintedContent = { name, price, description, image }
  return fingerprintOf(content, look)
}

/** Keys of one statement: neighboring rows cost a fifth of as many single ones. */
const keysTogether = 20
/** Products compared between two pauses: about 1 ms. */
const comparedAtOnce = 400

/** Keys of products that changed since they were approved. A few seconds for a million; by the primary key. */
function* findChanged(db: DatabaseSync, approvals: Approvals): Task<number[]> {
  const statement = db.prepare(`SELECT key, ${fingerprintColumns} FROM product WHERE key BETWEEN ? AND ?`)
  statement.setReturnArrays(true)
  const { texts } = approvals
  const isApproved = (key: number): boolean => ((texts[4 * key] ?? 0) | (texts[4 * key + 1] ?? 0)) !== 0
  const changed: number[] = []
  let compared = 0
  for (let end = texts.length / 4, first = 1; first < end; first += keysTogether) {
    let [from, to] = [first, Math.min(end, first + keysTogether) - 1]
    while (from <= to && !isApproved(from)) from++
    while (to > from && !isApproved(to)) to--
    if (from > to) continue
    for (const [key, ...values] of statement.all(from, to) as unknown as [number, ...FingerprintValues][]) {
      if (!isApproved(key)) continue
      if (!holds(approvals, key, currentFingerprint(values))) changed.push(key)
    }
    compared += to - from + 1
    if (compared < comparedAtOnce) continue
    compared = 0
    yield
  }
  return changed
}

/** Whether a product is as it was approved, as `isSameFingerprint` says. */
function holds({ texts, looks }: Approvals, key: number, now: string): boolean {
  const [one, two, three, four] = partsOf(now)
  if (one !== texts[4 * key] || two !== texts[4 * key + 1]) return false
  const [third = 0, fourth = 0] = texts.subarray(4 * key + 2, 4 * key + 4)
  const isOld = (third | fourth) === 0
  if (!isOld && (three !== third || four !== fourth)) return false
  return areAlike([looks[2 * key] ?? 0, looks[2 * key + 1] ?? 0], lookIn(now))
}

/** Counts the products of a set by review state. */
export function countReviews({ bits, count }: KeySet, { of }: Pick<ReviewColumns, 'of'>): ReviewProgress {
  const counts = new Uint32Array(stateMask + 1)
  for (let word = 0; word < bits.length; word++) {
    for (let left = bits[word] ?? 0; left !== 0; left &= left - 1) {
      const state = (of[lowestKey(word, left)] ?? 0) & stateMask
      counts[state] = (counts[state] ?? 0) + 1
    }
  }
  return progressOf(count, (state) => counts[codeOf(state)] ?? 0)
}

function progressOf(total: number, count: (state: ReviewState) => number): ReviewProgress {
  return {
    total,
    unreviewed: count('unreviewed'),
    'awaiting-you': count('awaiting-you'),
    'awaiting-others': count('awaiting-others'),
    approved: count('approved'),
    changed: count('changed'),
    'needs-work': count('needs-work'),
    ignored: count('ignored')
  }
}

export const noProgress = progressOf(0, () => 0)

/** Products are identified by key where their rows were written, by id where their reviews were. */
export type ReviewCache = Cached<ReviewColumns, number | string>

export function createReviewCache(sources: ReviewSources): ReviewCache {
  const { file, team } = sources
  return cached<ReviewColumns, number | string>({
    load: (version) => loadReviews(sources, version),
    reload: (reviews, products) => reloadReviews(sources, reviews, products),
    isCurrent: ({ opening, teamOpening, asOf }) =>
      opening === file.opening() &&
      teamOpening === team.opening() &&
      (asOf === null || asOf === oldestReadAt(sources.db)),
    // A byte a product is little, and loading a million reviews takes seconds.
    idle: null
  })
}
