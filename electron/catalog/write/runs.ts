import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { readAnswer } from '../../api/parse-answer'
import { fail, ok, type Result } from '../../contract/failure'
import type { SyncRun, SyncSummary } from '../../contract/sync'
import type {
  BatchReport,
  CopyRoom,
  MissingProducts,
  PageReport,
  Places,
  RawPage,
  RunBatch,
  RunStart
} from '../types'
import { countEntries, longestList } from '../db/facts'
import { Marks } from './read-positions'
import { release } from '../../bytes/buffers'
import type { Memory, OpenCatalog } from './state'
import type { Wrote } from '../protocol'
import { savePage } from './save-page'
import { memoryOf, write } from './transaction'

/** Goes on with the run that was cut off, or begins the next one. */
export function beginRun(copy: OpenCatalog, at: number): Result<Wrote<RunStart>> {
  const { db } = copy.sql
  return ok(
    write(copy, at, ({ memory }) => {
      let checkpoint: unknown = null
      if (memory.run === null) {
        memory.run = { number: memory.countsFor, startedAt: at }
        memory.marks = new Marks()
        db.prepare('INSERT INTO run (number, started_at) VALUES (?, ?)').run(memory.run.number, at)
      } else {
        checkpoint = readCheckpoint(copy, memory.run.number)
      }
      const { complete, pageCap } = memory.facts
      const before = complete?.entries ?? countEntries(db)
      const longest = longestList(memory.facts)
      const { number: run, startedAt } = memory.run
      return { run, startedAt, checkpoint, before, longest, pageCap, bytes: bytesOf(copy) }
    })
  )
}

function readCheckpoint({ sql }: OpenCatalog, run: number): unknown {
  const row = sql.db.prepare('SELECT checkpoint FROM run WHERE number = ?').get(run) as {
    checkpoint: string | null
  }
  return row.checkpoint === null ? null : (JSON.parse(row.checkpoint) as unknown)
}

/**
 * Saves pages of the run and its checkpoint. The pages before one that cannot be read are saved without the checkpoint, which
 * speaks of all of them: a run that is cut off then reads those few again.
 */
export function commitBatch(copy: OpenCatalog, batch: RunBatch): Result<Wrote<BatchReport>> {
  if (memoryOf(copy).run?.number !== batch.run) return notUnderWay(batch.run)
  return ok(
    write(copy, batch.at, (writing) => {
      const overtaken = takeOvertaken(writing.memory)
      const report: BatchReport = { pages: [], failed: null, overtaken, room: roomOf(copy) }
      for (const answer of batch.answers) {
        const page = readRaw(answer)
        release(answer.bytes)
        if (!page.ok) {
          report.failed = { page: answer.page, failure: page.failure }
          return report
        }
        report.pages.push(savePage(writing, page.value, answer.limit))
      }
      const checkpoint = JSON.stringify(batch.checkpoint ?? null)
      copy.sql.db.prepare('UPDATE run SET checkpoint = ? WHERE number = ?').run(checkpoint, batch.run)
      return { ...report, room: roomOf(copy) }
    })
  )
}

/** Also of what is written in a transaction that has not ended. */
function bytesOf({ sql }: OpenCatalog): number {
  const pages = sql.db.prepare('PRAGMA page_count').get() as { page_count: number }
  const { page_size } = sql.db.prepare('PRAGMA page_size').get() as { page_size: number }
  return pages.page_count * page_size
}

function roomOf(copy: OpenCatalog): CopyRoom {
  const bytes = bytesOf(copy)
  try {
    const { bavail, bsize } = statfsSync(dirname(copy.file.file))
    return { bytes, free: bavail * bsize }
  } catch {
    return { bytes, free: null }
  }
}

/** A page that a person looked at was not as it had been read before: the run under way is told of it with its next batch. */
export function keepOvertaken(memory: Memory, { page, pageSize, entries }: PageReport): void {
  const before = (page - 1) * pageSize
  const places = { first: before + 1, last: before + Math.max(pageSize, entries) }
  memory.overtaken = [...(memory.overtaken || []), places]
}

function takeOvertaken(memory: Memory): Places[] {
  const overtaken = memory.overtaken || []
  memory.overtaken = false
  return overtaken
}

function readRaw({ page, limit, url, status, contentType, bytes }: RawPage): ReturnType<typeof readAnswer> {
  const headers = { location: undefined, retryAfter: undefined, date: undefined }
  return readAnswer({ url: new URL(url), status, contentType, bytes, ...headers }, page, limit)
}

/** The run that is spoken of is not the one that the copy knows: the copy was built anew meanwhile. */
export function notUnderWay(run: number): ReturnType<typeof fail> {
  return fail('copy-replaced', { reason: `run ${run} is not under way in this copy` })
}

const mostPlaces = 200

/** Products that are listed and that the run has not read. */
export function missingFrom(copy: OpenCatalog, run: number, entries: number): Result<MissingProducts> {
  const memory = memoryOf(copy)
  if (memory.run?.number !== run) return notUnderWay(run)
  const past = pastTheEnd(copy, entries).filter(({ key, position }) => {
    return memory.marks.firstOf(key) === position
  })
  const keys = [...past.map(({ key }) => key), ...unread(copy)]
  const places = [...new Set(memory.displaced.values())].sort((a, b) => a - b)
  const lastKnown = lastKnownKey(copy, memory.facts.complete?.run ?? run - 1)
  const known = lastKnown - countGone(copy, lastKnown)
  const knownMissing = keys.filter((key) => key <= lastKnown).length
  return ok({ count: keys.length, known, knownMissing, places: places.slice(0, mostPlaces) })
}

/**
 * The highest key of the products that a run had brought, or one before it. Keys are given in the order of the runs: it is found by
 * halving, by the primary key.
 */
function lastKnownKey(copy: OpenCatalog, run: number): number {
  const addedOf = copy.sql.db.prepare('SELECT added FROM product WHERE key = ?')
  let [low, high] = [0, memoryOf(copy).highest]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (Number(addedOf.get(middle)?.added) <= run) low = middle
    else high = middle - 1
  }
  return low
}

/** Products up to a key that are not listed any more. By the index `product_gone`. */
function countGone({ sql }: OpenCatalog, last: number): number {
  const row = sql.db.prepare('SELECT count(*) AS products FROM product WHERE gone IS NOT NULL AND key <= ?')
  return Number(row.get(last)?.products)
}

/**
 * Places after the list's end, with their products: read before the list became shorter. What the run has read there alone is
 * not in the list. By the key of `place`.
 */
export function pastTheEnd({ sql }: OpenCatalog, end: number | null): { key: number; position: number }[] {
  if (end === null) return []
  return sql.db
    .prepare('SELECT product AS key, position FROM place WHERE position > ? AND product IS NOT NULL')
    .all(end) as { key: number; position: number }[]
}

/** Keys of the products that are listed and that the run has not read. Relies on `product_gone`. */
export function unread(copy: OpenCatalog): Generator<number> {
  const gone = copy.sql.db.prepare('SELECT key FROM product WHERE gone IS NOT NULL')
  gone.setReturnArrays(true)
  const keys = new Set((gone.all() as unknown as [number][]).map(([key]) => key))
  const { marks, highest } = memoryOf(copy)
  return marks.unread(highest, (key) => !keys.has(key))
}

/** The last runs that ended, newest first. */
export function listRuns(copy: OpenCatalog): SyncRun[] {
  return summaries(copy, 50).map(({ run, outcome, startedAt, added, changed, gone }) => {
    return { run, outcome, startedAt, added, changed, gone }
  })
}

export function lastRun(copy: OpenCatalog): SyncSummary | null {
  return summaries(copy, 1)[0] ?? null
}

type Later = 'products' | 'partly'
/** As it was written; the first versions did not tell all of it. */
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
