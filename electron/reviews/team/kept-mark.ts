import type { Operation } from '../../team/operation'
import { decidedAt, markPartOf, unreviewed, type ReviewRow } from '../db/review-row'
import { sharedFrom } from '../sharing/shared-rows'
import { reviewOf } from '../write/entry'
import { saidBefore } from '../write/taken-back'
import { addOperation, type TeamBooks } from './collect'
import { decidedOf, decisionsOf, stands, type Decided } from './newest'
import { membershipOf, type TeamFile } from './team-file'

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
  const said = saidBefore(sql, product, { entry: Number.MAX_SAFE_INTEGER, by: own.part })
  if (said === null || said.mark === unreviewed || !stands(team, product, own.part, said)) return merged
  // After what was said by then: by that it is known whether this was said.
  return { ...merged, ...markPartOf(said), putBackAt: Math.max(decidedAt(merged) ?? 0, own.wall) + 1 }
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
  const { device } = membershipOf(team)
  const own = decidedOf(team, product).filter(
    (each) => each.kind === 'mark' && each.device === device && each.value !== null
  )
  return own.sort((one, other) => other.wall - one.wall)[0]
}
