import type { Operation } from '../../team/operation'
import { decidedAt, unreviewed, type MarkPart, type ReviewRow } from '../db/review-row'
import type { SharedMark } from '../sharing/merge'
import { markToRow, sharedFrom } from '../sharing/shared-rows'
import { inEntry, reviewOf } from '../write/entry'
import { saidBefore } from '../write/taken-back'
import { addOperation, type TeamBooks } from './collect'
import { decidedOf, decisionsOf, marksOf, stands, type Decided } from './newest'
import { inRepeatableTransaction, membershipOf, type TeamFile } from './team-file'

/**
 * The review after operations were merged, with the mark that was made on this device where they leave the product none: whoever cleared theirs,
 * or took it back, did not know of it. It is the review at everybody's once this device has said it again (`tellOwnMark`).
 *
 * @param merged the review as it is by what was decided last
 */
export function withOwnMark(
  { book: { sql }, team }: TeamBooks,
  product: string,
  merged: ReviewRow,
  operations: readonly Operation[]
): ReviewRow {
  if (merged.mark !== unreviewed || !operations.some(leavesNone)) return merged
  const own = ownWord(team, product)
  if (own === undefined || operations.some((operation) => isOf(operation, own))) return merged
  const said = saidOf(own)
  if (said === null || said.mark === 'unreviewed') return merged
  // After what was said by then: by that it is known whether this was said.
  const putBackAt = Math.max(decidedAt(merged) ?? 0, own.wall) + 1
  const logged = saidBefore(sql, product, { entry: Number.MAX_SAFE_INTEGER, by: own.part })
  const { markEntry } = logged?.markedAt === said.at ? logged : merged
  return { ...merged, ...markToRow({ ...said, putBackAt }), markEntry }
}

/** Says again what `withOwnMark` kept, once. To be called when the operation is noted as the newest of its author. */
export function tellOwnMark({ book, team }: TeamBooks, operation: Operation): void {
  if (!leavesNone(operation)) return
  const { product } = operation
  const own = ownWord(team, product)
  if (own === undefined) return
  const now = reviewOf(book.sql, product)
  const { putBackAt } = now
  if (putBackAt === null || putBackAt <= own.wall) return
  if (now.markedBy !== own.part || !stands(team, product, own.part, now)) return
  const { mark } = sharedFrom(now, null)
  if (mark !== null) addOperation(team, { by: own.part, product, act: { mark } }, putBackAt)
}

/**
 * Puts right what somebody has put up again of a mark that its reviewer no longer stands by: they have taken it away on this device, or set
 * another one, which that person did not know. The review is the newest that somebody stands by, or none, at everybody's once this is told. To
 * be called when the operations are noted.
 *
 * @returns the products that changed
 */
export function overruleOldMark({ book, team }: TeamBooks, operations: readonly Operation[]): string[] {
  const products = operations.filter(putsBack).map(({ product }) => product)
  return [...new Set(products)].filter((product) => {
    const now = reviewOf(book.sql, product)
    const own = now.mark === unreviewed ? undefined : ownWords(team, product).find(isSaidSince(now))
    if (own === undefined) return false
    const at = Math.max(decidedAt(now) ?? 0, own.wall) + 1
    const [newest] = marksOf(team, product).toSorted((one, other) => other.at - one.at)
    const left = newest === undefined ? noMark(now.markedBy, at) : markToRow({ ...newest, putBackAt: at })
    const { mark } = sharedFrom({ ...now, ...left }, null)
    // Told first: what is merged once more after a failure in between is told once more.
    if (mark !== null)
      inRepeatableTransaction(team, () => addOperation(team, { by: own.part, product, act: { mark } }, at))
    inEntry(book, { at, by: own.part, kind: 'team' }, (entry) =>
      entry.review(product, now, { ...now, ...left, markEntry: entry.number })
    )
    return true
  })
}

function putsBack({ act }: Operation): boolean {
  return 'mark' in act && act.mark.putBackAt !== null
}

/** Whether a word on the mark that a review has is not that one, and was said after it was made. */
function isSaidSince({ markedBy, markedAt }: ReviewRow): (own: Decided) => boolean {
  return (own) => own.part === markedBy && saidOf(own)?.at !== markedAt && own.wall > (markedAt ?? 0)
}

function noMark(by: string, at: number): Omit<MarkPart, 'markEntry'> {
  return {
    ...{ mark: unreviewed, seen: null, markReason: null },
    ...{ markedAt: at, markedBy: by, putBackAt: null }
  }
}

function leavesNone({ act }: Operation): boolean {
  return 'mark' in act && act.mark.mark === 'unreviewed'
}

function isOf(operation: Operation, { part }: Decided): boolean {
  return decisionsOf(operation, operation.clock.device).some(
    (each) => each.kind === 'mark' && each.part === part
  )
}

/** The mark that was said last on this device; undefined: there is none that stands. */
function ownWord(team: TeamFile, product: string): Decided | undefined {
  const own = ownWords(team, product).filter(({ value }) => value !== null)
  return own.sort((one, other) => other.wall - one.wall)[0]
}

/** null: that they have none. */
function saidOf({ value }: Decided): SharedMark | null {
  return value === null ? null : (JSON.parse(value) as SharedMark)
}

/** What was said last of each reviewer's mark, as far as that was on this device. */
function ownWords(team: TeamFile, product: string): Decided[] {
  const { device } = membershipOf(team)
  return decidedOf(team, product).filter((each) => each.kind === 'mark' && each.device === device)
}
