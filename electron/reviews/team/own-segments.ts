import { inTransaction, withoutWaiting } from '../../database/transaction'
import type { TeamPlace } from '../../contract/team'
import type { SegmentName } from '../../team/carriers/carrier'
import { mostAhead } from '../../team/clock'
import { isBy, isOfTeam, subjectOf } from '../../team/operation'
import type { Checked, Sealing } from '../../team/types'
import {
  maxCharacters,
  maxOperations,
  readSegment,
  versionOf,
  writeSegment,
  type Segment,
  type SegmentHeader
} from '../../team/segment'
import { publishAll, publishReviews } from './publish'
import { putWaiting, type TeamBooks } from './tell'
import { cancelFold, confirmFold, dropOpenFolds } from './folds'
import { keepMember } from './members'
import { forgetOwnWords, settlePolicy } from './policy'
import { haveTold, removedToTell, tellRemovedAgain } from './removed'
import { membershipOf, readFact, writeFact, type TeamFile } from './team-file'

interface SegmentRow {
  sequence: number
  at: number
  hash: string
  bytes: Uint8Array
  operations: number
}

/** What somebody did, each time to the same of a product counted once, as what is told again may be told twice. */
function countDone(rows: Iterable<WaitingRow>, by: string): number {
  const done = new Set<string>()
  for (const { operation } of rows) if (isBy(operation, by)) done.add(subjectOf(operation))
  return done.size
}

/**
 * Puts operations that wait into a segment of this device, as many as it holds; its name, or null: there is nothing to say. A device
 * says something once it is there, so that its team knows of it. The segment is kept until it is appended, and beyond: a carrier
 * that loses it gets it again. It is on the disk before it goes anywhere, unless more waits than a segment holds, as all reviews of a catalog
 * do: then the last ones take the others along to the disk. Where a power cut comes first, and the carrier has segments that this device no
 * longer knows of, it goes on as another (fault 141).
 */
export function seal(books: TeamBooks, sealing: Sealing): SegmentName | null {
  const { team } = books
  const sealed = (): SegmentName | null => inTransaction(team.db, () => sealNext(books, sealing))
  return waitsForMore(team) ? withoutWaiting(team.db, sealed) : sealed()
}

/** Whether more waits than one segment holds, by the least and the greatest number: asked for together, SQLite would look at all. */
function waitsForMore({ db }: TeamFile): boolean {
  const ends = 'SELECT (SELECT min(number) FROM waiting) AS first, (SELECT max(number) FROM waiting) AS last'
  const { first, last } = db.prepare(ends).get() ?? {}
  return Number(last) - Number(first) >= maxOperations
}

function sealNext(
  { book, team }: TeamBooks,
  { key, by, at, left = false, movedTo }: Sealing
): SegmentName | null {
  const { team: id, device, store } = membershipOf(team)
  if (key.device !== device) throw new Error('the key is another device’s')
  redoAhead({ book, team }, at)
  const last = lastOwn(team)
  const rows = nextWaiting(team)
  const lines = rows.map(({ operation }) => operation)
  const lastRow = rows.at(-1)?.number ?? 0
  const removed = removedToTell(team)
  const isWord = left || movedTo !== undefined || last === null
  if (lines.length + removed.length === 0 && !isWord) return null
  const sequence = (last?.sequence ?? 0) + 1
  const before = readFact(team, 'operations') ?? 0
  const header: SegmentHeader = {
    team: id,
    device,
    sequence,
    first: before + 1,
    last: before + lines.length,
    previous: last?.hash ?? null,
    at,
    by,
    store,
    formerly: last === null ? readFact(team, 'formerly') : null,
    removed,
    movedTo: movedTo ?? null,
    folds: null,
    left
  }
  const { bytes, hash } = writeSegment(header, lines, key)
  team.db
    .prepare(
      `INSERT INTO segment (device, sequence, merged, at, hash, bytes, operations)
       SELECT ?, ?, coalesce(min(is_new), 1), ?, ?, ?, ? FROM waiting WHERE number <= ?`
    )
    .run(device, sequence, at, hash, bytes, countDone(rows, by), lastRow)
  team.db.prepare('DELETE FROM waiting WHERE number <= ?').run(lastRow)
  haveTold(team, removed)
  writeFact(team, 'operations', header.last)
  keepMember(team, header)
  if (header.formerly !== null) lookAgainAt(team, header.formerly)
  return { device, sequence }
}

/**
 * Lets all be read again that lies under an id from which its device has gone on: it may be another device's, or be from a file that was
 * carried by hand, and not what the place has (faults 140, 141).
 */
export function lookAgainAt({ db }: TeamFile, formerly: string): void {
  db.prepare('UPDATE segment SET merged = 0 WHERE device = ? AND problem IS NULL').run(formerly)
}

/** The first that wait, as many as a segment holds and all of one version. */
function nextWaiting(team: TeamFile): WaitingRow[] {
  const next: WaitingRow[] = []
  let [characters, version] = [0, 0]
  for (const row of rowsIn(team)) {
    const { operation } = row
    characters += operation.length
    if (next.length >= maxOperations || (next.length > 0 && characters > maxCharacters)) break
    if (next.length === 0) version = versionOf(operation)
    else if (versionOf(operation) !== version) break
    next.push(row)
  }
  return next
}

interface WaitingRow {
  number: number
  operation: string
}

/** All that wait, in their order. Some rows at once: reading them one by one takes twice as long. */
function* rowsIn({ db }: TeamFile): Iterable<WaitingRow> {
  const some = db.prepare('SELECT number, operation FROM waiting WHERE number > ? ORDER BY number LIMIT 500')
  let rows: WaitingRow[] = []
  do {
    rows = some.all(rows.at(-1)?.number ?? 0) as unknown as WaitingRow[]
    yield* rows
  } while (rows.length > 0)
}

/** What this device's person did that no carrier has taken, also in segments: not what is told again of others. */
export function countWaiting(team: TeamFile): number {
  const { device } = membershipOf(team)
  const self = readFact(team, 'self')
  const waiting = self === null ? 0 : countDone(rowsIn(team), self)
  const row = team.db
    .prepare('SELECT sum(operations) AS count FROM segment WHERE device = ? AND appended = 0')
    .get(device)
  return waiting + Number(row?.count ?? 0)
}

/** The bytes of a segment that was written here. */
export function ownSegment(team: TeamFile, { device, sequence }: SegmentName): Uint8Array {
  const row = team.sql.segment.get(device, sequence)
  if (!(row?.bytes instanceof Uint8Array)) throw new Error('there is no such segment')
  return row.bytes
}

/** The carrier has taken a segment that was written here. Where that is lost, the carrier is given it again. */
export function haveAppended({ db }: TeamFile, { device, sequence }: SegmentName): void {
  const put = db.prepare('UPDATE segment SET appended = 1 WHERE device = ? AND sequence = ?')
  withoutWaiting(db, () => put.run(device, sequence))
}

/** The newest segment of this device. */
export function lastOwn(team: TeamFile): SegmentRow | null {
  const row = team.db
    .prepare(
      'SELECT sequence, at, hash, bytes, operations FROM segment WHERE device = ? ORDER BY sequence DESC LIMIT 1'
    )
    .get(membershipOf(team).device) as SegmentRow | undefined
  return row ?? null
}

/** The clock was ahead when segments were written, and is right again: colleagues hold them back, so that all is told anew (fault 142). */
function redoAhead({ book, team }: TeamBooks, at: number): void {
  const { changes } = team.db
    .prepare('UPDATE segment SET at = NULL WHERE device = ? AND at > ?')
    .run(membershipOf(team).device, at + mostAhead)
  if (Number(changes) === 0) return
  // It is told with the times of now.
  team.db.prepare('DELETE FROM newest WHERE wall > ?').run(at + mostAhead)
  settlePolicy(team)
  publishAll(book, team)
}

/**
 * Compares what the carrier has under a name of this device with what was written. What is no segment is put into another one
 * (fault 137), once, and compared again the next time: perhaps it was read in half alone. `other` is one that this device signed and has not
 * written, so that two devices have one id (fault 140).
 *
 * @param at ms since 1970
 */
export function checkOwn(team: TeamFile, sequence: number, bytes: Uint8Array, at: number): Checked {
  const name = { device: membershipOf(team).device, sequence }
  const { bytes: kept, hash } = team.sql.segment.get(name.device, sequence) ?? {}
  const isKept = kept instanceof Uint8Array
  const read = readSegment(name, bytes)
  if (read === 'damaged' || read === 'forged') {
    if (isKept) giveUp(team, name, at)
    return 'unreadable'
  }
  const isSame = isKept ? Buffer.from(kept).equals(bytes) : typeof read !== 'string' && read.hash === hash
  team.db
    .prepare(
      'UPDATE segment SET confirmed = ?1, appended = max(appended, ?1) WHERE device = ?2 AND sequence = ?3'
    )
    .run(Number(isSame), name.device, sequence)
  if (isSame && !isKept)
    team.db
      .prepare('UPDATE segment SET bytes = ? WHERE device = ? AND sequence = ?')
      .run(bytes, name.device, sequence)
  if (isSame) confirmFold(team, sequence)
  return isSame ? 'same' : 'other'
}

/** What was in a segment that cannot be read back is told by another one. */
function giveUp(team: TeamFile, { device, sequence }: SegmentName, at: number): void {
  inTransaction(team.db, () => {
    waitAgain(team, { device, sequence })
    team.db
      .prepare(
        'UPDATE segment SET bytes = NULL, confirmed = 1, operations = 0, at = ? WHERE device = ? AND sequence = ?'
      )
      .run(at, device, sequence)
    cancelFold(team, sequence)
  })
}

/**
 * Goes on as another device, since another one writes with this one's id, or wrote on after the backup that this one was restored
 * from (faults 140, 141). All is told again, as nobody knows which of both is on the carrier; what is there under the old id is read
 * as anybody's.
 */
export function renew({ book, team }: TeamBooks, device: string): void {
  inTransaction(team.db, () => {
    if (lastOwn(team) !== null) writeFact(team, 'formerly', membershipOf(team).device)
    while (putBackNext(team));
    forgetOwnWords(team)
    dropOpenFolds(team)
    tellRemovedAgain(team, membershipOf(team).device)
    writeFact(team, 'operations', 0)
    writeFact(team, 'membership', { ...membershipOf(team), device })
    publishAll(book, team)
  })
}

/** Goes on at another place; all is told anew there, and own segments are appended as where a place has lost them. */
export function move({ book, team }: TeamBooks, place: TeamPlace, at: number): void {
  inTransaction(team.db, () => {
    writeFact(team, 'membership', { ...membershipOf(team), place })
    writeFact(team, 'settled', at)
    writeFact(team, 'signpost', null)
    publishReviews(book, team)
  })
}

/**
 * What is in a segment that may be nowhere waits again. What it says of the whole team is believed of this id alone: such a segment stays,
 * for where the place has none of its name, and what is there instead is read as anybody's.
 */
function putBackNext(team: TeamFile): boolean {
  const { device } = membershipOf(team)
  const row = team.db
    .prepare('SELECT sequence FROM segment WHERE device = ? AND confirmed = 0 AND bytes IS NOT NULL')
    .get(device)
  if (row === undefined) return false
  const name = { device, sequence: Number(row.sequence) }
  const { header, operations } = waitAgain(team, name)
  const isOfUse = header.removed.length > 0 || operations.some(({ act }) => isOfTeam(act))
  const change =
    isOfUse && header.folds === null
      ? 'UPDATE segment SET merged = 0, confirmed = 1, operations = 0'
      : 'DELETE FROM segment'
  team.db.prepare(`${change} WHERE device = ? AND sequence = ?`).run(device, name.sequence)
  return true
}

function waitAgain(team: TeamFile, name: SegmentName): Segment {
  const read = readSegment(name, ownSegment(team, name))
  if (typeof read === 'string') throw new Error(`an own segment is ${read}`)
  for (const operation of read.operations) putWaiting(team, operation)
  if (read.header.removed.length > 0) tellRemovedAgain(team, name.device)
  return read
}
