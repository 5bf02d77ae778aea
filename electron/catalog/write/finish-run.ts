import { setImmediate as nextTurn } from 'node:timers/promises'
import { fail, ok, type Result } from '../../contract/failure'
import type { SetAsideReason } from '../../contract/product'
import type { SyncSummary } from '../../contract/sync'
import { dropSeen } from '../../history/worker/seen-ranges'
import { isSuddenShrink } from '../shrink'
import type { RunEnding } from '../types'
import { isDamage, isStorageFailure } from '../../database/sqlite-errors'
import { recordGone } from './changes'
import { countEntries, longestList } from '../db/facts'
import { buildIdIndex } from '../db/ids'
import { Marks } from './read-positions'
import type { OpenCatalog, Writing } from './state'
import { writeOrderings } from '../sort/sort-index'
import type { Wrote } from '../protocol'
import { notUnderWay, pastTheEnd, unread } from './runs'
import { entriesRead } from './read-ranges'
import { indexWords } from '../search/word-index'
import { memoryOf, write } from './transaction'

/** Changes that are kept, the latest: a store whose picture addresses differ at each fetch would fill the disk with them. */
const mostChanges = 2_000_000
/** Products that are taken into the word index at once: 0.3 s, the longest that a page which a person looks at waits. */
const wordsAtOnce = 20_000

/**
 * Ends the run. The indexes are made whole first, that of words in steps between which other calls are answered; then everything that the
 * run concludes is one transaction. A kill before it leaves a run that goes on where it was.
 */
export async function finishRun(copy: OpenCatalog, ending: RunEnding): Promise<Result<Wrote<SyncSummary>>> {
  if (memoryOf(copy).run?.number !== ending.run) return notUnderWay(ending.run)
  // First, since what stands in for it takes up memory that the words need.
  if (isReadToItsEnd(ending.outcome)) buildIdIndex(copy)
  while (indexWords(copy.sql.db, wordsAtOnce)) {
    await nextTurn()
    if (copy.closed) return fail('cancelled')
  }
  if (memoryOf(copy).run?.number !== ending.run) return notUnderWay(ending.run)
  const ended = write(copy, ending.at, (writing) => conclude(writing, ending))
  keepOrderings(copy)
  return ok(ended)
}

/** What the run concluded stands by then, and whoever waits must hear of it; orders that are not kept are made anew. */
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

function conclude(writing: Writing, ending: RunEnding): SyncSummary {
  const { copy, memory } = writing
  const { db } = copy.sql
  const { run, at, duration, total, because, partly } = ending
  // The list moved after the run had seen that it stood still: what it did not read need not be gone.
  const outcome = ending.outcome === 'complete' && memory.overtaken ? 'partial' : ending.outcome
  if (outcome === 'complete') settleList(writing, ending)
  if (outcome === 'partial') dropRepeats(writing)
  const here = entriesRead(db, run)
  const aside = countUnreadable(writing, run)
  const summary: SyncSummary = {
    run,
    outcome,
    startedAt: memory.run?.startedAt ?? at,
    duration,
    here,
    products: Math.min(memory.marks.count(), here - aside.setAside),
    total,
    ...countChanges(writing, run),
    ...aside,
    because,
    partly: outcome === ending.outcome ? partly : 'moving'
  }
  db.prepare('UPDATE run SET outcome = ?, summary = ?, checkpoint = NULL WHERE number = ?').run(
    outcome,
    JSON.stringify(summary),
    run
  )
  if (endsBaseline(writing, run, outcome)) memory.facts = { ...memory.facts, baseline: false }
  if (outcome === 'partial') memory.facts = { ...memory.facts, disturbed: true }
  // By the primary key.
  db.prepare('DELETE FROM change WHERE number <= (SELECT max(number) FROM change) - ?').run(mostChanges)
  dropSeen(db)
  memory.run = null
  memory.countsFor = run + 1
  memory.marks = new Marks()
  memory.displaced.clear()
  memory.overtaken = false
  return summary
}

/**
 * What was there from the start is known after the first complete run. A partial one may have missed some of it, which the next
 * would call new; but where no run ever is complete, news must begin some time: after the second partial one they do.
 */
function endsBaseline({ copy, memory }: Writing, run: number, outcome: RunEnding['outcome']): boolean {
  if (!memory.facts.baseline) return false
  if (outcome !== 'partial') return outcome === 'complete'
  // By the primary key: the runs until then are few.
  const before = copy.sql.db.prepare("SELECT 1 FROM run WHERE number < ? AND outcome = 'partial'").get(run)
  return before !== undefined
}

/** The list as the run found it is the list: what it did not read is gone, and places that it did not read are none. */
function settleList(writing: Writing, { run, total, entries: read }: RunEnding): void {
  const { copy, memory } = writing
  const { db } = copy.sql
  const end = read ?? total
  // Also pages that a person looked at meanwhile: a store may give its last page for those after it.
  for (const { key, position } of pastTheEnd(copy, end)) memory.marks.remove(key, position)
  const leave = db.prepare('UPDATE product SET gone = ? WHERE key = ?')
  for (const key of unread(copy)) {
    leave.run(run, key)
    recordGone(writing, key)
    writing.touched.push(key)
  }
  if (dropPlaces(writing, run, end ?? Number.MAX_SAFE_INTEGER)) writing.placesMoved = true
  const entries = countEntries(db)
  // A person was asked before a list that lost so much came this far: it is the measure from now on.
  const before = longestList(memory.facts)
  const longest = isSuddenShrink(before, entries) ? entries : Math.max(before, entries)
  memory.facts = { ...memory.facts, total, complete: { run, entries }, longest, disturbed: false }
}

/** Deletes the places between and after the stretches of the run; whether there were any. By the keys of `place` and `set_aside`. */
function dropPlaces({ copy: { sql } }: Writing, run: number, end: number): boolean {
  const { db } = sql
  db.prepare('DELETE FROM stretch WHERE run IS NOT ? OR first > ?').run(run, end)
  db.prepare('UPDATE stretch SET last = ?1 WHERE last > ?1').run(end)
  const stretches = db.prepare('SELECT first, last FROM stretch ORDER BY first').all() as {
    first: number
    last: number
  }[]
  const dropPlace = db.prepare('DELETE FROM place WHERE position BETWEEN ? AND ?')
  const dropAside = db.prepare('DELETE FROM set_aside WHERE position BETWEEN ? AND ?')
  let dropped = 0
  let next = 1
  for (const { first, last } of [...stretches, { first: Number.MAX_SAFE_INTEGER, last: 0 }]) {
    if (first > next) {
      dropped += Number(dropPlace.run(next, first - 1).changes)
      dropAside.run(next, first - 1)
    }
    next = last + 1
  }
  return dropped > 0
}

/**
 * Places after the end as it was read that only list again what is listed before: a store gave pages over again where its
 * list ends. No product goes with them. By the index `place_duplicate`.
 */
function dropRepeats(writing: Writing): void {
  const dropped = writing.copy.sql.db
    .prepare(
      `DELETE FROM place WHERE duplicate IS NOT NULL
       AND position > (SELECT coalesce(max(last), 0) FROM stretch)`
    )
    .run()
  if (Number(dropped.changes) > 0) writing.placesMoved = true
}

/** By the index `change_run`. A product that is new in this run is not changed as well. */
function countChanges(
  { copy }: Writing,
  run: number
): Pick<SyncSummary, 'added' | 'changed' | 'gone' | 'returned'> {
  const rows = copy.sql.db
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

function countUnreadable({ copy }: Writing, run: number): Pick<SyncSummary, 'setAside' | 'reasons'> {
  const rows = copy.sql.db
    .prepare(
      // By the keys of both: the stretches of the run, what was set aside in each.
      `SELECT reason, count(*) AS items FROM stretch
       CROSS JOIN set_aside ON set_aside.position BETWEEN stretch.first AND stretch.last
       WHERE stretch.run = ? GROUP BY reason`
    )
    .all(run) as { reason: SetAsideReason; items: number }[]
  const reasons: SyncSummary['reasons'] = {}
  for (const { reason, items } of rows) reasons[reason] = items
  return { setAside: rows.reduce((sum, { items }) => sum + items, 0), reasons }
}
