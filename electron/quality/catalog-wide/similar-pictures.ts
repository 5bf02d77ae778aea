import type { Task } from '../../database/cooperative'
import { bitsOf, mostDifferentBits } from '../../contract/content-fingerprint'
import type { Columns, PictureHashes } from './columns'
import { groupBy, type GroupDesk, type Groups } from '../../bytes/group-by'
import { markGroups } from './groups'

/** What products are marked with; 0: nothing is. */
interface PictureBits {
  same: number
  similar: number
}

/**
 * Sets a bit of the products whose picture is another product's as well: from the same address, or with the same bytes. Another one of
 * those that have none of that, but whose picture looks alike (content-fingerprint.ts says how much, as the filter for lookalikes does). Of a
 * flat picture nothing is left to compare but its bytes.
 */
export function* markSamePictures(
  desk: GroupDesk,
  columns: Columns,
  { content, look }: PictureHashes,
  bits: Uint32Array,
  { same, similar }: PictureBits
): Task<void> {
  const { highest, listed, address } = columns
  const shared = new Uint32Array(highest + 1)
  yield* markGroups(shared, 1, yield* groupBy(desk, { numbers: address, width: 2 }, listed), 2)
  yield* markGroups(shared, 1, yield* groupBy(desk, { numbers: content, width: 2 }, listed), 2)
  const alike = similar === 0 ? null : yield* lookalikes(desk, listed, look)
  for (let key = 1; key <= highest; key++) {
    const bit = shared[key] === 1 ? same : alike?.[key] === 1 ? similar : 0
    if (bit !== 0) bits[key] = (bits[key] ?? 0) | bit
    if (key % 100_000 === 0) yield
  }
}

/** Which products have a picture that looks like another product's, as 1, by their keys. */
function* lookalikes(desk: GroupDesk, listed: Uint8Array, look: Uint32Array): Task<Uint8Array> {
  const found = new Uint8Array(listed.length)
  // Flat pictures, whose look is 0, are in no group.
  const looks = yield* groupBy(desk, { numbers: look, width: 2 }, listed)
  const alike = yield* findLookalikes(eachOnce(looks, look), mostDifferentBits)
  for (let key = 1; key < listed.length; key++) {
    const group = looks.of[key] ?? 0
    if (group > 0 && ((looks.sizes[group] ?? 0) > 1 || alike[group - 1] === 1)) found[key] = 1
    if (key % 100_000 === 0) yield
  }
  return found
}

function eachOnce({ of, count }: Groups, look: Uint32Array): { above: Uint32Array; below: Uint32Array } {
  const above = new Uint32Array(count)
  const below = new Uint32Array(count)
  for (let key = 1; key < of.length; key++) {
    const group = of[key] ?? 0
    if (group === 0) continue
    above[group - 1] = look[2 * key] ?? 0
    below[group - 1] = look[2 * key + 1] ?? 0
  }
  return { above, below }
}

/** Keys of the other listed products that show the same picture as one, and of those whose picture looks alike. */
export function samePictures(
  columns: Columns,
  pictures: PictureHashes,
  key: number
): { same: number[]; alike: number[] } {
  const [same, alike]: [number[], number[]] = [[], []]
  for (let other = 1; other <= columns.highest; other++) {
    if (other === key || columns.listed[other] !== 1) continue
    if (isOfAddress(columns, key, other) || isOfContent(pictures, key, other)) same.push(other)
    else if (isAlike(pictures, key, other)) alike.push(other)
  }
  return { same, alike }
}

function isOfAddress({ address }: Columns, key: number, other: number): boolean {
  const isNone = address[2 * key] === 0 && address[2 * key + 1] === 0
  return !isNone && address[2 * other] === address[2 * key] && address[2 * other + 1] === address[2 * key + 1]
}

function isOfContent({ content }: PictureHashes, key: number, other: number): boolean {
  const isNone = content[2 * key] === 0 && content[2 * key + 1] === 0
  return !isNone && content[2 * other] === content[2 * key] && content[2 * other + 1] === content[2 * key + 1]
}

function isAlike({ look }: PictureHashes, key: number, other: number): boolean {
  const above = look[2 * key] ?? 0
  const below = look[2 * key + 1] ?? 0
  const otherAbove = look[2 * other] ?? 0
  const otherBelow = look[2 * other + 1] ?? 0
  if ((above | below) === 0 || (otherAbove | otherBelow) === 0) return false
  return bitsOf(above ^ otherAbove) + bitsOf(below ^ otherBelow) <= mostDifferentBits
}

/** Looks of 64 bits, each once, as two numbers. */
interface Looks {
  above: Uint32Array
  below: Uint32Array
}

/** So few are compared each with each: it costs less than to divide them. */
const fewEnough = 300
/** Divisions of what fell together before: looks that still do are alike in nearly all bits, so that most are found soon. */
const deepest = 3
/** Comparisons between two pauses: some ms. */
const atOnce = 1_000_000

/**
 * Which of the looks have another one within so many bits, as 1. Not each with each: of the bits, divided into one part more
 * than may differ, one part is the same in two that are alike, so that only those are compared that share a part; where too
 * many do, their other bits are divided again. A second for a million looks.
 */
export function* findLookalikes(looks: Looks, most: number): Task<Uint8Array> {
  const found = new Uint8Array(looks.above.length)
  const all = Uint32Array.from(found, (_, at) => at)
  const search = { looks, most, found, work: 0, desks: [], room: roomFor(fewEnough) }
  yield* compare(search, all, { above: 0xffffffff, below: 0xffffffff }, 0)
  return found
}

interface Search {
  looks: Looks
  most: number
  found: Uint8Array
  /** Comparisons since the last pause. */
  work: number
  /** Room for looks that are compared with each other. */
  room: Looks
  /** Room for sorting, by how deep a division is: what is sorted there is gone through while others are divided below it. */
  desks: Desk[]
}

interface Desk {
  slots: Uint16Array
  sorted: Uint32Array
}

/** Bits of a look. */
interface Bits {
  above: number
  below: number
}

function* compare(search: Search, some: Uint32Array, left: Bits, depth: number): Task<void> {
  const desk = deskFor(search, depth, some.length)
  for (const part of divided(left, search.most + 1)) {
    const rest = { above: left.above & ~part.above, below: left.below & ~part.below }
    const { sorted, starts } = yield* sharing(search.looks, some, part, desk)
    for (let slot = 0; slot + 1 < starts.length; slot++) {
      const start = starts[slot] ?? 0
      const length = (starts[slot + 1] ?? 0) - start
      if (length < 2) continue
      const alike = sorted.subarray(start, start + length)
      if (length > fewEnough && depth < deepest) {
        yield* compare(search, alike, rest, depth + 1)
        continue
      }
      compareEach(search, alike)
      if ((search.work += length * length) < atOnce) continue
      search.work = 0
      yield
    }
  }
}

/** The room of that depth, made longer where it is too short. */
function deskFor({ desks }: Search, depth: number, length: number): Desk {
  const known = desks[depth]
  if (known !== undefined && known.sorted.length >= length) return known
  return (desks[depth] = { slots: new Uint16Array(length), sorted: new Uint32Array(length) })
}

/** Divides bits that are set into parts of about as many. */
function divided({ above, below }: Bits, into: number): Bits[] {
  const parts = Array.from({ length: into }, () => ({ above: 0, below: 0 }))
  const count = bitsOf(above) + bitsOf(below)
  let seen = 0
  for (let bit = 0; bit < 64; bit++) {
    const half = bit < 32 ? 'below' : 'above'
    const mask = 1 << (bit % 32)
    if (((half === 'below' ? below : above) & mask) === 0) continue
    const part = parts[Math.floor((seen++ * into) / count)]
    if (part !== undefined) part[half] |= mask
  }
  return parts
}

interface Shared {
  sorted: Uint32Array
  /** Where each slot begins in `sorted`; those with the same bits are in one, and a few others may be. */
  starts: Uint32Array
}

/** Sorts looks by the bits that they have in a part. */
function* sharing(
  { above, below }: Looks,
  some: Uint32Array,
  part: Bits,
  { slots, sorted }: Desk
): Task<Shared> {
  const bits = Math.min(16, Math.max(4, 32 - Math.clz32(some.length)))
  const starts = new Uint32Array(2 ** bits + 1)
  for (let at = 0; at < some.length; at++) {
    const look = some[at] ?? 0
    const mixed = Math.imul((above[look] ?? 0) & part.above, 0x9e3779b1)
    const slot = Math.imul(mixed ^ ((below[look] ?? 0) & part.below), 0x85ebca6b) >>> (32 - bits)
    slots[at] = slot
    starts[slot + 1] = (starts[slot + 1] ?? 0) + 1
  }
  for (let slot = 0; slot < 2 ** bits; slot++) {
    starts[slot + 1] = (starts[slot + 1] ?? 0) + (starts[slot] ?? 0)
  }
  yield
  const next = starts.slice()
  for (let at = 0; at < some.length; at++) {
    const slot = slots[at] ?? 0
    const place = next[slot] ?? 0
    sorted[place] = some[at] ?? 0
    next[slot] = place + 1
  }
  yield
  return { sorted, starts }
}

/** Compares each with each. */
function compareEach(search: Search, some: Uint32Array): void {
  const { length } = some
  if (search.room.above.length < length) search.room = roomFor(length)
  const { looks, most, found, room } = search
  const { above, below } = room
  // Side by side in memory: most of the time goes into reading them.
  for (let at = 0; at < length; at++) {
    const look = some[at] ?? 0
    above[at] = looks.above[look] ?? 0
    below[at] = looks.below[look] ?? 0
  }
  for (let one = 0; one < length; one++) {
    const oneAbove = above[one] ?? 0
    const oneBelow = below[one] ?? 0
    for (let other = one + 1; other < length; other++) {
      const bits = bitsOf((above[other] ?? 0) ^ oneAbove)
      if (bits > most || bits + bitsOf((below[other] ?? 0) ^ oneBelow) > most) continue
      found[some[one] ?? 0] = 1
      found[some[other] ?? 0] = 1
    }
  }
}

const roomFor = (length: number): Looks => ({
  above: new Uint32Array(length),
  below: new Uint32Array(length)
})
