import { setImmediate as nextTurn } from 'node:timers/promises'
import { fail, ok, type Result } from '../../contract/failure'
import type { SetAsideReason } from '../../contract/product'
import type { SyncSummary } from '../../contract/sync'
import type { RepeatedRun, RunEnding } from '../types'
import { isDamage, isStorageFailure } from '../../database/sqlite-errors'
import { recordGone } from './product-rows'
import { countEntries, longestList } from '../db/facts'
import { buildIdIndex } from './ids'
import { ReadPositions } from './read-positions'
import { writerState, write, type OpenCatalog, type WriteTx } from './state'
import { writeOrderings } from '../sort/sort-index'
import type { WriteResult } from '../protocol'
import { keepListFacts, lastRun, notUnderWay, pastTheEnd, unread } from './runs'
import { entriesRead } from './page-range'
import { indexWords } from '../search/word-index'

/** Latest changes that are kept: a store whose picture addresses differ at each fetch would fill the disk. */
const mostChanges = 2_000_000
/** Products indexed in one step: 0.3 s, the longest that saving a page on screen waits. */
const wordsAtOnce = 20_000

/**
 * Ends the run. First the indexes are completed, that of words in steps between which other calls are answered; then one transaction
 * writes the run's conclusions. A kill before it leaves a run that can be resumed.
 */
export async function finishRun(
  catalog: OpenCatalog,
  ending: RunEnding
): Promise<Result<WriteResult<SyncSummary>>> {
  if (writerState(catalog).run?.number !== ending.run) return notUnderWay(ending.run)
  // First, because the table that stands in for it takes memory that the word index needs.
  if (isReadToItsEnd(ending.outcome)) buildIdIndex(catalog)
  while (indexWords(catalog.sql.db, wordsAtOnce)) {
    await nextTurn()
    if (catalog.closed) return fail('cancelled')
  }
  if (writerState(catalog).run?.number !== ending.run) return notUnderWay(ending.run)
  const ended = write(catalog, ending.at, (tx) => conclude(tx, ending))
  keepOrderings(catalog)
  return ok(ended)
}

/** Failures of the disk are ignored: the run has ended, and orders that are not stored are made again. */
function keepOrderings({ sql: { db } }: OpenCatalog): void {
  try {
    writeOrderings(db)
  } catch (error) {
    if (isDamage(error) || !isStorageFailure(error)) throw error
  }
}

function isReadToItsEnd(outcome: RunEnding['outcome']): boolean {
  return outcome === 'complete' || outcome === 'partial'
}

function conclude(tx: WriteTx, ending: RunEnding): SyncSummary {
  const { catalog, state } = tx
  const { db } = catalog.sql
  const { run, at, duration, total, because, partly } = ending
  // The list moved after the run had verified it: what it did not read need not be gone.
  const outcome = ending.outcome === 'complete' && state.overtaken ? 'partial' : ending.outcome
  if (outcome === 'complete') applyCompleteRun(tx, ending)
  if (outcome === 'partial') dropRepeats(tx)
  const here = entriesRead(db, run)
  const aside = countUnreadable(tx, run)
  const summary: SyncSummary = {
    run,
    outcome,
    startedAt: state.run?.startedAt ?? at,
    duration,
    here,
    products: Math.min(state.marks.count(), here - aside.setAside),
    total,
    ...countChanges(tx, run),
    ...aside,
    because,
    partly: outcome === ending.outcome ? partly : 'moving',
    from: ending.from ?? null
  }
  db.prepare('UPDATE run SET outcome = ?, summary = ?, checkpoint = NULL WHERE number = ?').run(
    outcome,
    JSON.stringify(summary),
    run
  )
  if (endsBaseline(tx, run, outcome)) state.facts = { ...state.facts, baseline: false }
  if (outcome === 'partial') state.facts = { ...state.facts, disturbed: true, isPartlyRead: true }
  // By the primary key.
  db.prepare('DELETE FROM change WHERE number <= (SELECT max(number) FROM change) - ?').run(mostChanges)
  // Marks of changes that were dropped.
  db.exec('DELETE FROM seen WHERE last < (SELECT min(number) FROM change)')
  state.run = null
  state.countsFor = run + 1
  state.marks = new ReadPositions()
  state.overtaken = false
  return summary
}

/** As `CatalogRuns.repeat`. */
export function repeatRun(
  catalog: OpenCatalog,
  { of, at, from, published }: RepeatedRun
): WriteResult<SyncSummary | null> {
  return write(catalog, at, (tx) => {
    const { state } = tx
    const { db } = catalog.sql
    const last = lastRun(catalog)
    const { complete, disturbed } = state.facts
    // What a page says that a person has opened since is of no run.
    const isLookedAt = db.prepare('SELECT 1 FROM stretch WHERE run IS NOT ? LIMIT 1').get(of) !== undefined
    if (state.run !== null || last?.run !== of || complete?.run !== of || disturbed || isLookedAt) return null
    const run = state.countsFor
    const { total } = published
    const summary: SyncSummary = {
      ...last,
      ...countChanges(tx, run),
      ...{ run, startedAt: at, duration: 0, total, from }
    }
    db.prepare("INSERT INTO run (number, started_at, outcome, summary) VALUES (?, ?, 'complete', ?)").run(
      run,
      at,
      JSON.stringify(summary)
    )
    db.prepare('UPDATE stretch SET run = ?, read_at = ?').run(run, Math.min(from.at, at))
    keepListFacts(tx, published)
    state.facts = { ...state.facts, complete: { ...complete, run } }
    state.countsFor = run + 1
    return summary
  })
}

/**
 * Whether the initial import ends: after the first complete run. A partial run may miss products, which the next would call new; but
 * if no run ever completes, new products are reported after the second partial one.
 */
function endsBaseline({ catalog, state }: WriteTx, run: number, outcome: RunEnding['outcome']): boolean {
  if (!state.facts.baseline) return false
  if (outcome !== 'partial') return outcome === 'complete'
  // By the primary key: the runs until then are few.
  const before = catalog.sql.db.prepare("SELECT 1 FROM run WHERE number < ? AND outcome = 'partial'").get(run)
  return before !== undefined
}

/** Makes the list what a complete run has read: other products are gone, and other positions are dropped. */
function applyCompleteRun(tx: WriteTx, { run, total, entries: read, isConfirmed }: RunEnding): void {
  const { catalog, state } = tx
  const { db } = catalog.sql
  const end = read ?? total
  // Also those of pages fetched for a person: a store may repeat its last page after the end.
  for (const { key, position } of pastTheEnd(catalog, end)) state.marks.remove(key, position)
  const leave = db.prepare('UPDATE product SET gone = ? WHERE key = ?')
  for (const key of unread(catalog)) {
    leave.run(run, key)
    recordGone(tx, key)
    tx.touched.push(key)
  }
  if (dropPositions(tx, run, end ?? Number.MAX_SAFE_INTEGER)) tx.positionsMoved = true
  const entries = countEntries(db)
  const { facts } = state
  // Later lists are compared with one that a person has confirmed.
  const [longest, confirmed] = isConfirmed
    ? [entries, run]
    : [Math.max(longestList(facts), entries), facts.confirmed]
  if (state.displaced.size > 0) tx.positionsMoved = true
  state.displaced.clear()
  state.facts = {
    ...facts,
    total,
    complete: { run, entries },
    longest,
    confirmed,
    disturbed: false,
    isPartlyRead: false
  }
}

/** Deletes positions outside of what the run has read; returns whether there were any. By the keys of `place` and `set_aside`. */
function dropPositions({ catalog: { sql } }: WriteTx, run: number, end: number): boolean {
  const { db } = sql
  db.prepare('DELETE FROM stretch WHERE run IS NOT ? OR first > ?').run(run, end)
  db.prepare('UPDATE stretch SET last = ?1 WHERE last > ?1').run(end)
  const stretches = db.prepare('SELECT first, last FROM stretch ORDER BY first').all() as {
    first: number
    last: number
  }[]
  const dropPosition = db.prepare('DELETE FROM place WHERE position BETWEEN ? AND ?')
  const dropAside = db.prepare('DELETE FROM set_aside WHERE position BETWEEN ? AND ?')
  let dropped = 0
  let next = 1
  for (const { first, last } of [...stretches, { first: Number.MAX_SAFE_INTEGER, last: 0 }]) {
    if (first > next) {
      dropped += Number(dropPosition.run(next, first - 1).changes)
      dropAside.run(next, first - 1)
    }
    next = last + 1
  }
  return dropped > 0
}

/**
 * Deletes positions past the end that only repeat earlier products: a store repeated pages after the end of its list. By the index
 * `place_duplicate`.
 */
function dropRepeats(tx: WriteTx): void {
  const dropped = tx.catalog.sql.db
    .prepare(
      `DELETE FROM place WHERE duplicate IS NOT NULL
       AND position > (SELECT coalesce(max(last), 0) FROM stretch)`
    )
    .run()
  if (Number(dropped.changes) > 0) tx.positionsMoved = true
}

/** By the index `change_run`. A product that is new in this run does not count as changed. */
function countChanges(
  { catalog }: WriteTx,
  run: number
): Pick<SyncSummary, 'added' | 'changed' | 'gone' | 'returned'> {
  const rows = catalog.sql.db
    .prepare(
      `SELECT kind, count(DISTINCT product) AS products FROM change
       WHERE run = ?1 AND (kind <> 'changed' OR product NOT IN
         (SELECT product FROM change WHERE run = ?1 AND kind = 'new'))
       GROUP BY kind`
    )
    .all(run) as { kind: string; products: number }[]
  const of = (kind: string): number => rows.find((row) => row.kind === kind)?.products ?? 0
  return { added: of('new'), changed: of('changed'), gone: of('gone'), returned: of('back') }
}

function countUnreadable({ catalog }: WriteTx, run: number): Pick<SyncSummary, 'setAside' | 'reasons'> {
  const rows = catalog.sql.db
    .prepare(
      // By the keys of both: the run's read ranges, the unreadable items in each.
      `SELECT reason, count(*) AS items FROM stretch
       CROSS JOIN set_aside ON set_aside.position BETWEEN stretch.first AND stretch.last
       WHERE stretch.run = ? GROUP BY reason`
    )
    .all(run) as { reason: SetAsideReason; items: number }[]
  const reasons: SyncSummary['reasons'] = {}
  for (const { reason, items } of rows) reasons[reason] = items
  return { setAside: rows.reduce((sum, { items }) => sum + items, 0), reasons }
}
