import type { Failure } from './failure'

/**
 * How much of the store's list the local catalog holds, and from when it is.
 *
 * What is counted, here and wherever a sync is told of: an **item** is an entry of the store's list, as the store counts
 * them. A **product** has an id, and is counted once however often it is listed. An entry that cannot be read is **set
 * aside**; one whose product stands at an earlier place too is **listed twice**. So
 * `items = products + listed twice + set aside`.
 */
export interface Coverage {
  /** Items that the catalog has, also those that left the list, until a complete sync marks them as gone. */
  here: number
  /** Products among them: what a list in another order has. */
  products: number
  /** Items among them that could not be read. */
  setAside: number
  /** Entries of the store's list, as the store last said; null when it does not say. */
  total: number | null
  /** When the catalog, or its last complete state, was read: ms since 1970; null while it holds nothing. */
  asOf: number | null
  /**
   * `none`: nothing yet · `partial`: not every entry, or the last sync found the list moving · `complete`: one consistent
   * reading of the whole list · `changed`: it was complete, and a page that was opened since shows that the store's list has changed.
   */
  state: 'none' | 'partial' | 'complete' | 'changed'
}

/** Whether the catalog has the whole list, if not as it is in the store by now. */
export function isWhole({ state }: Pick<Coverage, 'state'>): boolean {
  return state === 'complete' || state === 'changed'
}

/** What a person is told once of a connection's catalog. */
export type RebuildNotice =
  /** It was damaged, was put aside under this file name and is built anew (faults 82, 84). */
  | { kind: 'set-aside'; file: string }
  /** It is from a newer Vitrine and is left untouched; what is read now lasts for this run (fault 85). */
  | { kind: 'newer' }
  /** It cannot be written (fault 81); what is read now lasts for this run. */
  | { kind: 'this-run-only' }

/** Whether the store of a connection can be reached. */
export interface NetworkState {
  connectionId: string
  /** `unknown`: not asked yet in this run. */
  state: 'unknown' | 'online' | 'no-network' | 'store-silent'
  /** The last failure, for `store-silent`. */
  because: Failure | null
  /** Since when it cannot be reached: ms since 1970; null where it can, or where nobody knows. */
  since: number | null
}
