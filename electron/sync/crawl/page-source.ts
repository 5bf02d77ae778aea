import type { PageRequest, RawAnswer } from '../../api/types'
import type { BatchReport, PageReport } from '../../catalog/types'
import type { Failure, Result } from '../../contract/failure'
import type { RunControl } from '../run-control'
import type { SyncTime } from '../deps'
import type { StoreAccess } from '../pipeline/store-access'
import type { RunPermit } from '../run-permits'

/** Which pages are to be read, and what is made of them. */
export interface PageSource {
  /** The next page, 1-based; null when there is none, which is asked again after each report. */
  next(): number | null
  /** How many pages may be read before the first of them is committed; as many as can be held when not given. */
  ahead?(): number
  /**
   * Looks at an answer before it is committed, when all pages before it were: `end` leaves it and all after it out,
   * `again` asks for it again.
   */
  peek?(answer: RawAnswer): 'commit' | 'end' | Failure
  /** A page was committed. */
  took(report: PageReport): void
  /** A page could not be read, and is left out. */
  skipped(page: number): void
}

export interface Reader {
  access: StoreAccess
  control: RunControl
  permit: RunPermit
  time: SyncTime
  limit: number
  /** A page of this size was given before. */
  proven: () => boolean
  /** So many errors of the store for one page are taken for its size; never when not given. */
  mostErrors?: number
  request: (page: number) => PageRequest
  commit: (answers: RawAnswer[]) => Promise<Result<BatchReport>>
  /** Something may be to be shown. */
  changed: () => void
  /** Pages that came before their time. */
  ready?: RawAnswer | null
}

/** null: all was read. Else the store does not give pages of this size. */
export type Read = Result<{ tooLarge: Failure } | null>
