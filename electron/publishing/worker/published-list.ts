import type { SegmentName } from '../../team/carriers/carrier'
import { copiedIn, type Part, type PartHeader } from '../part'
import { keptPart } from './parts-folder'

/** Parts whose lines are kept in memory: some 10 MB each. Entries of neighbours come from few parts. */
const mostOpen = 8

/** Where each entry of a list is written: the number of the part, and of the line in it. */
interface Places {
  parts: Uint32Array
  lines: Uint32Array
  length: number
}

/** What is at the end of a row of parts: the newest publication in it. */
export interface PublishedList {
  header: PartHeader & { list: NonNullable<PartHeader['list']> }
  /** Hash of its last part. */
  hash: string
  length: number
  /** The line of each entry from a position (0-based) up to another. */
  lines(from: number, to: number): string[]
}

/**
 * Puts the parts of a publication together, from its snapshot on, as they are kept in a folder. null: one of them is missing or does not
 * follow on from the one before, or there are not as many entries as it says. Takes some 10 µs an entry.
 */
export function openList(root: string, { device, sequence }: SegmentName): PublishedList | null {
  const open = openParts(root, device)
  const newest = open(sequence)
  const list = newest?.header.list ?? null
  if (newest === null || list === null) return null
  const { header } = newest
  let before: Places | null = null
  let current = emptyPlaces()
  let last: Part | null = null
  for (let number = header.snapshot; number <= sequence; number++) {
    const part = open(number)
    if (part === null || !follows(part, last, newest)) return null
    const isEnded = last !== null && last.header.list !== null
    if (isEnded) [before, current] = [current, emptyPlaces()]
    if (!addPart(current, before, part)) return null
    if (part.header.list !== null && part.header.list.entries !== current.length) return null
    last = part
  }
  return {
    header: { ...header, list },
    hash: newest.hash,
    length: current.length,
    lines: linesIn(current, open)
  }
}

/**
 * What a publication says of its list, where that is the same as that of an earlier one: each between them is one part that copies all of the
 * one before. null: it is another, or that is not known, as where a snapshot came since. Reads those parts alone.
 */
export function sameSince(
  root: string,
  { device, sequence }: SegmentName,
  earlier: number
): PublishedList['header']['list'] | null {
  let before = keptPart(root, { device, sequence: earlier })
  const list = before?.header.list ?? null
  for (let number = earlier + 1; number <= sequence; number++) {
    const part: Part | null = keptPart(root, { device, sequence: number })
    if (part === null || before === null || !follows(part, before, before)) return null
    const [line] = part.lines
    const copied = part.lines.length === 1 && line !== undefined ? copiedIn(line) : null
    const isCopy = copied?.from === 1 && copied.count === list?.entries
    if (!isCopy || part.header.list?.entries !== list.entries) return null
    before = part
  }
  return before?.header.list ?? null
}

/** Whether a part is the one that comes after another of the same snapshot: a publication begins only where the one before is whole. */
function follows({ header }: Part, last: Part | null, { header: newest }: Part): boolean {
  if (header.team !== newest.team || header.snapshot !== newest.snapshot || header.ended) return false
  if (last === null) return header.sequence === header.snapshot
  const begins = last.header.list !== null
  if (header.sequence !== last.header.sequence + 1 || header.previous !== last.hash) return false
  return begins ? header.first === header.sequence : header.first === last.header.first
}

function openParts(root: string, device: string): (sequence: number) => Part | null {
  const open = new Map<number, Part | null>()
  return (sequence) => {
    const known = open.get(sequence)
    open.delete(sequence)
    const part = known === undefined ? keptPart(root, { device, sequence }) : known
    open.set(sequence, part)
    if (open.size > mostOpen) open.delete(open.keys().next().value ?? 0)
    return part
  }
}

const emptyPlaces = (): Places => ({ parts: new Uint32Array(1024), lines: new Uint32Array(1024), length: 0 })

/** Adds the entries of a part; false: it copies what is not there. */
function addPart(to: Places, before: Places | null, { header: { sequence }, lines }: Part): boolean {
  for (const [line, text] of lines.entries()) {
    const copied = copiedIn(text)
    if (copied === null) {
      makeRoom(to, to.length + 1)
      to.parts[to.length] = sequence
      to.lines[to.length++] = line
      continue
    }
    const end = copied.from - 1 + copied.count
    // More entries than two lists of this length have: nobody publishes that.
    if (before === null || end > before.length || to.length + copied.count > mostEntries) return false
    makeRoom(to, to.length + copied.count)
    to.parts.set(before.parts.subarray(copied.from - 1, end), to.length)
    to.lines.set(before.lines.subarray(copied.from - 1, end), to.length)
    to.length += copied.count
  }
  return true
}

/** As `countSchema` bounds what a header says. */
const mostEntries = 10_000_000

function makeRoom(places: Places, length: number): void {
  if (length <= places.parts.length) return
  const room = Math.max(length, 2 * places.parts.length)
  const grown = { parts: new Uint32Array(room), lines: new Uint32Array(room) }
  grown.parts.set(places.parts)
  grown.lines.set(places.lines)
  Object.assign(places, grown)
}

function linesIn(places: Places, open: (sequence: number) => Part | null): PublishedList['lines'] {
  return (from, to) => {
    const found: string[] = []
    for (let at = from; at < Math.min(to, places.length); at++) {
      const line = open(places.parts[at] ?? 0)?.lines[places.lines[at] ?? 0]
      if (line === undefined) throw new Error('a part of a publication is gone')
      found.push(line)
    }
    return found
  }
}
