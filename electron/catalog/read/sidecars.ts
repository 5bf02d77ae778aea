import type { StatementSync } from 'node:sqlite'
import type { RuleId, Severity } from '../../contract/audit-rules'
import type { ReviewMark } from '../../contract/review-state'
import type { Task } from '../../database/cooperative'
import type { Sidecar } from '../../database/sidecar'

// What lists show and filter by that the catalog does not hold: other features write it, and hand in what reads it.

/** Rows of `ReviewStatements.some`: about 1 ms. */
export const reviewsAtOnce = 1000

/** Rows of products after one, by id, or of a product: what was decided, and by whom. */
export interface ReviewStatements {
  one: StatementSync
  some: StatementSync
  oneReviewed: StatementSync
  someReviewed: StatementSync
}

/** `mark`: index in `reviewMarks`. `seen`: the fingerprint of what was approved (`fingerprintOf`). */
export type OneReview = [
  mark: number,
  seen: string | null,
  note: string,
  reason: string | null,
  reviewer: string,
  reviewedAt: number | null
]
export type SomeReview = [
  product: string,
  mark: number,
  seen: string | null,
  hasNote: number,
  reason: string | null
]

/** `reviewer`: who marked it last; null: nobody. `at`: when, in ms since 1970; 0: not known. */
export type Reviewed = [product: string, reviewer: string | null, at: number]

/** What people decided about products, by the products' ids. */
export type ReviewsFile = Sidecar<ReviewStatements>

/** Rows of `StandingStatements.some`: about 1 ms. */
export const standingsAtOnce = 1000

/**
 * Rows of products after one, by id, or of a product: what the team says of it. `policy`: how the team decides. `marks`: what each
 * reviewer says of a product; `someMarks`: of those after a product and reviewer, in their order.
 */
export interface StandingStatements {
  one: StatementSync
  some: StatementSync
  policy: StatementSync
  marks: StatementSync
  someMarks: StatementSync
}

/**
 * A reviewer's newest mark. `seen`: the fingerprint of what they looked at; null: not known. `at`, and `asOf`, when their catalog was read
 * (null: not known): ms since 1970.
 */
export type TeamMark = [
  product: string,
  reviewer: string,
  mark: ReviewMark,
  seen: string | null,
  at: number,
  asOf: number | null
]

/** `isDisputed`: its reviewers' marks differ. `assignedTo` null: nobody. */
export type Standing = [product: string, isDisputed: number, assignedTo: string | null]

/** What a store's team says of its products, by the products' ids. */
export type TeamFile = Sidecar<StandingStatements>

/** What the rules found, a bit for each rule by its index in `ruleIds`. */
export interface FindingBits {
  /** By the first key of each row: the bits of the products from there on. */
  rows: ReadonlyMap<number, Uint32Array>
  productsInRow: number
  /** The bits of the rules of each severity. */
  severities: Record<Severity, number>
  /** Counts the changes. */
  version: number
}

/** Errors of a product that an audit found and the one before had not: when, in ms since 1970. */
export interface LateErrors {
  /** Of what had none before; 0: there is none such. */
  at: number
  /** Of a picture that was looked at here for the first time, and may have had them all along; null: there is none such. */
  lookedAt: number | null
  /** When this computer came to know the store; null where `lookedAt` is. */
  knownSince: number | null
}

/** The findings about a catalog's products, by their keys. */
export interface Findings {
  /** The rules that found something, of each product, in the order of `harmRank`. */
  of: (keys: readonly number[]) => RuleId[][]
  all: () => Task<FindingBits>
  /** Products of which an error was found that was not there before, by key. */
  late: () => ReadonlyMap<number, LateErrors>
  /** They were written. */
  changed: () => void
  release: () => void
}

/** What other features know of a catalog's products. */
export interface Sidecars {
  reviews: ReviewsFile
  findings: Findings
  team: TeamFile
}
