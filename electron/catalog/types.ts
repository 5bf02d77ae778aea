import type { StoreProduct, StorePage } from '../api/types'
import type { RuleId } from '../contract/audit-rules'
import type { Coverage, CopyNotice } from '../contract/coverage'
import type { Failure, Result } from '../contract/failure'
import type { ProductQuery, ChangeKind } from '../contract/product-query'
import type { PageOddity, SetAsideItem } from '../contract/product'
import type { PictureFinding } from '../contract/picture-values'
import type { ProductReview, ReviewProgress } from '../contract/review'
import type { SyncRun, SyncSummary } from '../contract/sync'
import type { CatalogHistory } from '../history/types'

/** What lists are read from: the copy itself, or a file beside it. */
export type WrittenPart = 'copy' | 'reviews' | 'findings'

/** The local copies of the connections' catalogs. Fails with `storage-failed` or `internal` (a worker died, 89). */
export interface CatalogDb {
  /** Lets the reading thread load, so that the first read does not wait for that. */
  start(): void
  /** Rows of a list, counted, with the copy's coverage. */
  read(connectionId: string, question: ListQuestion): Promise<Result<ListAnswer>>
  /** A person looks at this list now: `onChange` tells what matters to it, until they look at another of the connection. */
  watch(connectionId: string, productQuery: ProductQuery): void
  /** Takes in a page that was fetched for a reader, outside of a run. */
  save(connectionId: string, page: StorePage, at: number): Promise<Result<null>>
  facts(connectionId: string): Promise<Result<CopyFacts>>
  /** What changed between syncs. */
  readonly history: CatalogHistory
  /** For the pictures of the whole catalog. */
  readonly pictures: CopyPictures
  /** What there is to tell of the copy, once. */
  takeNotice(connectionId: string): Promise<CopyNotice | null>
  /** For the sync alone. */
  readonly runs: CopyRuns
  /** Products by their ids, those that the copy has, in no order; at most 1000. */
  products(connectionId: string, ids: string[]): Promise<Result<CatalogProduct[]>>
  /** Those of these products, by their ids, that a list holds now; at most 1000. */
  listed(connectionId: string, productQuery: ProductQuery, ids: string[]): Promise<Result<string[]>>
  /** How far the products of a list are reviewed, whichever of them its own filter of reviews shows. */
  progress(connectionId: string, productQuery: ProductQuery): Promise<Result<ReviewProgress>>
  /** Where the copy of a connection is, once it is open: another thread may read it, and is to close it soon. */
  file(connectionId: string): Promise<Result<string>>
  /** The reviews of these products were written (null: any of them): lists by reviews are read anew. */
  reviewed(connectionId: string, productIds: string[] | null): void
  /** Lets go of the file of reviews, which is about to be replaced; `reviewed` takes it up again. */
  releaseReviews(connectionId: string): Promise<void>
  /** The file of findings was written: lists by findings are read anew. */
  audited(connectionId: string): void
  /** Told after something was written, with the connection's id, and where; the returned function stops it. */
  onChange(listener: (connectionId: string, what: WrittenPart) => void): () => void
  /**
   * Deletes the copy: the connection was removed, or points at another store. Fails with `storage-failed` where somebody has a
   * file of it open (Windows); what it holds of another store is not shown all the same.
   */
  forget(connectionId: string): Promise<Result<null>>
  /** Ends the workers after what they are doing; later calls fail with `cancelled`. */
  close(): Promise<void>
}

export interface ListQuestion {
  productQuery: ProductQuery
  /** From 0. */
  offset: number
  limit: number
}

/** A product of the copy, with the raw, untrusted address of its picture. */
export type CatalogProduct = StoreProduct & {
  /** Key in the copy; it stays with the id for as long as the copy lasts. 0: the copy did not take it in. */
  key: number
  position: number | null
  change: ChangeKind | null
  review: ProductReview
  findings: RuleId[]
  /** Stands for its content, that of its first place (`fingerprintOf`). */
  contentFingerprint: string
}

/** What the copy knows of its products' pictures. */
export interface CopyPictures {
  /**
   * Keeps what was found of pictures. A product that shows another address by now is left alone; one whose address changes
   * later loses it. A product that shows another picture under the same address is told of as a change of the copy.
   */
  save(connectionId: string, found: FoundPicture[], at: number): Promise<Result<null>>
  /** Products whose picture is to be seen to, at most `limit`, by key. */
  unchecked(connectionId: string, question: UncheckedQuestion): Promise<Result<UncheckedPicture[]>>
  /**
   * Products that are not gone and have a picture; how many of those were seen to since a time (ms since 1970) for keeping
   * them; of how many of these it is broken. A second for a million products; pages are answered meanwhile.
   */
  counts(connectionId: string, since: number): Promise<Result<PictureCounts>>
}

/** Times are ms since 1970, as of the pictures that `FoundPicture.isKept` was said of. */
export interface UncheckedQuestion {
  /** Only keys above this one. */
  after: number
  limit: number
  /** A picture that can be shown is left alone if it was seen to at this time or later, a broken one if at the other. */
  shownSince: number
  brokenSince: number
}

export interface UncheckedPicture {
  key: number
  address: string
  /** What was known of it when it was last kept: ms since 1970; null: it never was. */
  kept: { at: number; state: 'shown' | 'broken' } | null
}

export interface PictureCounts {
  total: number
  checked: number
  broken: number
}

export interface FoundPicture {
  /** Key of the product. */
  product: number
  address: string
  finding: PictureFinding
  /** The disk was seen to hold it, for when there is no network; else somebody merely looked at it. */
  isKept?: boolean
}

export interface ListAnswer {
  items: CatalogProduct[]
  setAside: SetAsideItem[]
  /** Matches in the copy; for everything in the store's order the number of its highest known place. */
  count: number
  order: 'store' | 'relevance' | 'sorted'
  terms: string[]
  coverage: Coverage
  /** Of the store's own list alone: whether a place in the range asked for is unknown, though the list may have it. */
  hasGaps: boolean
  /** When the oldest part of the rows was read: ms since 1970; null without rows. */
  readAt: number | null
  form: 'full' | 'short'
}

/** What the copy knows of the store as a whole. */
export interface CopyFacts {
  coverage: Coverage
  /** Items a page that the store really gives at most, or that the last sync read it by; null while it is not known. */
  pageCap: number | null
  form: 'full' | 'short'
  oddities: PageOddity[]
}

/** The writing side of a sync. Everything that a call does is one transaction with its checkpoint. */
export interface CopyRuns {
  /** Goes on with a run that was cut off, or begins a new one. */
  begin(connectionId: string, at: number): Promise<Result<RunStart>>
  /**
   * Parses, checks and saves pages of the run, in the order given, which must be that of the store. Stops before the first
   * that cannot be read; its failure is told and those before it are saved. `answers` are moved to the worker: their
   * bytes are not to be used afterwards.
   */
  commit(connectionId: string, batch: RunBatch): Promise<Result<BatchReport>>
  /**
   * Products that the copy lists and the run has not read, so far: those that `finish` would mark as gone when told of as many
   * `entries`.
   */
  missing(connectionId: string, run: number, entries: number): Promise<Result<MissingProducts>>
  /**
   * Ends the run. Only `complete` marks products as gone and drops places after the last; it becomes `partial` where a page
   * that a person looked at since the run's last batch was another than the run had read.
   */
  finish(connectionId: string, ending: RunEnding): Promise<Result<SyncSummary>>
  /** The last runs that ended, newest first, at most 50. */
  list(connectionId: string): Promise<Result<SyncRun[]>>
  last(connectionId: string): Promise<Result<SyncSummary | null>>
  /** Keeps, for a restart of the app, whether the person has paused the run. */
  pause(connectionId: string, pausing: Pausing): Promise<Result<null>>
  /** The run that was cut off, so that `begin` goes on with it; null: none was. */
  cutOff(connectionId: string): Promise<Result<CutOff | null>>
}

export interface MissingProducts {
  count: number
  /** Products that the last complete run listed (else those that are listed since before this run), and those of them that are missing. */
  known: number
  knownMissing: number
  /** Places, at most 200, where some of those that are missing stood before the run wrote others there. */
  places: number[]
}

export interface Pausing {
  run: number
  paused: boolean
  /** ms since 1970. */
  at: number
}

export interface CutOff {
  /** The person had paused it. */
  isPaused: boolean
}

export interface RunStart {
  run: number
  startedAt: number
  /** What the interrupted run wrote with its last batch; null for a new run. The sync's own JSON, unread by the copy. */
  checkpoint: unknown
  /** Entries that the copy's last complete (else its whole present) state lists. */
  before: number
  /** Entries of the longest complete state since the list was last seen to have lost more than half of them. */
  longest: number
  pageCap: number | null
  /** Bytes that the copy's file takes. */
  bytes: number
}

/** A page's answer as it came, for the worker to read. */
export interface RawPage {
  /** 1-based. */
  page: number
  limit: number
  url: string
  status: number
  contentType: string
  bytes: Uint8Array<ArrayBuffer>
}

export interface RunBatch {
  run: number
  at: number
  answers: RawPage[]
  /** Written with the batch; told again by `begin` if the run is cut off. */
  checkpoint: unknown
}

export interface BatchReport {
  pages: PageReport[]
  /** Why the next page of the batch could not be read; null when all were. */
  failed: { page: number; failure: Failure } | null
  /** What pages stand for that a person looked at since the last batch, where the list was not as it had been read before. */
  overtaken: Places[]
  room: CopyRoom
}

/** Bytes on the disk. */
export interface CopyRoom {
  /** That the copy's file takes, once all of it is written into it. */
  bytes: number
  /** That are free for this person; null: the system does not say. */
  free: number | null
}

/** Places in the store's list from the first to the last, both included, 1-based. */
export interface Places {
  first: number
  last: number
}

/** What one page of a run said, and how it fits with what the run and the copy hold. */
export interface PageReport {
  page: number
  /** Entries on it, set-aside ones included. */
  entries: number
  setAside: number
  pageSize: number
  totalItems: number | null
  totalPages: number | null
  oddities: PageOddity[]
  /** Places of entries of this page whose id this run has already read at another place, with that place. */
  repeats: { position: number; earlier: number }[]
  /** The ids at these places, or their order, were others before. */
  moved: boolean
  /** Products that are new, changed or returned. */
  touched: number
}

export interface RunEnding {
  run: number
  at: number
  outcome: SyncSummary['outcome']
  /** ms. */
  duration: number
  total: number | null
  /** Entries of the list as a complete run read it; left out: as many as `total` says. */
  entries?: number
  because: SyncSummary['because']
  partly: SyncSummary['partly']
}
