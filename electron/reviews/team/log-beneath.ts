import type { Operation } from '../../team/operation'
import { notePartOf, type ReviewRow } from '../db/review-row'
import type { Entry } from '../write/entry'
import { saidBefore } from '../write/taken-back'
import { compareDecided, decisionIn, stands, type Decided, type MarkAct } from './newest'
import type { TeamBooks } from './tell'

/** What one person did to a product, with what was decided of it before, and is now. */
export interface Merge {
  product: string
  acts: readonly Operation[]
  before: readonly Decided[]
  after: readonly Decided[]
}

/**
 * What changes no review is in the log nonetheless, once: that somebody no longer stands by a mark beneath a newer one, or does again.
 *
 * @param now the product's review
 */
export function logBeneath(
  { book: { sql }, team }: TeamBooks,
  entry: Entry,
  now: ReviewRow,
  { product, acts, before }: Merge
): void {
  // What takes a mark back is the only mark of its product in a run.
  const operation = markIn(acts)
  if (operation === undefined) return
  const { by, act } = operation
  const whose = act.undoes ?? by
  if (!isNews(before, operation, whose)) return
  const said = act.mark.by === whose ? null : saidBefore(sql, product, { entry: entry.number, by: whose })
  const isGivenUp = said !== null && said.markEntry !== now.markEntry && stands(team, product, whose, said)
  if (isGivenUp) entry.review(product, { ...said, ...notePartOf(now) }, now, deedIn(acts))
  else if (act.deed !== undefined) entry.review(product, now, now, deedIn(acts))
}

/** What was done that the last mark of a product does not tell, as the log keeps it. */
export function deedIn(acts: readonly Operation[]): string | null {
  const deed = markIn(acts)?.act.deed
  return deed === undefined ? null : JSON.stringify(deed)
}

/** The last act that marks a product. */
function markIn(acts: readonly Operation[]): (Operation & { act: MarkAct }) | undefined {
  return acts.findLast((operation): operation is Operation & { act: MarkAct } => 'mark' in operation.act)
}

/** Whether nothing newer was known of what somebody says of a product. */
function isNews(known: readonly Decided[], { clock }: Operation, whose: string): boolean {
  const said = decisionIn(known, { kind: 'mark', part: whose })
  return said !== undefined && compareDecided(said, { ...clock, value: null }) < 0
}
