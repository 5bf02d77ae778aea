import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { readAnswer } from '../../api/parse-answer'
import { readPublishedPage, type ListFacts } from '../../api/published-entry'
import { fail, ok, type Result } from '../../contract/failure'
import type { SyncRun, SyncSummary } from '../../contract/sync'
import type {
  BatchReport,
  DiskSpace,
  MissingProducts,
  PageReport,
  ProductsLeft,
  Places,
  RawPage,
  RunBatch,
  RunStart,
  CutOff,
  Pausing
} from '../types'
import { countEntries, longestList } from '../db/facts'
import { ReadPositions } from './read-positions'
import { release } from '../../bytes/buffers'
import { writerState, write, type WriterState, type WriteTx, type OpenCatalog } from './state'
import type { WriteResult } from '../protocol'
import { savePage } from './save-page'

/** Resumes the run that was cut off, or begins the next one. */
export function beginRun(catalog: OpenCatalog, at: number): Result<WriteResult<RunStart>> {
  const { db } = catalog.sql
  return ok(
    write(catalog, at, ({ state }) => {
      let checkpoint: unknown = null
      if (state.run === null) {
        state.run = { number: state.countsFor, startedAt: at }
        state.marks = new ReadPositions()
        db.prepare('INSERT INTO run (number, started_at) VALUES (?, ?)').run(state.run.number, at)
      } else {
        checkpoint = readCheckpoint(catalog, state.run.number)
      }
      const { complete, pageCap } = state.facts
      const before = complete?.entries ?? countEntries(db)
      const longest = longestList(state.facts)
      const { number: run, startedAt } = state.run
      const lastAt = complete === null ? null : readAt(catalog, complete.run)
      return { run, startedAt, checkpoint, before, longest, pageCap, lastAt, bytes: bytesOf(catalog) }
    })
  )
}

/** As of when a complete run's list is: when the run began, or a colleague's whose list it took over. */
function readAt({ sql }: OpenCatalog, run: number): number | null {
  const row = sql.db.prepare('SELECT started_at, summary FROM run WHERE number = ?').get(run) as
    { started_at: number; summary: string } | undefined
  if (row === undefined) return null
  return (JSON.parse(row.summary) as StoredSummary).from?.at ?? row.started_at
}

function readCheckpoint({ sql }: OpenCatalog, run: number): unknown {
  const row = sql.db.prepare('SELECT checkpoint FROM run WHERE number = ?').get(run) as {
    checkpoint: string | null
  }
  return row.checkpoint === null ? null : (JSON.parse(row.checkpoint) as unknown)
}

/**
 * Saves pages of the run and its checkpoint. Where a page cannot be read, those before it are saved without the checkpoint, which is
 * about all of them: a resumed run reads those few again.
 */
export function commitBatch(catalog: OpenCatalog, batch: RunBatch): Result<WriteResult<BatchReport>> {
  if (writerState(catalog).run?.number !== batch.run) return notUnderWay(batch.run)
  return ok(
    write(catalog, batch.at, (tx) => {
      const overtaken = takeOvertaken(tx.state)
      const report: BatchReport = { pages: [], failed: null, overtaken, room: roomOf(catalog) }
      for (const answer of batch.answers) {
        const page = readPage(answer, batch.published)
        release(answer.bytes)
        if (!page.ok) {
          report.failed = { page: answer.page, failure: page.failure }
          return report
        }
        report.pages.push(savePage(tx, page.value, answer.limit))
      }
      if (batch.published !== undefined) keepListFacts(tx, batch.published)
      const checkpoint = JSON.stringify(batch.checkpoint ?? null)
      catalog.sql.db.prepare('UPDATE run SET checkpoint = ? WHERE number = ?').run(checkpoint, batch.run)
      return { ...report, room: roomOf(catalog) }
    })
  )
}

/** The file's size, with what the current transaction has written. */
function bytesOf({ sql }: OpenCatalog): number {
  const pages = sql.db.prepare('PRAGMA page_count').get() as { page_count: number }
  const { page_size } = sql.db.prepare('PRAGMA page_size').get() as { page_size: number }
  return pages.page_count * page_size
}

function roomOf(catalog: OpenCatalog): DiskSpace {
  const bytes = bytesOf(catalog)
  try {
    const { bavail, bsize } = statfsSync(dirname(catalog.file.file))
    return { bytes, free: bavail * bsize }
  } catch {
    return { bytes, free: null }
  }
}

/** A page fetched for a person was not as the run had read it: the run's next batch reports its positions. */
export function keepOvertaken(state: WriterState, { page, pageSize, entries }: PageReport): void {
  const before = (page - 1) * pageSize
  const positions = { first: before + 1, last: before + Math.max(pageSize, entries) }
  state.overtaken = [...(state.overtaken || []), positions]
}

function takeOvertaken(state: WriterState): Places[] {
  const overtaken = state.overtaken || []
  state.overtaken = false
  return overtaken
}

/** The pages of a published list say nothing of the store's own: how many items it puts on a page, and in which form. */
export function keepListFacts({ state }: WriteTx, { total, pageCap, form, oddities }: ListFacts): void {
  state.facts = { ...state.facts, total, pageCap, form, oddities }
}

function readPage(answer: RawPage, published: ListFacts | undefined): ReturnType<typeof readAnswer> {
  const { page, limit, url, status, contentType, bytes } = answer
  if (published !== undefined) return readPublishedPage(bytes, page, limit, published)
  const headers = { location: undefined, retryAfter: undefined, date: undefined }
  return readAnswer({ url: new URL(url), status, contentType, bytes, ...headers }, page, limit)
}

/** The failure for a run that is not active: the catalog was rebuilt meanwhile. */
export function notUnderWay(run: number): ReturnType<typeof fail> {
  return fail('copy-replaced', { reason: `run ${run} is not under way in this copy` })
}

const mostPositions = 200

/** As `CatalogRuns.missing`. */
export function missingFrom(catalog: OpenCatalog, run: number, entries: number): Result<MissingProducts> {
  const state = writerState(catalog)
  if (state.run?.number !== run) return notUnderWay(run)
  const past = pastTheEnd(catalog, entries).filter(({ key, position }) => {
    return state.marks.firstOf(key) === position
  })
  const keys = [...past.map(({ key }) => key), ...unread(catalog)]
  const stood = [...state.displaced.values()].map(([, position]) => position)
  const positions = [...new Set(stood)].sort((a, b) => a - b)
  const leftOf = (earlier: number): ProductsLeft => {
    const highest = highestKey(catalog, earlier)
    const missing = keys.filter((key) => key <= highest).length
    return {
      before: highest - countGone(catalog, highest, earlier),
      now: highest - countGone(catalog, highest, run) - missing
    }
  }
  const agreed = agreedList(catalog, state.run.startedAt)
  return ok({
    count: keys.length,
    last: leftOf(state.facts.complete?.run ?? run - 1),
    agreed: agreed && { ...leftOf(agreed.run), since: agreed.since },
    places: positions.slice(0, mostPositions)
  })
}

/**
 * How long a list is what later ones are compared with, in ms. Only a store that gives more than half of its range for other products
 * within this time, and does so in steps, is asked about once more.
 */
const agreedFor = 7 * 24 * 60 * 60_000

/** The first complete run of the last week, or the one in which a person confirmed the list since. By the primary key: runs are few. */
function agreedList(catalog: OpenCatalog, at: number): { run: number; since: number } | null {
  const first = catalog.sql.db.prepare(
    `SELECT number AS run, started_at AS since FROM run
     WHERE number >= ? AND outcome = 'complete' AND started_at > ? ORDER BY number LIMIT 1`
  )
  const { confirmed } = writerState(catalog).facts
  return (first.get(confirmed, at - agreedFor) as { run: number; since: number } | undefined) ?? null
}

/**
 * The highest key of the products that a run, or one before it, brought. Keys grow with the runs: a binary search by the primary key.
 */
function highestKey(catalog: OpenCatalog, run: number): number {
  const addedOf = catalog.sql.db.prepare('SELECT added FROM product WHERE key = ?')
  let [low, high] = [0, writerState(catalog).highest]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (Number(addedOf.get(middle)?.added) <= run) low = middle
    else high = middle - 1
  }
  return low
}

/** Products up to a key that are gone since a run, or one before it. By the index `product_gone`. */
function countGone({ sql }: OpenCatalog, last: number, run: number): number {
  const row = sql.db.prepare('SELECT count(*) AS products FROM product WHERE gone <= ? AND key <= ?')
  return Number(row.get(run, last)?.products)
}

/**
 * Positions after the list's end, with their products: read before the list became shorter. By the key of `place`.
 */
export function pastTheEnd({ sql }: OpenCatalog, end: number | null): { key: number; position: number }[] {
  if (end === null) return []
  return sql.db
    .prepare('SELECT product AS key, position FROM place WHERE position > ? AND product IS NOT NULL')
    .all(end) as { key: number; position: number }[]
}

/** Keys of listed products that the run has not read. By the index `product_gone`. */
export function unread(catalog: OpenCatalog): Generator<number> {
  const gone = catalog.sql.db.prepare('SELECT key FROM product WHERE gone IS NOT NULL')
  gone.setReturnArrays(true)
  const keys = new Set((gone.all() as unknown as [number][]).map(([key]) => key))
  const { marks, highest } = writerState(catalog)
  return marks.unread(highest, (key) => !keys.has(key))
}

/** The last runs that ended, newest first. */
export function listRuns(catalog: OpenCatalog): SyncRun[] {
  return summaries(catalog, 50).map(({ run, outcome, startedAt, added, changed, gone }) => {
    return { run, outcome, startedAt, added, changed, gone }
  })
}

export function lastRun(catalog: OpenCatalog): SyncSummary | null {
  return summaries(catalog, 1)[0] ?? null
}

type Later = 'products' | 'partly'
/** As stored: the first versions did not write all of it. */
type StoredSummary = Omit<SyncSummary, Later> & Partial<Pick<SyncSummary, Later>>

function completed(stored: StoredSummary): SyncSummary {
  const products = Math.max(0, stored.here - stored.setAside)
  return { products, partly: null, ...stored }
}

function summaries({ sql }: OpenCatalog, limit: number): SyncSummary[] {
  const rows = sql.db
    .prepare('SELECT summary FROM run WHERE summary IS NOT NULL ORDER BY number DESC LIMIT ?')
    .all(limit) as { summary: string }[]
  return rows.map(({ summary }) => completed(JSON.parse(summary) as StoredSummary))
}

/** Persists whether a person has paused the run: after a restart it stays paused. */
export function pauseRun(catalog: OpenCatalog, { run, paused, at }: Pausing): Result<null> {
  const state = writerState(catalog)
  if (state.run?.number !== run) return notUnderWay(run)
  const pausedRun = paused ? run : null
  if (state.facts.pausedRun !== pausedRun) {
    write(catalog, at, (tx) => (tx.state.facts = { ...tx.state.facts, pausedRun }))
  }
  return ok(null)
}

/** The run that `beginRun` would resume; null: none. */
export function cutOffRun(catalog: OpenCatalog): CutOff | null {
  const { run, facts } = writerState(catalog)
  return run === null ? null : { isPaused: facts.pausedRun === run.number }
}
