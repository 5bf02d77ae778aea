import type { ChangedField } from '../contract/history-kinds'
import type { ListFacts } from '../api/published-entry'
import type { StoreProduct, StorePage } from '../api/types'
import type { RuleId } from '../contract/audit-rules'
import type { Coverage, RebuildNotice } from '../contract/coverage'
import type { FacetName, Facets } from '../contract/facets'
import type { Failure, Result } from '../contract/failure'
import type { ProductQuery, ChangeKind } from '../contract/product-query'
import type { PageOddity, SetAsideItem } from '../contract/product'
import type { PictureFinding } from '../contract/picture-values'
import type { ProductReview, ReviewProgress } from '../contract/review'
import type { CatalogSource, SyncRun, SyncSummary } from '../contract/sync'
import type { CatalogHistory } from './history-types'
import type { NewsMoment, ViewCheck, WatchedView } from './read/view-news'

export type { NewsMoment, ViewCheck } from './read/view-news'

/** What lists are read from: the catalog itself, or a sidecar database. */
export type ChangedPart = 'catalog' | 'reviews' | 'findings'

/** The local catalogs of all connections. Fails with `storage-failed`, or `internal` where a thread died (fault 89). */
export interface CatalogDb {
  /** Loads the reading thread, so that the first read does not wait for it. */
  start(): void
  /** Rows of a list, with its count and the catalog's coverage. */
  read(connectionId: string, request: ListRequest): Promise<Result<ListAnswer>>
  /** The list that is on screen: `onChange` reports what matters to it, until another list of the connection is watched. */
  watch(connectionId: string, productQuery: ProductQuery): void
  /** Saves a page that was fetched because somebody looks at it, outside of a sync run. */
  save(connectionId: string, page: StorePage, at: number): Promise<Result<null>>
  facts(connectionId: string): Promise<Result<CatalogFacts>>
  readonly history: CatalogHistory
  readonly pictures: CatalogPictures
  /** What there is to tell a person about the catalog; each notice is returned once. */
  takeNotice(connectionId: string): Promise<RebuildNotice | null>
  /** For the sync alone. */
  readonly runs: CatalogRuns
  /** The known ones of up to 1000 products, by id, in no order. */
  products(connectionId: string, ids: string[]): Promise<Result<CatalogProduct[]>>
  /** Those of up to 1000 products, by id, that are in a list now. */
  listed(connectionId: string, productQuery: ProductQuery, ids: string[]): Promise<Result<string[]>>
  /** The place of a product in a list now, 1-based; null: the list does not hold it. */
  place(connectionId: string, productQuery: ProductQuery, id: string): Promise<Result<number | null>>
  /** Review progress of a list's products; the list's own filter by review is ignored. */
  progress(connectionId: string, productQuery: ProductQuery): Promise<Result<ReviewProgress>>
  /** How many products, or unreadable items, each of these lists has. */
  sizes(connectionId: string, productQueries: ProductQuery[]): Promise<Result<number[]>>
  /** What is new in these views. Call it for one moment after another: what is kept of a view is read and written. */
  viewNews(connectionId: string, views: WatchedView[], moment: NewsMoment): Promise<Result<ViewCheck[]>>
  /** The values of filters with their counts, in the list of a query's first group. */
  facets(connectionId: string, productQuery: ProductQuery, facets: FacetName[]): Promise<Result<Facets>>
  /** The path of the connection's open catalog, for another thread that reads it and soon closes it. */
  file(connectionId: string): Promise<Result<string>>
  /** Call after reviews of these products were written; null: of any. */
  reviewed(connectionId: string, productIds: string[] | null): void
  /** Closes the reviews database, which is about to be replaced; `reviewed` opens it again. */
  releaseReviews(connectionId: string): Promise<void>
  /** Call after findings were written. */
  audited(connectionId: string): void
  /** Called after each write with the connection's id and what was written. Returns the function that unsubscribes. */
  onChange(listener: (connectionId: string, what: ChangedPart) => void): () => void
  /**
   * Deletes the catalog: the connection was removed, or points at another store. Fails with `storage-failed` where somebody has a
   * file of it open (Windows); products of another store are not shown even then.
   */
  forget(connectionId: string): Promise<Result<null>>
  /** Closes the catalogs and ends both threads; later calls fail with `cancelled`. */
  close(): Promise<void>
}

export interface ListRequest {
  productQuery: ProductQuery
  /** From 0. */
  offset: number
  limit: number
}

/** A product with the raw, untrusted address of its picture. */
export type CatalogProduct = StoreProduct & {
  /** Belongs to the id for as long as the catalog exists. 0: the catalog did not save it. */
  key: number
  position: number | null
  change: ChangeKind | null
  /** What of it the last finished run found to be another. */
  changedFields: ChangedField[]
  /** By how many percent its price is another; null where it is not, or that is not known. */
  pricePercent: number | null
  review: ProductReview
  findings: RuleId[]
  /** Fingerprint of its content at its first position (`fingerprintOf`). */
  contentFingerprint: string
}

/** What is known about the products' pictures. */
export interface CatalogPictures {
  /**
   * Saves findings about pictures. Products whose address has changed since are skipped. A different picture under the same address
   * counts as a change of the catalog.
   */
  save(connectionId: string, found: FoundPicture[], at: number): Promise<Result<null>>
  /** Up to `limit` products whose picture has to be checked, by key. */
  unchecked(connectionId: string, request: UncheckedRequest): Promise<Result<UncheckedPicture[]>>
  /**
   * Counts listed products with a picture, those checked since a time (ms since 1970), and those of them whose picture is broken. Takes
   * a second for a million products; pages are answered meanwhile.
   */
  counts(connectionId: string, since: number): Promise<Result<PictureCounts>>
}

/** Times are ms since 1970 and compared with when a picture was last seen on disk (`FoundPicture.isKept`). */
export interface UncheckedRequest {
  /** Only keys above this. */
  after: number
  limit: number
  /** Pictures that can be shown are skipped if checked at or after this time; broken ones if at or after `brokenSince`. */
  shownSince: number
  brokenSince: number
}

export interface UncheckedPicture {
  key: number
  address: string
  /** Its state when it was last seen on disk (ms since 1970); null: it never was. */
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
  /** It is on disk, for when there is no network; otherwise it was only shown. */
  isKept?: boolean
}

export interface ListAnswer {
  items: CatalogProduct[]
  setAside: SetAsideItem[]
  /** Matches; for the unfiltered list in the store's order, the highest known position. */
  count: number
  order: 'store' | 'relevance' | 'sorted'
  terms: string[]
  coverage: Coverage
  /** Whether a requested position of the store's own list is unknown, though the list may have it. */
  hasGaps: boolean
  /** When the oldest of the rows was read: ms since 1970; null without rows. */
  readAt: number | null
  form: 'full' | 'short'
}

/** What is known about the store as a whole. */
export interface CatalogFacts {
  coverage: Coverage
  /** Most items that the store puts on a page, or the page size of the last sync; null: unknown. */
  pageCap: number | null
  form: 'full' | 'short'
  oddities: PageOddity[]
}

/** The writing side of a sync. Each call is one transaction, with its checkpoint. */
export interface CatalogRuns {
  /** Resumes the run that was cut off, or begins a new one. */
  begin(connectionId: string, at: number): Promise<Result<RunStart>>
  /**
   * Parses and saves pages of the run, given in the store's order. Stops at the first that cannot be read: its failure is reported,
   * and those before it are saved. The bytes of `answers` are moved to the thread and must not be used afterwards.
   */
  commit(connectionId: string, batch: RunBatch): Promise<Result<BatchReport>>
  /**
   * Listed products that the run has not read so far: those that `finish` would mark as gone for a list of so many `entries`.
   */
  missing(connectionId: string, run: number, entries: number): Promise<Result<MissingProducts>>
  /**
   * Ends the run. Only `complete` marks products as gone and drops positions past the end; it becomes `partial` where a page fetched
   * for a person since the run's last batch was not as the run had read it.
   */
  finish(connectionId: string, ending: RunEnding): Promise<Result<SyncSummary>>
  /**
   * Notes that the list is as of later what the last complete run has made it, as a run that changed nothing. null: it is not only that any
   * more, since a page was fetched or another run began: the list has to be read.
   */
  repeat(connectionId: string, repeating: RepeatedRun): Promise<Result<SyncSummary | null>>
  /** The last runs that ended, newest first, at most 50. */
  list(connectionId: string): Promise<Result<SyncRun[]>>
  last(connectionId: string): Promise<Result<SyncSummary | null>>
  /** Persists whether the person has paused the run. */
  pause(connectionId: string, pausing: Pausing): Promise<Result<null>>
  /** The run that `begin` would resume; null: none. */
  cutOff(connectionId: string): Promise<Result<CutOff | null>>
}

/** A list that was read again and is the same. */
export interface RepeatedRun {
  /** The run that made it. */
  of: number
  /** ms since 1970. */
  at: number
  from: CatalogSource
  published: ListFacts
}

export interface MissingProducts {
  count: number
  /** Of the last complete list; without one, of what was listed before this run. */
  last: ProductsLeft
  /** Of the first complete list of the last week, or of a later one that a person confirmed; null: there is none. */
  agreed: (ProductsLeft & { since: number }) | null
  /** Up to 200 positions where missing products stood before the run wrote others there. */
  places: number[]
}

/** Products of an earlier list, and those of them that are still listed. `since`: when it was read, ms since 1970. */
export interface ProductsLeft {
  before: number
  now: number
}

export interface Pausing {
  run: number
  paused: boolean
  /** ms since 1970. */
  at: number
}

export interface CutOff {
  /** A person had paused it. */
  isPaused: boolean
}

export interface RunStart {
  run: number
  startedAt: number
  /** Of the interrupted run's last batch, opaque here; null for a new run. */
  checkpoint: unknown
  /** Entries of the last complete list; without one, of the list as it is. */
  before: number
  /** Entries of the longest complete list since a person confirmed one. */
  longest: number
  pageCap: number | null
  /** As of when the last complete list is, ms since 1970; null: there is none. */
  lastAt: number | null
  /** Size of the catalog's file. */
  bytes: number
}

/** A page's HTTP answer, which the writing thread parses. */
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
  /** The answers are pages of a list that a colleague has published (`readPublishedPage`), not of the store; left out: the store's. */
  published?: ListFacts
  /** Written with the batch; returned by `begin` if the run is cut off. */
  checkpoint: unknown
}

export interface BatchReport {
  pages: PageReport[]
  /** Why the next page of the batch could not be read; null: all were. */
  failed: { page: number; failure: Failure } | null
  /** Positions of pages fetched for a person since the last batch that were not as the run had read them. */
  overtaken: Places[]
  room: DiskSpace
}

/** Bytes on the disk. */
export interface DiskSpace {
  /** Size of the catalog's file once its log is written back. */
  bytes: number
  /** Free for this person; null: unknown. */
  free: number | null
}

/** Positions in the store's list, 1-based, both included. */
export interface Places {
  first: number
  last: number
}

/** What one page of a run said, and how it differs from what is known. */
export interface PageReport {
  page: number
  /** Entries on it, unreadable items included. */
  entries: number
  setAside: number
  pageSize: number
  totalItems: number | null
  totalPages: number | null
  oddities: PageOddity[]
  /** Positions of entries whose id this run has already read at an earlier position. */
  repeats: { position: number; earlier: number }[]
  /** Other ids, or the same in another order, stood at these positions before. */
  moved: boolean
  /** Products that are new, changed or back. */
  touched: number
}

export interface RunEnding {
  run: number
  at: number
  outcome: SyncSummary['outcome']
  /** ms. */
  duration: number
  total: number | null
  /** Entries of the list as a complete run read it; `total` when left out. */
  entries?: number
  /** A person was asked whether all that is missing is gone, and said so. */
  isConfirmed?: boolean
  /** Who has published the list; left out: it is the store's own. */
  from?: CatalogSource
  because: SyncSummary['because']
  partly: SyncSummary['partly']
}
