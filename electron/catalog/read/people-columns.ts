import type { DatabaseSync } from 'node:sqlite'
import type { Cached } from './cached'
import type { IdLookup } from './products-by-id'
import { createSidecarColumns, createValueIndex } from './sidecar-columns'
import {
  reviewsAtOnce,
  standingsAtOnce,
  type Reviewed,
  type ReviewsFile,
  type ReviewStatements,
  type Standing,
  type StandingStatements,
  type TeamFile
} from './sidecars'

/** Who marked every product last, and when, by the product's key. 10 bytes a product. */
export interface ReviewerColumns {
  /** Index in `reviewers`; 0: nobody. */
  by: Uint16Array<ArrayBuffer>
  /** ms since 1970; 0: never, or not known. */
  at: Float64Array<ArrayBuffer>
  /** Names by their index; the first is nobody's. */
  reviewers: string[]
  opening: number
  version: number
}

function putReviewed(columns: ReviewerColumns): (key: number, row: Reviewed) => void {
  const indexOf = createValueIndex(columns.reviewers)
  return (key, [, reviewer, at]) => {
    makeRoomForReviewers(columns, key)
    columns.by[key] = reviewer === null ? 0 : indexOf(reviewer)
    columns.at[key] = at
  }
}

function makeRoomForReviewers(columns: ReviewerColumns, highest: number): void {
  const { by, at } = columns
  if (highest < by.length) return
  const length = Math.max(1024, highest + 1, Math.ceil(by.length * 1.2))
  columns.by = new Uint16Array(length)
  columns.by.set(by)
  columns.at = new Float64Array(length)
  columns.at.set(at)
}

/** Keeps the reviewers' columns current while they are used. */
export function createReviewerCache(
  db: DatabaseSync,
  file: ReviewsFile,
  ids: IdLookup
): Cached<ReviewerColumns, number | string> {
  return createSidecarColumns<ReviewerColumns, Reviewed, ReviewStatements>({
    db,
    file,
    ids,
    putInto: putReviewed,
    empty: (highest) => ({
      by: new Uint16Array(highest + 1),
      at: new Float64Array(highest + 1),
      reviewers: ['']
    }),
    some: ({ someReviewed }, after) => someReviewed.all(after),
    one: ({ oneReviewed }, id) => oneReviewed.get(id),
    atOnce: reviewsAtOnce,
    none: (id) => [id, null, 0]
  })
}

/** What the team says of every product, by the product's key. 3 bytes a product. */
export interface TeamColumns {
  /** Index in `people`; 0: nobody. */
  assignedTo: Uint16Array<ArrayBuffer>
  /** 1: its reviewers' marks differ. */
  disputed: Uint8Array<ArrayBuffer>
  /** Names by their index; the first is nobody's. */
  people: string[]
  opening: number
  version: number
}

function putStanding(columns: TeamColumns): (key: number, row: Standing) => void {
  const indexOf = createValueIndex(columns.people)
  return (key, [, isDisputed, assignedTo]) => {
    makeRoomForTeam(columns, key)
    columns.assignedTo[key] = assignedTo === null ? 0 : indexOf(assignedTo)
    columns.disputed[key] = isDisputed
  }
}

function makeRoomForTeam(columns: TeamColumns, highest: number): void {
  const { assignedTo, disputed } = columns
  if (highest < disputed.length) return
  const length = Math.max(1024, highest + 1, Math.ceil(disputed.length * 1.2))
  columns.assignedTo = new Uint16Array(length)
  columns.assignedTo.set(assignedTo)
  columns.disputed = new Uint8Array(length)
  columns.disputed.set(disputed)
}

/** Keeps the team's columns current while they are used. */
export function createTeamCache(
  db: DatabaseSync,
  file: TeamFile,
  ids: IdLookup
): Cached<TeamColumns, number | string> {
  return createSidecarColumns<TeamColumns, Standing, StandingStatements>({
    db,
    file,
    ids,
    putInto: putStanding,
    empty: (highest) => ({
      assignedTo: new Uint16Array(highest + 1),
      disputed: new Uint8Array(highest + 1),
      people: ['']
    }),
    some: ({ some }, after) => some.all(after),
    one: ({ one }, id) => one.get(id),
    atOnce: standingsAtOnce,
    none: (id) => [id, 0, null]
  })
}
