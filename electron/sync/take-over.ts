import type { ListFacts } from '../api/published-entry'
import { fail, ok, type Result } from '../contract/failure'
import type { CatalogSource, SyncDrop, SyncSummary } from '../contract/sync'
import type { SyncSchedule } from '../contract/sync-values'
import type { RawPage } from '../catalog/types'
import { confirmShrink, shrinkByMissing, shrinkTo } from './crawl/confirm-shrink'
import { isFull } from './crawl/crawl-limits'
import { setEntries, storedCheckpoint, type PageRange } from './crawl/checkpoint'
import { applyOvertaken } from './crawl/page-report'
import { usualInterval } from './sync-state'
import { spentBy, type Ending, type RunContext, type SyncDeps } from './run-context'

/** Catalogs that a device of the store's team has published. */
export interface PublishedCatalogs {
  /**
   * The newest one that is no older than `mostAge` ms; null: there is none, it is not of use, or this device publishes itself: the store is to
   * be asked. Never rejects.
   */
  newest(connectionId: string, mostAge: number, signal: AbortSignal): Promise<CatalogSource | null>
  /**
   * Has all of it here; null: it cannot be had now. Never rejects.
   *
   * @param earlier the publication of the same device that the catalog is; null: it is none
   */
  open(
    connectionId: string,
    source: CatalogSource,
    earlier: number | null,
    signal: AbortSignal
  ): Promise<PublishedCatalog | null>
}

/** A catalog that can be taken over. */
export interface PublishedCatalog {
  source: CatalogSource
  facts: ListFacts
  /** When a person said to the publisher that a list of which much was missing is right: ms since 1970; null: never. */
  confirmedAt: number | null
  /** Its list is still that of the earlier publication, as far as that was named. */
  isSame: boolean
  /** Its pages from the first to the last, both 1-based, as `readPublishedPage` reads them. */
  pages: (first: number, last: number, limit: number) => Promise<Result<Uint8Array<ArrayBuffer>[]>>
  /** It is not needed anymore; `isUnusable`: it is never offered again. */
  close: (isUnusable: boolean) => Promise<void>
}

/** Entries of a page, and pages of one transaction. */
const pageSize = 1000
const pagesAtOnce = 2
/** How often pages are taken again that a person's own look at the store has changed meanwhile. */
const mostRounds = 5

/** ms: what is older counts for less than asking the store (fault 146). */
export function mostAgeOf(schedule: SyncSchedule): number {
  return 2 * usualInterval(schedule)
}

/** Whether the catalog is as new as what is published: it is that, or the store was read later. */
function isTaken(last: SyncSummary | null, source: CatalogSource): boolean {
  if (last?.outcome !== 'complete') return false
  if (last.from?.device === source.device) return last.from.sequence >= source.sequence
  return source.at <= (last.from?.at ?? last.startedAt)
}

/**
 * What there is of a colleague's for a run: a catalog, or how the run ended that took it over; null: the store is to be asked. A list that is
 * still the same is noted to be, which takes no time.
 *
 * @param now ms since 1970
 */
export async function findPublished(
  { published, catalog }: Pick<SyncDeps, 'published' | 'catalog'>,
  now: number,
  connectionId: string,
  schedule: SyncSchedule,
  signal: AbortSignal
): Promise<PublishedCatalog | { taken: SyncSummary } | null> {
  const source = (await published?.newest(connectionId, mostAgeOf(schedule), signal)) ?? null
  if (published === undefined || source === null) return null
  const last = await catalog.runs.last(connectionId)
  const summary = last.ok ? last.value : null
  if (summary !== null && isTaken(summary, source)) return { taken: summary }
  const earlier = takenFrom(summary, source.device)
  const opened = await published.open(connectionId, source, earlier, signal)
  if (summary === null || opened?.isSame !== true) return opened
  await opened.close(false)
  const repeat = { of: summary.run, at: now, from: source, published: opened.facts }
  const repeated = await catalog.runs.repeat(connectionId, repeat)
  if (repeated.ok && repeated.value !== null) return { taken: repeated.value }
  // The catalog has moved since.
  return published.open(connectionId, source, null, signal)
}

/** The publication of a device that the catalog is; null: it is none. */
function takenFrom(last: SyncSummary | null, device: string): number | null {
  const isWhole = last?.outcome === 'complete' && last.from?.device === device
  return isWhole ? (last.from?.sequence ?? null) : null
}

/**
 * Takes over what a colleague has published, page by page with a checkpoint, and makes the same of it as of a list that was read from the
 * store. `unusable`: it is none after all.
 */
export async function performTakeOver(
  run: RunContext,
  catalog: PublishedCatalog
): Promise<Ending | 'unusable'> {
  const taken = await takeOver(run, catalog)
  const isUnusable = !taken.ok && taken.failure.code === 'answer-unknown-form'
  await catalog.close(isUnusable)
  if (taken.ok) return { outcome: taken.value ? 'complete' : 'declined', because: null, partly: null }
  const { end } = run.control
  if (end !== null) return { outcome: end, because: null, partly: null }
  if (run.isFull) return { outcome: 'partial', because: null, partly: 'too-big' }
  return isUnusable ? 'unusable' : { outcome: 'failed', because: taken.failure, partly: null }
}

/** Whether it was taken over; false: the person does not believe that so much is gone. */
async function takeOver(run: RunContext, catalog: PublishedCatalog): Promise<Result<boolean>> {
  const { checkpoint, start } = run
  const { entries } = catalog.facts
  const last = Math.max(1, Math.ceil(entries / pageSize))
  Object.assign(checkpoint, {
    limit: pageSize,
    total: entries,
    totalAtFirst: checkpoint.totalAtFirst ?? entries
  })
  if (checkpoint.highest === 0) {
    const believed = await believe(run, catalog, shrinkTo(run, entries))
    if (!believed.ok || !believed.value) return believed
  }
  const taken = await takePages(run, catalog, [checkpoint.next, last])
  if (!taken.ok) return taken
  for (let round = 0; round < mostRounds; round++) {
    // Also tells which pages a person has opened since.
    const synced = await commit(run, catalog, [])
    if (!synced.ok) return synced
    const dirty = checkpoint.dirtyRanges.splice(0)
    if (dirty.length === 0) break
    for (const [first, end] of dirty) {
      const again = await takePages(run, catalog, [first, Math.min(end, last)])
      if (!again.ok) return again
    }
  }
  const missing = await run.catalog.runs.missing(run.connectionId, start.run, entries)
  if (!missing.ok) return missing
  return believe(run, catalog, shrinkByMissing(missing.value))
}

/** Asks the person here about a sudden shrink, unless one has said to the publisher, since this catalog was read, that it is right. */
async function believe(
  run: RunContext,
  { confirmedAt }: PublishedCatalog,
  drop: SyncDrop | null
): Promise<Result<boolean>> {
  const { checkpoint, start } = run
  if (drop === null) return ok(true)
  const isVouchedFor = confirmedAt !== null && confirmedAt > (start.lastAt ?? Infinity)
  if (!isVouchedFor) return confirmShrink(run, drop)
  checkpoint.drop = 'accepted'
  return ok(true)
}

async function takePages(
  run: RunContext,
  catalog: PublishedCatalog,
  [from, to]: PageRange
): Promise<Result<null>> {
  const { checkpoint } = run
  for (let first = from; first <= to; first += pagesAtOnce) {
    await untilAllowed(run)
    if (run.control.signal.aborted) return fail('cancelled')
    const last = Math.min(to, first + pagesAtOnce - 1)
    const pages = await catalog.pages(first, last, pageSize)
    if (!pages.ok) return pages
    const answers = pages.value.map((bytes, at) => ({ ...nowhere, page: first + at, limit: pageSize, bytes }))
    for (let page = first; page <= last; page++) {
      const left = Math.max(0, catalog.facts.entries - (page - 1) * pageSize)
      setEntries(checkpoint, page, Math.min(pageSize, left))
    }
    checkpoint.next = Math.max(checkpoint.next, last + 1)
    // In one transaction with the pages, which say nothing that has to be looked at again.
    const committed = await commit(run, catalog, answers)
    if (!committed.ok) return committed
    run.changed()
  }
  return ok(null)
}

/** Of a page that no server gave. */
const nowhere: Pick<RawPage, 'url' | 'status' | 'contentType'> = { url: '', status: 200, contentType: '' }

async function commit(
  run: RunContext,
  { facts, source }: PublishedCatalog,
  answers: RawPage[]
): Promise<Result<null>> {
  const { checkpoint, time, start, limits } = run
  const stored = { ...storedCheckpoint(checkpoint), spent: spentBy(run) }
  // The list is as of when the publisher has read it.
  const at = Math.min(source.at, time.now())
  const batch = { run: start.run, at, answers, checkpoint: stored, published: facts }
  const report = await run.catalog.runs.commit(run.connectionId, batch)
  if (!report.ok) return report
  applyOvertaken(checkpoint, report.value.overtaken)
  if (report.value.failed !== null) return { ok: false, failure: report.value.failed.failure }
  run.isFull ||= isFull(report.value.room, start.bytes, limits.room)
  return run.isFull ? fail('storage-failed') : ok(null)
}

/** Until neither the person nor the computer holds the run, and it is its turn. */
async function untilAllowed({ control, permit, changed }: RunContext): Promise<void> {
  while (!control.signal.aborted && (control.held || !permit.isHeld())) {
    const notified = control.notifier.next()
    if (!control.held) permit.acquire()
    if (permit.isHeld() && !control.held) return
    changed()
    await notified
  }
}
