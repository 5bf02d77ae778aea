import { isUnspaced, wordsOf } from '../../contract/fold'
import type { SearchedSegment } from './index'
import { lineAt } from './lists'

/** Calls back with the keys of a segment's products whose folded id contains a word or, with `mustBegin`, has a word that begins with it. */
export function eachIdWith(
  segment: SearchedSegment,
  term: string,
  mustBegin: boolean,
  onId: (key: number, isPrefix: boolean) => void
): void {
  const { ids, idStarts, keys } = segment
  const bytes = Buffer.from(term)
  if (!mayContain(segment, bytes)) return
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
export function keysWithId(segment: SearchedSegment, folded: string): number[] {
  const { ids, idStarts, keys } = segment
  const line = Buffer.from(`\n${folded}\n`)
  const found: number[] = []
  if (!mayContain(segment, line)) return found
  let number = 0
  for (let at = ids.indexOf(line); at >= 0; at = ids.indexOf(line, at + 1)) {
    number = lineAt(idStarts, at + 1, number)
    found.push(keys[number] ?? 0)
  }
  return found
}

/** What occurs in a segment's ids. A search reads the ids, ten megabytes for a million, only where all of its bytes may be there. */
export interface IdSummary {
  /** 1 for each byte that occurs. */
  idBytes: Uint8Array
  /** Bit sets of the runs of four and of five bytes, by their hash; the number of bits is a power of two. */
  idFours: Uint32Array
  idFives: Uint32Array
}

/** Summarizes folded ids, as lines. */
export function summarizeIds(ids: Buffer): IdSummary {
  const idBytes = new Uint8Array(256)
  // Two bits or more for each byte: most are not set.
  const idFours = new Uint32Array(1 << Math.max(0, 28 - Math.clz32(ids.length)))
  const idFives = new Uint32Array(2 * idFours.length)
  let [before, four] = [0, 0]
  for (const byte of ids) {
    idBytes[byte] = 1
    before = four
    four = (four >>> 8) | (byte << 24)
    setBit(idFours, hashOf(four, 0))
    setBit(idFives, hashOf(four, before))
  }
  return { idBytes, idFours, idFives }
}

/** Whether the bytes may stand in one of the ids; of up to three bytes little is known. */
function mayContain({ idBytes, idFours, idFives }: IdSummary, bytes: Uint8Array): boolean {
  if (bytes.some((byte) => idBytes[byte] === 0)) return false
  let [before, four] = [0, 0]
  for (const [at, byte] of bytes.entries()) {
    before = four
    four = (four >>> 8) | (byte << 24)
    if (at >= 3 && !hasBit(idFours, hashOf(four, 0))) return false
    if (at >= 4 && !hasBit(idFives, hashOf(four, before))) return false
  }
  return true
}

/** Of four bytes and of the one before them, the lowest of `before`. Its upper bits are the ones that vary. */
function hashOf(four: number, before: number): number {
  return Math.imul(four ^ Math.imul(before & 0xff, 0x85ebca6b), 0x9e3779b1)
}

function setBit(bits: Uint32Array, hash: number): void {
  const bit = hash >>> (Math.clz32(bits.length * 32) + 1)
  bits[bit >>> 5] = (bits[bit >>> 5] ?? 0) | (1 << (bit & 31))
}

function hasBit(bits: Uint32Array, hash: number): boolean {
  const bit = hash >>> (Math.clz32(bits.length * 32) + 1)
  return (((bits[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1
}
