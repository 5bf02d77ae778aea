import type { MarkDeed, Operation } from '../../team/operation'
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
 * What changes no review is in the log nonetheless, once: a mark that came after a newer one, and that somebody no longer stands by one beneath
 * it, or does again.
 *
 * @param now the product's review
 * @param isMuch it came with many others, as to whoever joins: then only what was taken back is told
 */
export function logBeneath(
  { book: { sql }, team }: TeamBooks,
  entry: Entry,
  { product, acts, before }: Merge,
  now: ReviewRow,
  isMuch: boolean
): void {
  // What takes a mark back is the only mark of its product in a run.
  const operation = markIn(acts)
  if (operation === undefined) return
  const { by, act } = operation
  const whose = act.undoes ?? by
  const known = decisionIn(before, { kind: 'mark', part: whose })
  if (known !== undefined && compareDecided(known, { ...operation.clock, value: null }) >= 0) return
  const said = act.mark.by === whose ? null : saidBefore(sql, product, { entry: entry.number, by: whose })
  const isGivenUp = said !== null && said.markEntry !== now.markEntry && stands(team, product, whose, said)
  const deed = act.deed ?? (isMuch ? undefined : plainDeed(operation))
  if (isGivenUp) entry.review(product, { ...said, ...notePartOf(now) }, now, deedIn(acts))
  else if (deed !== undefined) entry.review(product, now, now, JSON.stringify(deed))
}

/**
 * What somebody did who marked a product, or cleared their mark; undefined: they took something back, or what they had said is told again.
 */
function plainDeed({ by, act: { mark, undoes }, clock }: Marking): MarkDeed | undefined {
  const isToldAgain = clock.wall !== mark.at || clock.counter > 0
  if (isToldAgain || mark.by !== by || undoes !== undefined || mark.putBackAt !== null) return undefined
  if (mark.mark === 'unreviewed') return { kind: 'clear', at: mark.at, of: null }
  return { kind: 'mark', at: mark.at, of: { mark: mark.mark, by, reason: mark.reason } }
}

/** What was done that the last mark of a product does not tell, as the log keeps it. */
export function deedIn(acts: readonly Operation[]): string | null {
  const deed = markIn(acts)?.act.deed
  return deed === undefined ? null : JSON.stringify(deed)
}

/** The same of a note. */
export function noteDeedIn(acts: readonly Operation[]): string | null {
  const deeds = acts.flatMap(({ act }) => ('note' in act && act.deed !== undefined ? [act.deed] : []))
  const deed = deeds.at(-1)
  return deed === undefined ? null : JSON.stringify(deed)
}

type Marking = Operation & { act: MarkAct }

/** The last act that marks a product. */
function markIn(acts: readonly Operation[]): Marking | undefined {
  return acts.findLast((operation): operation is Marking => 'mark' in operation.act)
}
