import type { StoreAddress } from '../api/types'
import type { ParsedInput } from '../contract/channels'
import type { Result } from '../contract/failure'
import type {
  LogEntry,
  Marked,
  MergedForTeam,
  MergedReviews,
  Review,
  ReviewNotice,
  SharedForTeam,
  SharedReviews,
  PreventedUndo,
  Undone
} from '../contract/review'
import type { BackupFolder, ReviewBackup } from '../contract/review-backup'
import type { Agreement, Assigned, Claimed, ProductStanding } from '../contract/team'
import type { TeamBook } from '../team/types'
import type { SavedException } from './protocol'
import type { ReviewedDay, ReviewPace } from '../contract/today'

/**
 * What people decided and wrote of products. What an answer calls saved is on the disk. Fails with `storage-failed`, or with
 * `internal` when the thread died (fault 89).
 */
export interface Reviews {
  of(input: ParsedInput<'reviews:of'>): Promise<Result<Review>>
  /** Fails as the catalog does, and with `input-invalid`, field `count`, where the list has not as many products as were told. */
  mark(input: ParsedInput<'reviews:mark'>): Promise<Result<Marked>>
  note(input: ParsedInput<'reviews:note'>): Promise<Result<Review>>
  draft(input: ParsedInput<'reviews:draft'>): Promise<Result<null>>
  /** null: there is nothing to take back. */
  undo(input: ParsedInput<'reviews:undo'>): Promise<Result<Undone | PreventedUndo | null>>
  log(input: ParsedInput<'reviews:log'>): Promise<Result<LogEntry[]>>
  /** The days on which something was marked since a time (ms since 1970), oldest first. */
  activity(connectionId: string, since: number): Promise<Result<ReviewedDay[]>>
  /** How fast the catalog is reviewed, and how much of it was on this day. */
  pace(connectionId: string): Promise<Result<ReviewPace>>
  /** Rules that products are excepted from, also such as this version does not know. */
  exceptions(connectionId: string): Promise<Result<SavedException[]>>
  /** Told when other products may be excepted than by `setException`: something was taken back, or the file is another one. */
  onExceptions(listener: (connectionId: string) => void): void
  /** `reason` null: it is not excepted anymore. Logged, and can be undone. */
  setException(input: ParsedInput<'audit:set-exception'>): Promise<Result<null>>
  /** null: the person chose no file. Fails as `mark` does for a list. */
  share(input: ParsedInput<'reviews:share'>): Promise<Result<SharedReviews | SharedForTeam | null>>
  /** null: the person chose no file. Fails with `input-invalid`, field `file`, where it is none of reviews, or damaged. */
  merge(connectionId: string): Promise<Result<MergedReviews | MergedForTeam | null>>
  /** As `merge`, of a file that nobody is asked for: its path is absolute. null: it was stopped before anything was merged. */
  mergeFile(connectionId: string, file: string): Promise<Result<MergedReviews | MergedForTeam | null>>
  /** Ends the merge that is under way, after the part that is being done. */
  stopMerge(connectionId: string): void
  /** For the exchange with a store's team. */
  teamBook(connectionId: string): TeamBook
  hasTeam(connectionId: string): boolean
  /** Assigns products to people of the team: evenly where they are several. Fails as `mark` does, and with `cancelled` without a team. */
  assign(input: ParsedInput<'reviews:assign'>): Promise<Result<Assigned>>
  /** Gives products back to whom they were assigned to before, if that was the last assignment since the reviews were opened. */
  undoAssignment(input: ParsedInput<'reviews:undo-assignment'>): Promise<Result<Assigned>>
  /**
   * Assigns the next products of a list to this person that nobody has, so that two people who ask at once get different ones. Fails as
   * `Teams.claim` does.
   */
  claim(input: ParsedInput<'reviews:claim'>): Promise<Result<Claimed>>
  /** What the team's reviewers say of a product; null: the store has no team. */
  standing(connectionId: string, productId: string): Promise<Result<ProductStanding | null>>
  /** null: the store has no team. */
  agreement(connectionId: string): Promise<Result<Agreement | null>>
  /** On this computer, newest first. */
  backups(connectionId: string): Promise<Result<ReviewBackup[]>>
  /** In the folder for second copies, newest first, without those that this computer has; waits for the folder's disk. */
  secondBackups(connectionId: string): Promise<Result<ReviewBackup[]>>
  backupFolder(): BackupFolder
  /** Gets a folder ready that is about to be chosen. Fails with `storage-failed` where it cannot be written. */
  prepareBackupFolder(folder: string): Promise<Result<null>>
  /** Another folder was chosen, or none: copies there what is missing. Never rejects. */
  backupFolderChanged(): Promise<void>
  restore(input: ParsedInput<'reviews:restore'>): Promise<Result<null>>
  /** What there is to tell, once. */
  takeNotice(connectionId: string): Promise<Result<ReviewNotice | null>>
  /** The connections that there are now, and which is looked at: its file is opened, and mended where that is needed. */
  follow(connectionIds: string[], activeId: string | null): void
  /**
   * The connection was removed, or points at another store: then its reviews stay, else they are put away as those of `store`.
   * Fails with `storage-failed` where that cannot be done now.
   */
  leave(connectionId: string, store?: StoreAddress): Promise<Result<null>>
  /** Puts reviews of connections away that are not these, as those of removed ones. Once, at the start; never rejects. */
  putAwayOwnerless(connectionsFolder: string, owners: string[]): Promise<void>
  /** Waits for all that a person decided before, and that is not on the disk yet; never rejects. */
  settled(): Promise<void>
  /** Makes backups and closes the files; later calls fail with `cancelled`. */
  close(): Promise<void>
}

export type { SavedException }
