import { isUnspaced, wordsOf } from '../../contract/fold'
import type { SearchedSegment } from './index'
import { lineAt } from './lines'

const lineFeed = 0x0a
/** Begins FNV-1a. */
const firstHash = 0x811c9dc5
/** Spreads what is multiplied by it over the upper bits. */
const spread = 0x9e3779b1

/** Tells (by key) the products of a segment whose ids have a folded word in them, or, when they must, have a word that begins with it. */
export function eachIdWith(
  { ids, idStarts, idBytes, idFours, keys }: SearchedSegment,
  term: string,
  mustBegin: boolean,
  onId: (key: number, isPrefix: boolean) => void
): void {
  const bytes = Buffer.from(term)
  // Most words are told apart from all ids by one byte, or four that follow each other, that no id has.
  if (bytes.some((byte) => idBytes[byte] === 0) || !mayHave(idFours, bytes)) return
  let number = 0
  for (let at = ids.indexOf(bytes); at >= 0;) {
    number = lineAt(idStarts, at, number)
    const start = idStarts[number] ?? 0
    if (mustBegin && !beginsWord(ids, start, at)) {
      at = ids.indexOf(bytes, at + 1)
      continue
    }
    onId(keys[number] ?? 0, at === start)
    number++
    const next = idStarts[number] ?? ids.length
    // Ids are often made alike: where one begins with the term the next often does too.
    at = at === start && isAt(ids, next, bytes) ? next : ids.indexOf(bytes, next)
  }
}

function isAt(ids: Buffer, place: number, bytes: Buffer): boolean {
  let at = 0
  while (at < bytes.length && ids[place + at] === bytes[at]) at++
  return at === bytes.length
}

const isAsciiWord = Array.from({ length: 128 }, (_, unit) => /[a-z0-9]/.test(String.fromCharCode(unit)))

function beginsWord(ids: Buffer, start: number, at: number): boolean {
  if (at === start) return true
  const before = ids[at - 1] ?? 0
  if (before < 0x80) return isAsciiWord[before] !== true
  const character = Array.from(ids.toString('utf8', start, at)).at(-1) ?? ''
  return wordsOf(character).length === 0 || isUnspaced(character)
}

/** The keys of the products of a segment with that folded id. */
export function keysWithId({ ids, idStarts, idHashes, keys }: SearchedSegment, folded: string): number[] {
  const bytes = Buffer.from(`${folded}\n`)
  const hash = bytes.subarray(0, -1).reduce(hashWith, firstHash) >>> 0
  const found: number[] = []
  for (let number = idHashes.indexOf(hash); number >= 0; number = idHashes.indexOf(hash, number + 1)) {
    if (isAt(ids, idStarts[number] ?? 0, bytes)) found.push(keys[number] ?? 0)
  }
  return found
}

/** What is known of a segment's ids: a hash of each, and what is in any of them. */
export interface IdSummary {
  idHashes: Uint32Array
  /** 1 for the bytes, by value. */
  idBytes: Uint8Array
  /** A bit for each four bytes that follow each other, by their hash: some others have the same. As many bits as a power of two. */
  idFours: Uint32Array
}

/** Of `count` folded ids, as lines: all in one pass over their bytes. */
export function summaryOf(ids: Buffer, count: number): IdSummary {
  const idHashes = new Uint32Array(count)
  const idBytes = new Uint8Array(256)
  // About a bit for each byte, so that most of them are not set.
  const idFours = new Uint32Array(1 << Math.max(0, 27 - Math.clz32(ids.length)))
  const shift = shiftFor(idFours)
  let [four, hash] = [0, firstHash]
  // A line feed comes before the first line.
  let line = -1
  for (const byte of ids) {
    idBytes[byte] = 1
    four = (four >>> 8) | (byte << 24)
    const bit = Math.imul(four, spread) >>> shift
    idFours[bit >>> 5] = (idFours[bit >>> 5] ?? 0) | (1 << (bit & 31))
    if (byte === lineFeed) {
      if (line >= 0) idHashes[line] = hash
      line++
      hash = firstHash
    } else hash = hashWith(hash, byte)
  }
  return { idHashes, idBytes, idFours }
}

/** Whether all four bytes that follow each other are among those of the ids; true of fewer than four. */
function mayHave(fours: Uint32Array, bytes: Uint8Array): boolean {
  const shift = shiftFor(fours)
  let four = 0
  for (const [at, byte] of bytes.entries()) {
    four = (four >>> 8) | (byte << 24)
    const bit = Math.imul(four, spread) >>> shift
    if (at >= 3 && (((fours[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 0) return false
  }
  return true
}

/** Leaves as many bits of a hash as there are bits in the table. */
function shiftFor(fours: Uint32Array): number {
  return Math.clz32(fours.length * 32) + 1
}

/** FNV-1a, byte by byte. */
function hashWith(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193)
}
