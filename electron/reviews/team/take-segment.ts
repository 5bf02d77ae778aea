import { isDeepStrictEqual } from 'node:util'
import type { SegmentName } from '../../team/carriers/carrier'
import { mostAhead } from '../../team/clock'
import { isOfTeam, type Act, type Operation } from '../../team/operation'
import { readSegment, type Segment } from '../../team/segment'
import type { TakenSegment } from '../../team/types'
import { withoutWaiting } from '../../database/transaction'
import { standsFor } from '../../catalog/content-fingerprint'
import { writeFact as writeReviewsFact } from '../db/database'
import { markPartOf, notePartOf, toJson, type ReviewRow } from '../db/review-row'
import { fitsLine } from '../sharing/file-format'
import { mergedInto } from '../sharing/shared-rows'
import { exceptionOf, inEntry, putReview, reviewsOf, type Book, type Entry } from '../write/entry'
import { noteFrom } from '../write/note'
import { mergesIn } from './collect'
import { publishReviews } from './publish'
import { tellForOthers, type TeamBooks } from './tell'
import { keepFold } from './folds'
import { deedIn, logBeneath, noteDeedIn, type Merge } from './log-beneath'
import { keepMember } from './members'
import {
  asDecided,
  compareDecided,
  decidedAfter,
  decidedBy,
  decidedOfAll,
  decisionIn,
  keepDecided,
  keepNewest,
  type Decided,
  type ExceptionAct
} from './newest'
import { lookAgainAt } from './own-segments'
import { isOwner, learnRemoved, removedDevices, settlePolicy } from './policy'
import { inRepeatableTransaction, membershipOf, readFact, writeFact, type TeamFile } from './team-file'

/** Operations that are merged between two pauses, as one transaction: some 20 ms. */
const atOnce = 2000
/** Operations of a segment up to which each act has an entry of its own in the log. More of them, as whoever joins reads, have one together. */
const fewActs = 20

/** A segment that is being merged. */
export interface Taking {
  /** Merges some of it; null: there is more. Throws SQLite's errors. */
  step(): TakenSegment | null
}

/**
 * Merges a segment into the reviews. Merged again, or in another order, the same comes of it. One with a problem changes nothing, and
 * is read again later.
 *
 * @param at ms since 1970
 */
export function takeSegment(books: TeamBooks, name: SegmentName, bytes: Uint8Array, at: number): Taking {
  const read = readSegment(name, bytes)
  const problem = typeof read === 'string' ? read : problemOf(books.team, read, at)
  if (typeof read === 'string' || problem !== null) {
    keepProblem(books, name, problem, typeof read === 'string' ? null : read)
    return { step: () => ({ problem, products: [], folded: null }) }
  }
  const products: string[] = []
  let from = 0
  return {
    step() {
      const part = read.operations.slice(from, from + atOnce)
      from += atOnce
      const merge = (): string[] => mergeOperations(books, part)
      const isLast = from >= read.operations.length
      // The segment is merged again unless all of it is on the disk.
      products.push(...(isLast ? merge() : withoutWaiting(books.book.db, merge)))
      if (!isLast) return null
      const folded = inRepeatableTransaction(books.team, () => {
        keepMember(books.team, read.header)
        if (isReplaced(books.team, name, read)) publishReviews(books.book, books.team)
        doubtFormer(books.team, read)
        // What it said of the whole team under that id it has taken back (forgetOwnWords).
        if (read.header.formerly !== null) tellForOthers(books.team)
        // The last owner may have gone.
        if (read.header.left) settlePolicy(books.team)
        keepSignpost(books.team, read)
        putSegment(books.team, name, { merged: 1, problem: null, read })
        learnWords(books, read)
        doubtPrevious(books.team, read)
        return keepFold(books.team, read.header)
      })
      return { problem: null, products, folded }
    }
  }
}

function problemOf(
  team: TeamFile,
  { header, operations }: Segment,
  at: number
): 'foreign' | 'removed' | 'ahead' | null {
  if (header.team !== membershipOf(team).team) return 'foreign'
  if (header.sequence > (removedDevices(team).get(header.device) ?? Infinity)) return 'removed'
  const latest = operations.reduce((most, operation) => Math.max(most, latestIn(operation)), header.at)
  return latest > at + mostAhead ? 'ahead' : null
}

/** The latest time that an operation tells of: ms since 1970. */
export function latestIn({ clock, act }: Operation): number {
  if ('mark' in act) return Math.max(clock.wall, act.mark.at, act.mark.putBackAt ?? 0, act.deed?.at ?? 0)
  if ('note' in act)
    return act.note.texts.reduce(
      (most, { at }) => Math.max(most, at),
      Math.max(clock.wall, act.deed?.at ?? 0)
    )
  return clock.wall
}

function keepProblem(
  { book, team }: TeamBooks,
  name: SegmentName,
  problem: TakenSegment['problem'],
  read: Segment | null
): void {
  inRepeatableTransaction(team, () => {
    if (problem === 'ahead' && read !== null) keepMember(team, read.header)
    // It was merged here, and lies there damaged: whoever has not read it gets what was in it from here alone.
    const wasMerged = (team.sql.segment.get(name.device, name.sequence)?.hash ?? null) !== null
    if (read === null && problem !== 'newer' && wasMerged) publishReviews(book, team)
    putSegment(team, name, { merged: 0, problem, read })
    if (problem === 'removed' && read !== null) learnWords({ book, team }, read)
  })
}

/** Whoever has read more of a removed device tells what it was: a snapshot of it may no longer count. */
function learnWords({ book, team }: TeamBooks, { header: { device, removed } }: Segment): void {
  if (learnRemoved(team, device, removed)) publishReviews(book, team)
}

function putSegment(
  { db }: TeamFile,
  { device, sequence }: SegmentName,
  { merged, problem, read }: { merged: number; problem: string | null; read: Segment | null }
): void {
  db.prepare(
    `INSERT INTO segment (device, sequence, merged, problem, at, hash) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET merged = excluded.merged, problem = excluded.problem, hash = excluded.hash`
  ).run(device, sequence, merged, problem, read?.header.at ?? null, read?.hash ?? null)
}

function keepSignpost(team: TeamFile, { header: { movedTo, at, by } }: Segment): void {
  if (movedTo === null || at < (readFact(team, 'settled') ?? 0)) return
  if (!isDeepStrictEqual(movedTo, membershipOf(team).place))
    writeFact(team, 'signpost', { place: movedTo, by })
}

/** Whether another segment had this name, and was merged: whoever has not read it gets what was in it from here alone. */
function isReplaced({ sql }: TeamFile, { device, sequence }: SegmentName, { hash }: Segment): boolean {
  const known = sql.segment.get(device, sequence)?.hash ?? null
  return known !== null && known !== hash
}

/**
 * Two devices wrote under one id, and where the carrier could not tell, one has overwritten what the other wrote (faults 140, 141,
 * 144): all of it is looked at again, so that whoever knows what is gone tells it.
 */
function doubtFormer(team: TeamFile, { header: { formerly } }: Segment): void {
  if (formerly === null) return
  if (formerly !== membershipOf(team).device) lookAgainAt(team, formerly)
  else team.db.prepare('UPDATE segment SET confirmed = 0 WHERE device = ? AND problem IS NULL').run(formerly)
}

/**
 * Where the segment before is another than the one that was merged, a clone had taken its name for a while, and the carrier could not
 * tell (faults 140, 144): it is read again.
 */
function doubtPrevious({ db }: TeamFile, { header: { device, sequence, previous } }: Segment): void {
  db.prepare(
    'UPDATE segment SET merged = 0 WHERE device = ? AND sequence = ? AND hash <> ? AND bytes IS NULL'
  ).run(device, sequence - 1, previous)
}

/** The products that changed. What one person did stands together in the log, under their name. */
function mergeOperations({ book, team }: TeamBooks, operations: readonly Operation[]): string[] {
  const changed: string[] = []
  for (const run of runsOf(operations.filter((operation) => counts(team, operation)))) {
    const [first] = run
    if (first === undefined) continue
    const at = run.reduce((latest, operation) => Math.max(latest, doneAt(operation)), 0)
    const actsOf = byProduct(run.filter(({ act }) => !isOfTeam(act)))
    const products = actsOf.map(([product]) => product)
    const known = decidedOfAll(team, products)
    const merges = actsOf.map(([product, acts]) => {
      const before = known(product)
      return { product, acts, before, after: acts.reduce(decidedAfter, before) }
    })
    inEntry(book, { at, by: first.by, kind: 'team' }, (entry) => {
      const isMuch = merges.length > fewActs
      const review = reviewsOf(book.sql, products)
      for (const merge of merges) {
        const before = review(merge.product)
        if (mergeActs({ book, team }, entry, merge, { before, isMuch })) changed.push(merge.product)
      }
      // By that a backup that is put back is told from what was merged into.
      writeReviewsFact(book.db, 'merges', String(mergesIn(book.db) + 1))
    })
    inRepeatableTransaction(team, () => {
      for (const { product, before, after } of merges) keepDecided(team, product, before, after)
      for (const operation of run) if (isOfTeam(operation.act)) keepNewest(team, operation)
      writeFact(team, 'merges', mergesIn(book.db))
    })
  }
  return changed
}

/** When somebody did it, as far as it says, ms since 1970. */
function doneAt({ act, clock }: Operation): number {
  return 'mark' in act || 'note' in act ? (act.deed?.at ?? clock.wall) : clock.wall
}

/** Who is no owner of the team takes back no colleague's mark. */
function counts(team: TeamFile, { act, clock: { device } }: Operation): boolean {
  return !('mark' in act) || act.undoes === undefined || isOwner(team, device)
}

/**
 * What one person did in a row; where that is little, at once, as their own log has it. Where they took a mark back, what they did to the same
 * product before and after is another run: an entry would tell of the last alone, and what they had taken back would be there again once that
 * is undone.
 */
function runsOf(operations: readonly Operation[]): Operation[][] {
  const runs: Operation[][] = []
  /** Products that the last run has marks of, and whether the last one puts one back. */
  let marked = new Map<string, boolean>()
  const isLittle = operations.length <= fewActs
  for (const operation of operations) {
    const { by, product, act } = operation
    const before = 'mark' in act ? marked.get(product) : undefined
    const isPutBack = 'mark' in act && (act.mark.by !== by || act.mark.putBackAt !== null)
    const run = runs.at(-1)
    const last = run?.at(-1)
    const isSameAct = last?.by === by && (!isLittle || doneAt(last) === doneAt(operation))
    if (run !== undefined && isSameAct && (before === undefined || !(before || isPutBack)))
      run.push(operation)
    else {
      runs.push([operation])
      marked = new Map()
    }
    if ('mark' in act) marked.set(product, isPutBack)
  }
  return runs
}

/** An entry has one item for each product. */
function byProduct(operations: readonly Operation[]): [string, Operation[]][] {
  const products = new Map<string, Operation[]>()
  for (const operation of operations) {
    const known = products.get(operation.product)
    if (known === undefined) products.set(operation.product, [operation])
    else known.push(operation)
  }
  return [...products]
}

/** @param before the product's review */
function mergeActs(
  books: TeamBooks,
  entry: Entry,
  merge: Merge,
  { before, isMuch }: { before: ReviewRow; isMuch: boolean }
): boolean {
  const { product, acts } = merge
  const noted = acts.reduce((row, { act }) => {
    if (!('note' in act)) return row
    const merged = mergedInto(row, { mark: null, note: act.note }, entry.number)
    // A note that would be too long to be shared stays as it is.
    return merged !== row && !fitsLine(noteFrom(merged)) ? row : merged
  }, before)
  const isMarked = acts.some(({ act }) => 'mark' in act)
  const after = isMarked ? asDecided(noted, merge.after, entry.number) : noted
  for (const { act } of acts) keepContent(books.book, act)
  const isExcepted = mergeExceptions(books.book, entry, merge)
  if (after.markEntry !== before.markEntry || after.noteEntry !== before.noteEntry) {
    const deed = after.markEntry === before.markEntry ? noteDeedIn(acts) : deedIn(acts)
    entry.review(product, asSeen(before, after), after, deed)
    return true
  }
  logBeneath(books, entry, merge, after, isMuch)
  if (after === before || toJson(after) === toJson(before)) return isExcepted
  putReview(books.book.sql, product, after)
  return true
}

/**
 * The review before a merge, with what the merge changed that shows nowhere: the log says what was seen to change, so that nothing else
 * is taken back with it. It would be here alone.
 */
function asSeen(before: ReviewRow, after: ReviewRow): ReviewRow {
  return {
    ...before,
    ...(after.markEntry === before.markEntry ? markPartOf(after) : {}),
    ...(after.noteEntry === before.noteEntry ? notePartOf(after) : {})
  }
}

function mergeExceptions({ sql }: Book, entry: Entry, { product, acts, before: known }: Merge): boolean {
  const newest = new Map<string, { act: ExceptionAct; decided: Decided }>()
  for (const { by, act, clock } of acts) {
    if (!('exception' in act)) continue
    for (const decided of decidedBy({ by, act, clock })) {
      const last = newest.get(decided.part)
      if (last === undefined || compareDecided(last.decided, decided) < 0)
        newest.set(decided.part, { act, decided })
    }
  }
  let isChanged = false
  for (const [rule, { act, decided }] of newest) {
    const last = decisionIn(known, decided)
    if (last !== undefined && compareDecided(decided, last) < 0) continue
    const { reason, by } = act.exception
    const before = exceptionOf(sql, product, rule)
    if ((before?.reason ?? null) === reason && (before === null || before.reviewer === by)) continue
    entry.except(product, rule, before, reason === null ? null : { reason, reviewer: by, at: decided.wall })
    isChanged = true
  }
  return isChanged
}

/** What was approved, unless it is not what its hash says. */
function keepContent({ sql }: Book, act: Act): void {
  const { seen, content } = 'mark' in act ? act.mark : { seen: null, content: null }
  if (seen !== null && content !== null && standsFor(seen, content))
    sql.putContent.run(seen, JSON.stringify(content))
}
