import { hash } from 'node:crypto'
import { openForReading } from '../../catalog/db/open'
import { copyLine, writePart, type CopiedEntries, type PartHeader } from '../part'
import type { WriteInput, Written } from '../protocol'
import { catalogLines, catalogList, type CatalogList } from './catalog-list'
import { bytesKept, dropParts, keepPart, keptPart, keptParts } from './parts-folder'
import { openList, type PublishedList } from './published-list'

/**
 * Bytes of a part's lines, which is more than it takes on the disk: the bound of 4 MB for a segment holds whatever is in them. The longest
 * line has some 200 KB.
 */
const mostBytes = 3_600_000
/** Publications that build on one snapshot: a new one also comes after so many that changed nothing. */
const mostBuiltOn = 500

/**
 * Writes what changed since this device's last publication as the next one into the folder: a snapshot, where there is none to build on,
 * where `isAnew` says so, or where what was built on the last one has outgrown it. null: the catalog is not that of a complete sync, or was
 * published. Until
 * its last part is there, it is none: what an earlier try has left is removed first.
 */
export async function writePublication(input: WriteInput): Promise<Written | null> {
  const { file, root, key, isAnew } = input
  const db = openForReading(file)
  try {
    db.exec('BEGIN')
    const list = catalogList(db)
    if (list === null) return null
    const base = isAnew ? null : lastWhole(root, key.device)
    if (base?.header.at === list.at) return null
    const delta = base === null ? null : await writeParts(input, list, catalogLines(db), base)
    if (delta !== null) return delta
    return await writeParts(input, list, catalogLines(db), null)
  } finally {
    db.close()
  }
}

/** The device's newest whole publication; parts of one that was not finished are removed. */
export function lastWhole(root: string, device: string): PublishedList | null {
  const kept = keptParts(root, device)
  while (kept.length > 0) {
    const sequence = kept.at(-1) ?? 0
    const part = keptPart(root, { device, sequence })
    if (part?.header.ended === true) return null
    if (part !== null && part.header.list !== null) return openList(root, { device, sequence })
    dropParts(root, device, [sequence])
    kept.pop()
  }
  return null
}

/** null: what is built on the snapshot would outgrow it. */
async function writeParts(
  { root, key, team, store, by, term, after }: WriteInput,
  list: CatalogList,
  lines: Iterable<string>,
  base: PublishedList | null
): Promise<Written | null> {
  const { device } = key
  const first = Math.max(after, base?.header.sequence ?? 0, keptParts(root, device).at(-1) ?? 0) + 1
  const snapshot = base?.header.snapshot ?? first
  const room = base === null ? Infinity : roomLeft(root, base, first)
  const whole: PartHeader['list'] = {
    entries: list.entries,
    total: list.total,
    pageCap: list.pageCap,
    form: list.form,
    oddities: list.oddities,
    confirmedAt: list.confirmedAt
  }
  let sequence = first - 1
  let previous = base?.hash ?? null
  let bytes = 0
  const put = async (part: string[], isLast: boolean): Promise<boolean> => {
    sequence++
    const based = base?.header.sequence ?? null
    const header: PartHeader = {
      ...{ team, device, sequence, previous, by, at: list.at, store, term, snapshot, first, base: based },
      list: isLast ? whole : null,
      ended: false
    }
    const written = writePart(header, part, key)
    previous = written.hash
    bytes += written.bytes.byteLength
    if (bytes > room) return false
    await keepPart(root, header, written.bytes)
    return true
  }
  let [part, size, entries]: [string[], number, number] = [[], 0, 0]
  for (const { line, count } of linesToWrite(lines, base)) {
    const length = Buffer.byteLength(line) + 1
    if (size + length > mostBytes) {
      if (!(await put(part, false))) return giveUp(root, device, first, sequence)
      ;[part, size] = [[], 0]
    }
    part.push(line)
    size += length
    entries += count
  }
  if (entries !== list.entries) throw new Error('the list has other entries than was said')
  if (!(await put(part, true))) return giveUp(root, device, first, sequence)
  return { first, last: sequence, snapshot, at: list.at, bytes, entries }
}

function giveUp(root: string, device: string, first: number, last: number): null {
  dropParts(
    root,
    device,
    Array.from({ length: last - first + 1 }, (_, at) => first + at)
  )
  return null
}

/** Bytes that may still be built on a snapshot: as many as it has itself. */
function roomLeft(root: string, { header }: PublishedList, next: number): number {
  const { device, snapshot } = header
  const partOf = (sequence: number): PartHeader | undefined => keptPart(root, { device, sequence })?.header
  let [own, built] = [0, 0]
  let end = snapshot
  while (end < next - 1 && partOf(end)?.list === null) end++
  for (let sequence = snapshot; sequence < next; sequence++) {
    const bytes = bytesKept(root, { device, sequence })
    if (sequence <= end) own += bytes
    else built += bytes
  }
  return next - end > mostBuiltOn ? 0 : own - built
}

/** The entries, with those that stand in the base in the same order put together. `count`: entries that a line stands for. */
function* linesToWrite(
  lines: Iterable<string>,
  base: PublishedList | null
): Generator<{ line: string; count: number }> {
  const index = base === null ? null : indexOf(base)
  let copied: CopiedEntries | null = null
  for (const line of lines) {
    const expected: number = copied === null ? 0 : copied.from + copied.count
    const position = index?.find(line, expected) ?? 0
    if (copied !== null && position === expected) {
      copied.count++
      continue
    }
    if (copied !== null) yield { line: copyLine(copied), count: copied.count }
    copied = position === 0 ? null : { from: position, count: 1 }
    if (position === 0) yield { line, count: 1 }
  }
  if (copied !== null) yield { line: copyLine(copied), count: copied.count }
}

/** Entries that are read at once. */
const atOnce = 10_000

function indexOf(list: PublishedList): LineIndex {
  const { length } = list
  const index = new LineIndex(length)
  for (let from = 0; from < length; from += atOnce)
    for (const line of list.lines(from, from + atOnce)) index.add(line)
  return index
}

/** Share of slots in use above which the table grows. */
const fullest = 0.6

/**
 * Finds at which positions of a list a line stands: by 128 bits of its SHA-256, so that nobody can make two lines that count as one. Some
 * 40 bytes an entry.
 */
class LineIndex {
  /** Open addressing with linear probing. 0: a free slot, else a position, 1-based. */
  #slots: Uint32Array
  /** Four numbers a position. */
  readonly #hashes: Uint32Array
  #count = 0

  constructor(size: number) {
    this.#hashes = new Uint32Array(4 * size)
    let length = 1024
    while (size / length > fullest) length *= 2
    this.#slots = new Uint32Array(length)
  }

  /** Adds the line of the next position. Where it stands again, the first position is found. */
  add(line: string): void {
    const hashed = hashOf(line)
    this.#hashes.set(hashed, 4 * this.#count)
    this.#count++
    const slot = this.#slotOf(hashed)
    if (this.#slots[slot] === 0) this.#slots[slot] = this.#count
  }

  /** A position of the line, `expected` if it stands there; 0: none. 1-based. */
  find(line: string, expected: number): number {
    const hashed = hashOf(line)
    if (expected >= 1 && expected <= this.#count && this.#is(expected, hashed)) return expected
    return this.#slots[this.#slotOf(hashed)] ?? 0
  }

  #slotOf(hashed: Uint32Array): number {
    const last = this.#slots.length - 1
    for (let at = (hashed[0] ?? 0) & last; ; at = (at + 1) & last) {
      const position = this.#slots[at] ?? 0
      if (position === 0 || this.#is(position, hashed)) return at
    }
  }

  #is(position: number, hashed: Uint32Array): boolean {
    const at = 4 * (position - 1)
    for (let part = 0; part < 4; part++) if (this.#hashes[at + part] !== hashed[part]) return false
    return true
  }
}

function hashOf(line: string): Uint32Array {
  const bytes = hash('sha256', line, 'buffer')
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + 16))
}
