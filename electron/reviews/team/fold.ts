import { inTransaction } from '../../database/transaction'
import type { SegmentName } from '../../team/carriers/carrier'
import { lineOf, type Operation } from '../../team/operation'
import {
  maxCharacters,
  maxOperations,
  maxParts,
  readSegment,
  versionOf,
  writeSegment,
  type Segment,
  type SegmentHeader
} from '../../team/segment'
import type { RemovedDevice, Sealing } from '../../team/types'
import { compact } from './compact'
import { addFold, foldsOf, type Fold } from './folds'
import { keepMember } from './members'
import { lastOwn, ownSegment } from './own-segments'
import { membershipOf, readFact, writeFact, type TeamFile } from './team-file'

/** Segments that are folded into a snapshot: 50 devices stay far below what OneDrive lists well. */
const mostSegments = 1000
/** Bytes of segments in one snapshot: an earlier one that is larger stays as it is. */
const mostBytes = 16_000_000
/** ms until one that cannot be read back counts as damaged: until then another device's may have its name (faults 140, 141). */
const unreadableFor = 24 * 60 * 60 * 1000
/** Segments that are read between two pauses: some 20 ms. */
const atOnce = 20

/** Own segments that are being folded. */
export interface Folding {
  /** Does some of it; the names of the snapshot's parts, none where nothing was folded; null: there is more to do. */
  step(): SegmentName[] | null
}

/**
 * Folds segments of this device, where there are many, into a snapshot: segments of it that tell again what is still of use. All were
 * read back from the place before. Snapshots that are small beside what came since are folded with it, so that what was done is told
 * again a few times only, however long the device lives.
 */
export function beginFold(team: TeamFile, sealing: Sealing, most = mostSegments): Folding {
  const range = rangeToFold(team, most, sealing.at - unreadableFor)
  const read: Segment[] = []
  return {
    step() {
      if (range === null) return []
      for (const sequence of range.sequences.slice(read.length, read.length + atOnce))
        read.push(readOwn(team, sequence))
      if (read.length < range.sequences.length) return null
      return writeSnapshot(team, sealing, range, read)
    }
  }
}

interface Range {
  first: number
  through: number
  /** Those that are there and can be read. */
  sequences: number[]
}

interface OwnRow {
  sequence: number
  confirmed: number
  /** When it was written, or could not be read back: ms since 1970. */
  at: number | null
  /** null: it could not be read back. */
  size: number | null
}

/** null: there is nothing to fold, or not yet. By the primary key. @param damagedBy ms since 1970: what could not be read back by then is damaged */
function rangeToFold(team: TeamFile, most: number, damagedBy: number): Range | null {
  const { device } = membershipOf(team)
  if (team.db.prepare('SELECT 1 FROM waiting LIMIT 1').get() === undefined) return null
  const all = team.db
    .prepare(
      'SELECT sequence, confirmed, at, length(bytes) AS size FROM segment WHERE device = ? ORDER BY sequence'
    )
    .all(device) as unknown as OwnRow[]
  const folds = foldsOf(team).get(device) ?? []
  // One after the other.
  if (folds.some(({ isWhole }) => !isWhole)) return null
  const free = all.filter(({ sequence }) => !folds.some((fold) => isIn(fold, sequence)))
  const open = free.findIndex(
    ({ confirmed, at, size }) => confirmed === 0 || (size === null && (at ?? 0) > damagedBy)
  )
  const rows = open === -1 ? free : free.slice(0, open)
  const partOf = (row: OwnRow): Fold | undefined =>
    folds.find(({ start, parts }) => row.sequence >= start && row.sequence < start + parts)
  if (rows.filter((row) => partOf(row) === undefined).length < most) return null
  return widest(rows, partOf)
}

/** From the newest back to a snapshot that is too large. */
function widest(rows: readonly OwnRow[], partOf: (row: OwnRow) => Fold | undefined): Range | null {
  const taken: OwnRow[] = []
  let bytes = 0
  let first = Infinity
  for (let index = rows.length - 1; index >= 0;) {
    const row = rows[index]
    if (row === undefined) break
    const fold = partOf(row)
    const group =
      fold === undefined ? [row] : rows.slice(0, index + 1).filter((each) => partOf(each) === fold)
    const size = group.reduce((sum, each) => sum + (each.size ?? 0), 0)
    if (fold !== undefined && size > 2 * bytes) break
    if (bytes + size > mostBytes) break
    bytes += size
    taken.unshift(...group)
    first = fold?.first ?? row.sequence
    index -= group.length
  }
  const through = taken.at(-1)?.sequence
  if (through === undefined) return null
  return {
    first,
    through,
    sequences: taken.filter(({ size }) => size !== null).map(({ sequence }) => sequence)
  }
}

function isIn({ first, through }: Fold, sequence: number): boolean {
  return sequence >= first && sequence <= through
}

function readOwn(team: TeamFile, sequence: number): Segment {
  const name = { device: membershipOf(team).device, sequence }
  const read = readSegment(name, ownSegment(team, name))
  if (typeof read === 'string') throw new Error(`an own segment is ${read}`)
  return read
}

function writeSnapshot(
  team: TeamFile,
  { key, by, at }: Sealing,
  { first, through, sequences }: Range,
  read: readonly Segment[]
): SegmentName[] {
  const { team: id, device, store } = membershipOf(team)
  const parts = partsOf(
    compact(
      read.flatMap(({ operations }) => operations),
      at
    ),
    removedIn(read)
  )
  const last = lastOwn(team)
  if (parts.length > maxParts || last === null) return []
  const start = last.sequence + 1
  const formerly = read.map(({ header }) => header.formerly).find((former) => former !== null) ?? null
  const isMerged = `SELECT min(merged) FROM segment WHERE device = ? AND sequence IN (${sequences.join()})`
  return inTransaction(team.db, () => {
    const merged = Number(Object.values(team.db.prepare(isMerged).get(device) ?? {})[0] ?? 1)
    const put = team.db.prepare(
      'INSERT INTO segment (device, sequence, merged, at, hash, bytes) VALUES (?, ?, ?, ?, ?, ?)'
    )
    let previous = last.hash
    const names = parts.map(({ lines, removed }, index) => {
      const before = readFact(team, 'operations') ?? 0
      const header: SegmentHeader = {
        ...{ team: id, device, sequence: start + index, by, at, store, previous, removed },
        first: before + 1,
        last: before + lines.length,
        formerly: index === 0 ? formerly : null,
        movedTo: null,
        folds: { first, through, part: index + 1, parts: parts.length },
        left: false
      }
      const { bytes, hash } = writeSegment(header, lines, key)
      put.run(device, header.sequence, merged, at, hash, bytes)
      writeFact(team, 'operations', header.last)
      keepMember(team, header)
      previous = hash
      return { device, sequence: header.sequence }
    })
    addFold(team, { device, start, parts: parts.length, first, through, at })
    return names
  })
}

interface Part {
  lines: string[]
  removed: RemovedDevice[]
}

/** At least one, so that the snapshot is there even where nothing is left of what it stands for. Operations of a version stand together. */
function partsOf(operations: readonly Operation[], removed: readonly RemovedDevice[]): Part[] {
  const parts: Part[] = [{ lines: [], removed: removed.slice(0, mostRemoved) }]
  let characters = 0
  const lines = operations.map(lineOf)
  for (const line of lines.toSorted((one, other) => versionOf(one) - versionOf(other))) {
    const part = parts.at(-1)
    const before = part?.lines.at(-1)
    const isOther = before !== undefined && versionOf(before) !== versionOf(line)
    const isFull = part === undefined || isOther || part.lines.length >= maxOperations
    if (isFull || (part.lines.length > 0 && characters + line.length > maxCharacters)) {
      parts.push({ lines: [line], removed: [] })
      characters = line.length
    } else {
      part.lines.push(line)
      characters += line.length
    }
  }
  for (let from = mostRemoved; from < removed.length; from += mostRemoved)
    parts.push({ lines: [], removed: removed.slice(from, from + mostRemoved) })
  return parts
}

/** As many as a segment may name. */
const mostRemoved = 100

/** The devices that the segments say were removed, with the furthest that they name. */
function removedIn(read: readonly Segment[]): RemovedDevice[] {
  const removed = new Map<string, number>()
  for (const { header } of read)
    for (const { device, through } of header.removed)
      removed.set(device, Math.max(through, removed.get(device) ?? 0))
  return [...removed].map(([device, through]) => ({ device, through }))
}
