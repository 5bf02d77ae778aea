import type { PageRequest, RawAnswer } from '../api/types'
import type { RunStart } from '../catalog/types'
import { fail, type Failure } from '../contract/failure'
import type { PartialReason, SyncDrop } from '../contract/sync'
import type { RunControl } from './run-control'
import { storedCheckpoint, type Checkpoint } from './crawl/checkpoint'
import type { SyncDeps, SyncTime } from './deps'
import type { StoreAccess } from './pipeline/store-access'
import type { Reader } from './crawl/page-source'
import { isFull, type CrawlLimits } from './crawl/crawl-limits'
import { takeOvertaken } from './crawl/page-reports'
import type { RunPermit } from './run-permits'

export type Stage = 'fetching' | 'checking' | 'finishing' | 'asking'

/** Store and credentials of a page's question. */
export type Question = Pick<PageRequest, 'store' | 'credentials'>

/** One run under way: what it has to do with, and where it stands. */
export interface RunContext {
  connectionId: string
  copy: SyncDeps['copy']
  time: SyncTime
  access: StoreAccess
  control: RunControl
  permit: RunPermit
  question: Question
  start: RunStart
  checkpoint: Checkpoint
  stage: Stage
  /** While the person is asked. */
  drop: SyncDrop | null
  reach: CrawlLimits
  /** The store gave pages that it had given before, where the list should end or go on. */
  isRepeating: boolean
  /** Why the list is not read any further, though it may go on. */
  givenUp: Extract<PartialReason, 'repeating' | 'endless'> | null
  /** The copy may not grow any further: what was read stays in it, and nothing more is read (fault 115). */
  isFull: boolean
  /** The first page, looked at before anything is committed. */
  ready: RawAnswer | null
  /** ms of this run that went by before this sitting, and when it began, as `elapsed`. */
  spentBefore: number
  sittingSince: number
  /** ms that the person held it, in this sitting. */
  heldFor: () => number
  changed: () => void
}

/** ms that the run took, without the person's pauses. */
export function spentBy({ spentBefore, sittingSince, heldFor, time }: RunContext): number {
  return Math.max(0, spentBefore + time.elapsed() - sittingSince - heldFor())
}

/** How this run reads pages of the size it has now. */
export function readerOf(run: RunContext, limit = run.checkpoint.limit): Reader {
  const { access, control, permit, time, question, changed, checkpoint, ready } = run
  run.ready = null
  return {
    access,
    control,
    permit,
    time,
    limit,
    ready,
    changed,
    proven: () => ready !== null || checkpoint.highest > 0,
    request: (page) => ({ ...question, page, limit }),
    commit: async (answers) => {
      // What a run that is cut off here may have written already, if this is all that is known of it.
      const farthest = Math.max(checkpoint.farthest, ...answers.map(({ page }) => page * limit))
      const kept = { ...storedCheckpoint(checkpoint), farthest, spent: spentBy(run) }
      const batch = { run: run.start.run, at: time.now(), answers, checkpoint: kept }
      const report = await run.copy.runs.commit(run.connectionId, batch)
      if (!report.ok) return report
      takeOvertaken(checkpoint, report.value.overtaken)
      run.isFull ||= isFull(report.value.room, run.start.bytes, run.reach.room)
      return run.isFull ? fail('storage-failed') : report
    }
  }
}

/** How a run came to its end. */
export type Ending =
  | { outcome: 'complete' | 'declined'; because: null; partly: null }
  | { outcome: 'stopped'; because: null; partly: null }
  | { outcome: 'partial'; because: null; partly: PartialReason }
  | { outcome: 'failed'; because: Failure; partly: null }
  /** It goes on another time. */
  | { outcome: 'closed'; because: null; partly: null }
