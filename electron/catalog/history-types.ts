import type { Coverage } from '../contract/coverage'
import type { Result } from '../contract/failure'
import type {
  Change,
  ChangesFilter,
  ChangesPage,
  Comparison,
  MarkedSeen,
  Timeline
} from '../contract/history'
import type { HistoryKind } from '../contract/history-kinds'

/** A change as the catalog has it. Of the kind `image`, `before` and `after` are raw, untrusted addresses. */
export type RawChange = Omit<Change, 'product' | 'pictures'> & {
  product: {
    /** In the catalog that it is read from. */
    key: number
    id: string
    name: string
    /** The raw, untrusted address of its picture. */
    image: string | null
    listed: boolean
  }
  /** In a comparison of two catalogs: it is read from the first. */
  ofFirst?: boolean
}

/** From 0. */
export interface Paging {
  offset: number
  limit: number
}

export type ChangesRequest = ChangesFilter & Paging
export type ChangesAnswer = Omit<ChangesPage, 'changes'> & { changes: RawChange[] }
export type RawTimeline = Omit<Timeline, 'changes'> & { changes: RawChange[] }

/** Ranges of numbers of changes, both ends included, in order, which neither overlap nor touch. */
export type Range = [first: number, last: number]

export type MarkSeenRequest = { ranges: Range[] } | SoughtChanges
/**
 * Changes by what they are of: those that a list holds, up to a number, or those that nobody has seen of some products, by id or by
 * their keys in the catalog.
 */
export type SoughtChanges =
  { matching: ChangesFilter; upTo: number } | { products: string[] } | { keys: number[] }

/** Products by what happened to them and nobody has marked as seen: those that are gone still, or whose price changed by so much. */
export type HappenedRequest = { kind: 'gone' } | { kind: 'price'; leastPercent: number }

export interface DifferencesFilter extends Paging {
  /** [] : every kind. */
  kinds: HistoryKind[]
  leastPercent: number | null
}
/** The catalog as it was when each of two runs had ended; null: as it is now. */
export interface CompareRunsRequest extends DifferencesFilter {
  before: number | null
  after: number | null
}
/** Two copies; `bases` are the addresses of their stores, by which pictures that a store serves itself are compared. */
export interface CompareCatalogsRequest extends DifferencesFilter {
  bases: [before: string | null, after: string | null]
}

export interface RawDifferences extends Pick<Comparison, 'total' | 'counts' | 'untold' | 'isCut'> {
  changes: RawChange[]
  before: Coverage
  after: Coverage
}

export type { MarkedSeen }

/** What the catalogs know of what changed. Fails as the catalog does. */
export interface CatalogHistory {
  changes(connectionId: string, question: ChangesRequest): Promise<Result<ChangesAnswer>>
  /** How many changes nobody has marked as seen. */
  unseen(connectionId: string): Promise<Result<number>>
  /** How many products that happened to, each once however often it did. */
  happenedTo(connectionId: string, what: HappenedRequest): Promise<Result<number>>
  markSeen(connectionId: string, changes: MarkSeenRequest, seen: boolean): Promise<Result<MarkedSeen>>
  /** The changes of these products, by id, that nobody has marked as seen. */
  unseenOf(connectionId: string, products: string[]): Promise<Result<Range[]>>
  /** What happened to a product; nothing for one that the catalog does not know. */
  timeline(connectionId: string, productId: string): Promise<Result<RawTimeline>>
  compareRuns(connectionId: string, question: CompareRunsRequest): Promise<Result<RawDifferences>>
  compareCatalogs(
    before: string,
    after: string,
    question: CompareCatalogsRequest
  ): Promise<Result<RawDifferences>>
}
