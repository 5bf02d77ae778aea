import type { ReviewedDay, ReviewPace } from '../contract/today'
import type { Failure } from '../contract/failure'
import type { ReviewNotice } from '../contract/review'
import type { ReviewBackup } from '../contract/review-backup'
import type { Method } from '../database/thread-protocol'
import type { FingerprintedContent } from '../catalog/content-fingerprint'
import type { MarkedProduct, Marking } from './write/mark'
import type { Writing } from './write/note'
import type { LoggedEntry, LogQuestion } from './read/log'
import type { StoreKey } from './recovery/removed-stores'
import type { RestoreInput } from './recovery/restore'
import type { ReviewRow } from './db/review-row'
import type { MergedFile, MergeInput } from './sharing/merge-file'
import type { ShareInput } from './sharing/share'
import type { TeamMethods } from './team/protocol'
import type { UndoneEntry } from './write/undo'

/** Where a connection's reviews are, and what they are opened for. */
export interface ReviewsPlace {
  folder: string
  /** Where reviews of connections that were removed are. */
  removedFolder: string
  /** null: not known; nothing is taken back then. */
  store: StoreKey | null
  /** ms since 1970. */
  at: number
}

export interface OpenedReviews {
  /** `broken`: it is to be mended, when nobody else has it open. */
  state: 'ready' | 'read-only' | 'newer' | 'broken'
  /** Why nothing can be written; null: it can. */
  because: Failure | null
}

/** What is being typed into a product's note. */
export interface Draft {
  product: string
  /** null: nothing anymore. */
  draft: string | null
  /** The note as it was saved when it was begun; null or left out: not known. */
  begunOn?: string | null | undefined
  /** It comes after what is there, which its writer had not read yet. */
  joins: boolean
  /** ms since 1970. */
  at: number
}

/** A product's review as it is kept. */
export interface KeptReview extends ReviewRow {
  draft: string | null
  draftBegunOn: string | null
  /** What `seen` stands for; null where that is not known. */
  content: FingerprintedContent | null
}

/** What a write did: the number of its entry (null: nothing) and the products that it changed. */
export interface WroteReviews {
  number: number | null
  count: number
}

export interface SavedException {
  productId: string
  /** The rule's name, also of one that this version does not know. */
  rule: string
  reason: string
  by: string
  at: number
}

/** The thread that keeps the reviews of all connections. A method that writes fails where nothing can be written. */
export interface ReviewMethods extends TeamMethods {
  open: Method<ReviewsPlace, OpenedReviews>
  /** Puts right a file that `open` called broken; nobody else may have it open. */
  mend: Method<ReviewsPlace, OpenedReviews>
  /** Puts the file aside, which turned out to be damaged, and the last good backup in its place. */
  recover: Method<ReviewsPlace, OpenedReviews>
  /** Notes in a connection's folder which store it is of, so that it is found again without the settings. */
  tellStore: Method<{ folder: string; store: StoreKey }, null>
  takeNotice: Method<null, ReviewNotice | null>
  of: Method<{ productId: string }, KeptReview>
  mark: Method<Marking & { products: MarkedProduct[] }, WroteReviews>
  /** Puts products together that are then marked by one call; how many there are now. */
  stage: Method<{ first: boolean; products: MarkedProduct[] }, number>
  markStaged: Method<Marking & { count: number }, WroteReviews>
  /** Marks the products whose mark is of an entry of the log, as they were seen then. */
  markOfEntry: Method<Marking & { entry: number }, WroteReviews>
  /** `over`: as of the contract. Fails where both texts together are too long. */
  note: Method<Writing & { note: string; over?: string | undefined }, WroteReviews>
  draft: Method<Draft, null>
  /** null: there is nothing to take back. `alias`: another name under which the same person did things. */
  undo: Method<
    { entry: number | null; by: string; at: number; alias?: string },
    (UndoneEntry & { entry: LoggedEntry }) | { prevented: LoggedEntry; by: string } | null
  >
  /** `names`: those of whoever asks, who can undo what they did themselves. */
  log: Method<Omit<LogQuestion, 'undoes'> & { names?: readonly string[] }, LoggedEntry[]>
  /** What was marked since a time, ms since 1970. */
  activity: Method<{ since: number }, ReviewedDay[]>
  /** As of a time in ms since 1970. */
  pace: Method<{ now: number }, ReviewPace>
  exceptions: Method<null, SavedException[]>
  setException: Method<Writing & { rule: string; reason: string | null }, WroteReviews>
  /** Writes reviews to a file; how many. `staged`: products that were put together for it. */
  share: Method<ShareInput & { staged: number }, number>
  /** Begins to merge such a file into the reviews; another that is under way ends. */
  merge: Method<MergeInput, MergedFile | null>
  /** Goes on with it; null: there is more to do. Whatever else is asked for meanwhile is done in between. */
  mergeOn: Method<null, MergedFile | null>
  mergeProgress: Method<null, { done: number; total: number | null }>
  /** Ends it; what is merged so far stays. null: nothing is. */
  stopMerge: Method<null, MergedFile | null>
  /** Makes the day's backup if it is due; whether it did. */
  backUp: Method<{ at: number }, boolean>
  /** Of a folder, also where its file is not open. */
  backups: Method<{ folder: string }, ReviewBackup[]>
  /** Whether a backup of a folder is still what it was when it was made. */
  isGoodBackup: Method<{ folder: string; name: string }, boolean>
  /** Nobody else may have the file open. */
  restore: Method<RestoreInput, null>
  /** The connection is no more: its reviews are put away. */
  putAway: Method<ReviewsPlace, null>
  /** Puts the reviews in folders of connections away that are not these; the names of their folders. */
  putAwayOwnerless: Method<
    { connectionsFolder: string; removedFolder: string; owners: string[]; at: number },
    string[]
  >
  /** Makes a backup, if anything was done since the last, and closes the file. */
  close: Method<{ at: number }, null>
}
