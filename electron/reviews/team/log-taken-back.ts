import type { MarkDeed } from '../../team/operation'
import { markOf, notePartOf, type ReviewRow } from '../db/review-row'
import type { SharedMark } from '../sharing/merge'
import { inEntry, reviewOf } from '../write/entry'
import { saidBefore } from '../write/taken-back'
import { isMark, type Decided } from './newest'
import { saidMark } from './standing'
import type { TeamBooks } from './tell'

/** A mark that these reviews know of, and that its reviewer does not stand by in the team. */
interface TakenBack {
  product: string
  said: ReviewRow
  /** What its reviewer says by now. */
  none: SharedMark
}

/** A product with what is decided of it in the team. */
interface DecidedProduct {
  product: string
  decided: readonly Decided[]
}

/**
 * Enters into the log what was cleared or taken back in the team and that a backup, which was put back, does not know of: otherwise it would be
 * there again once what came after it is undone.
 */
export function logTakenBack(books: TeamBooks, products: readonly DecidedProduct[]): void {
  const unknown = products.flatMap((product) => unknownOf(books, product))
  const acts = Map.groupBy(unknown, ({ none: { by, at } }) => JSON.stringify([by, at]))
  for (const act of acts.values()) logAct(books, act)
}

function unknownOf({ book: { sql } }: TeamBooks, { product, decided }: DecidedProduct): TakenBack[] {
  return decided.flatMap((each) => {
    if (each.kind !== 'mark' || isMark(each)) return []
    const none = saidMark(each)
    const said = saidBefore(sql, product, { entry: Number.MAX_SAFE_INTEGER, by: each.part })
    return said === null || markOf(said) === 'unreviewed' ? [] : [{ product, said, none }]
  })
}

function logAct({ book }: TeamBooks, act: readonly TakenBack[]): void {
  const [first] = act
  if (first === undefined) return
  const { at, by } = first.none
  // Which of the two it was is not known of all.
  const deed: MarkDeed = { kind: 'clear', at, of: null }
  inEntry(book, { at, by, kind: 'team' }, (entry) => {
    for (const { product, said } of act) {
      const now = reviewOf(book.sql, product)
      entry.review(product, { ...said, ...notePartOf(now) }, now, JSON.stringify(deed))
    }
  })
}
