import type { FacetName, Facets } from '../contract/facets'
import type { ProductQuery } from '../contract/product-query'
import type { ReviewProgress } from '../contract/review'
import type { RebuildNotice } from '../contract/coverage'
import type { SyncRun, SyncSummary } from '../contract/sync'
import type { StorePage } from '../api/types'
import type {
  ChangesAnswer,
  ChangesRequest,
  CompareCatalogsRequest,
  HappenedRequest,
  MarkedSeen,
  Range,
  RawDifferences,
  RawTimeline,
  CompareRunsRequest,
  SoughtChanges
} from './history-types'
import type { Method } from '../database/thread-protocol'
import type { ViewNewsRow } from './db/view-news'
import type { NewsMoment, NextNews, WatchedView } from './read/view-news'
import type {
  BatchReport,
  CatalogFacts,
  CatalogProduct,
  CutOff,
  FoundPicture,
  ListAnswer,
  ListRequest,
  MissingProducts,
  Pausing,
  RepeatedRun,
  PictureCounts,
  RunBatch,
  RunEnding,
  RunStart,
  UncheckedPicture,
  UncheckedRequest
} from './types'

/** What a write left different, for whoever keeps a part of the catalog in memory. */
export interface ChangeSet {
  /** Keys of the products whose row was written; 'all' when they are too many to name. */
  touched: Uint32Array<ArrayBuffer> | 'all'
  /** Keys of the products of whose picture something else is known; 'all' likewise. */
  pictures: Uint32Array<ArrayBuffer> | 'all'
  /** Other products stand at some places than before. */
  positionsMoved: boolean
}

/** The memory of what a write tells of, to be moved from thread to thread. */
export function buffersOf({ touched, pictures }: ChangeSet): ArrayBuffer[] {
  return [touched, pictures].flatMap((keys) => (keys === 'all' ? [] : [keys.buffer]))
}

/** A writer's answer with what it wrote; null: nothing. */
export interface WriteResult<T> {
  value: T
  written: ChangeSet | null
}

/** What history/worker answers on the reader's thread. */
export type HistoryMethodName =
  'changes' | 'unseen' | 'happenedTo' | 'changeRanges' | 'timeline' | 'compareRuns' | 'compareCatalogs'

/** The reader: `open` or `openSound` before anything else of a connection, `changed` after each write of the other worker. */
export interface ReaderMethods {
  /** `folder`: the connection's, where its reviews are. */
  open: Method<{ file: string; folder: string }, null>
  /** Opens the catalog in this folder; null: it is not there, or not as it is to be, and only the writer may change that. */
  openSound: Method<CatalogLocation, { file: string } | null>
  /** Closes the connection's databases, if they are open. */
  close: Method<null, null>
  changed: Method<ChangeSet, null>
  /** The reviews of these products were written; null: of any, or the file is another one. */
  reviewed: Method<{ ids: string[] | null }, null>
  /** Closes the file of reviews until `reviewed`. */
  releaseReviews: Method<null, null>
  /** The file of findings was written. */
  audited: Method<null, null>
  read: Method<ListRequest, ListAnswer>
  products: Method<{ ids: string[] }, CatalogProduct[]>
  progress: Method<{ productQuery: ProductQuery }, ReviewProgress>
  sizes: Method<{ productQueries: ProductQuery[] }, number[]>
  viewNews: Method<{ views: WatchedView[]; moment: NewsMoment }, NextNews[]>
  facets: Method<{ productQuery: ProductQuery; facets: FacetName[] }, Facets>
  listed: Method<{ productQuery: ProductQuery; ids: string[] }, string[]>
  place: Method<{ productQuery: ProductQuery; id: string }, number | null>
  unchecked: Method<UncheckedRequest, UncheckedPicture[]>
  counts: Method<{ since: number }, PictureCounts>
  changes: Method<ChangesRequest, ChangesAnswer>
  unseen: Method<null, number>
  /** Products. */
  happenedTo: Method<HappenedRequest, number>
  /** Numbers of the changes that are asked for. */
  changeRanges: Method<SoughtChanges, Range[]>
  timeline: Method<{ productId: string }, RawTimeline>
  compareRuns: Method<CompareRunsRequest, RawDifferences>
  /** Of this connection's catalog, as the state before, with that of another. */
  compareCatalogs: Method<{ after: string; request: CompareCatalogsRequest }, RawDifferences>
}

export interface CatalogLocation {
  folder: string
  /** Which store's products belong into it; null: that is not known, and any do. */
  store: string | null
}

export interface Opened {
  /** Where the catalog is: not in the folder when it lasts for this run only. */
  file: string
}

export interface WriterMethods {
  /** A copy of another store than this is not opened: a new one takes its place. The reader must have closed it. */
  open: Method<CatalogLocation, Opened>
  /** Opens a copy that the reader has open; null: something of it is to be put right first, by `open`. */
  openAsFound: Method<CatalogLocation, Opened | null>
  /** Sets the damaged file aside and begins a new one. The reader must have closed it. */
  rebuild: Method<CatalogLocation, Opened>
  /** Ends what is under way, writes the log back into the file and closes it. */
  close: Method<null, null>
  /** Closes the catalog and deletes its files. */
  forget: Method<{ folder: string }, null>
  takeNotice: Method<null, RebuildNotice | null>
  facts: Method<null, CatalogFacts>
  save: Method<{ page: StorePage; at: number }, WriteResult<null>>
  /** How many products show another picture under the same address, or one where none could be shown before. */
  savePictures: Method<{ found: FoundPicture[]; at: number }, WriteResult<number>>
  begin: Method<{ at: number }, WriteResult<RunStart>>
  commit: Method<RunBatch, WriteResult<BatchReport>>
  missing: Method<{ run: number; entries: number }, MissingProducts>
  finish: Method<RunEnding, WriteResult<SyncSummary>>
  repeat: Method<RepeatedRun, WriteResult<SyncSummary | null>>
  list: Method<null, SyncRun[]>
  last: Method<null, SyncSummary | null>
  pause: Method<Pausing, null>
  cutOff: Method<null, CutOff | null>
  /** Keeps what is new in views, and forgets those that are not watched; `watched` null: none. */
  keepViewNews: Method<{ rows: ViewNewsRow[]; watched: string[] | null }, null>
  markSeen: Method<{ ranges: Range[]; seen: boolean }, MarkedSeen>
}
