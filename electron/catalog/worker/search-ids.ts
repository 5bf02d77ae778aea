import { isUnspaced, wordsOf } from '../../contract/fold'
import type { SearchedSegment } from './search-index'
import { lineAt } from './search-lines'

/** Tells (by key) the products of a segment whose ids have a folded word in them, or, when they must, have a word that begins with it. */
export function eachIdWith(
  { ids, idStarts, idBytes, keys }: SearchedSegment,
  term: string,
  mustBegin: boolean,
  onId: (key: number, isPrefix: boolean) => void
): void {
  const bytes = Buffer.from(term)
  // Ids have few characters: most words are told apart from all of them by one that no id has.
  if (bytes.some((byte) => idBytes[byte] === 0)) return
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
  const hash = hashOf(bytes, 0, bytes.length - 1)
  const found: number[] = []
  for (let number = idHashes.indexOf(hash); number >= 0; number = idHashes.indexOf(hash, number + 1)) {
    if (isAt(ids, idStarts[number] ?? 0, bytes)) found.push(keys[number] ?? 0)
  }
  return found
}

/** What is known of a segment's ids: a hash of each, and which bytes are in any of them (1, by value). */
export interface IdSummary {
  idHashes: Uint32Array
  idBytes: Uint8Array
}

/** `starts`: where each id's line begins, and one more. */
export function summaryOf(ids: Buffer, starts: Uint32Array): IdSummary {
  const idBytes = new Uint8Array(256)
  for (const byte of ids) idBytes[byte] = 1
  const idHashes = new Uint32Array(Math.max(0, starts.length - 1))
  for (let line = 0; line < idHashes.length; line++) {
    idHashes[line] = hashOf(ids, starts[line] ?? 0, (starts[line + 1] ?? 0) - 1)
  }
  return { idHashes, idBytes }
}

/** FNV-1a of some bytes. */
function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193)
  return hash >>> 0
}
