import type { RuleId } from '../../../electron/contract/audit-rules'
import type { Input } from '../../../electron/contract/channels'
import type { Failure } from '../../../electron/contract/failure'
import type { Difference, LogEntry, Marked, PreventedUndo, Undone } from '../../../electron/contract/review'
import type { Product } from '../../../electron/contract/product'
import type { ReviewMark } from '../../../electron/contract/review-state'

/** What of a product a person has not before them: the product itself, or what was found of it. */
export type Untold = 'out-of-sight' | 'finding-out-of-sight'

/** A mark that was wished for of a product that the person had not seen as it is: the next press sets it. */
export interface HeldMark {
  mark: ReviewMark
  product: Pick<Product, 'id' | 'name'>
  /** The product has the mark already: there is nothing to press again for. */
  isSet?: boolean
  /**
   * Why it was not seen; `gone`: the store took it out under the person's eyes; `changed`: it became something else there, in these fields where they are known; `left`: the name
   * of the product before it, which left the list, and who took it out; null: that is not known.
   */
  why:
    | Untold
    | 'gone'
    | { changed: readonly Difference['field'][] }
    | { left: string; taker: { by: string; mark: ReviewMark } | null }
    | null
}

/** What was done last, as it is told with a way to take it back. */
export type LastAction =
  | ({
      kind: 'marked'
      connectionId: string
      mark: ReviewMark
      name: string | null
      /** Products that had the mark before; left out: none, or it is not known how many. */
      already?: number
    } & Marked)
  | ({ kind: 'undone'; connectionId: string } & Undone)
  | { kind: 'nothing-to-undo'; connectionId: string }
  | ({ kind: 'prevented'; connectionId: string } & PreventedUndo)
  /** What was taken back has changed since. */
  | { kind: 'not-redone'; connectionId: string; product: LogEntry['product'] }
  | ({ kind: 'unseen'; connectionId: string } & HeldMark)
  /** `to` null: the products are those people's again who had them before. */
  | { kind: 'assigned'; connectionId: string; count: number; to: readonly string[] | null }
  | { kind: 'excepted'; connectionId: string; product: Pick<Product, 'id' | 'name'>; rule: RuleId }
  /** There is no other product to compare it with. */
  | { kind: 'alone'; connectionId: string; product: Pick<Product, 'id' | 'name'> }
  | {
      kind: 'not-marked' | 'not-undone' | 'not-assigned'
      connectionId: string
      failure: Failure
      again: () => void
    }

/** The ID of the one product that was not marked since it has changed; undefined: there is none, or several. */
export function notMarked(last: LastAction | null): string | undefined {
  return last?.kind === 'marked' && last.changed === 0 && last.stale.length === 1 ? last.stale[0] : undefined
}

/** An answer names no more products that were skipped. */
const mostStaleNamed = 100

/** How many of the products had the mark before; 0 as well where that is not known: those of an entry, and where not all that were skipped are named. */
export function alreadyMarked(
  of: Input<'reviews:mark'>['of'],
  { changed, stale, otherChanges }: Marked
): number {
  if ('entry' in of || otherChanges === true || stale.length >= mostStaleNamed) return 0
  const count = 'products' in of ? of.products.length : of.count
  return Math.max(0, count - changed - stale.length)
}
