import { isUnspaced, wordsOf } from '../../contract/fold'
import { createFinder } from './block-summary'
import type { SearchedSegment } from './index'
import { lineAt } from './posting-lists'

/** Calls back with the keys of a segment's products whose folded id contains a word or, with `mustBegin`, has a word that begins with it. */
export function eachIdWith(
  segment: SearchedSegment,
  term: string,
  mustBegin: boolean,
  onId: (key: number, isPrefix: boolean) => void
): void {
  const { ids, idStarts, keys } = segment
  const bytes = Buffer.from(term)
  const find = createFinder(ids, segment.idSummary, bytes)
  let number = 0
  for (let at = find(0); at >= 0;) {
    number = lineAt(idStarts, at, number)
    const start = idStarts[number] ?? 0
    if (mustBegin && !beginsWord(ids, start, at)) {
      at = find(at + 1)
      continue
    }
    onId(keys[number] ?? 0, at === start)
    number++
    const next = idStarts[number] ?? ids.length
    // Ids are often made alike: where one begins with the term the next often does too.
    at = at === start && isAt(ids, next, bytes) ? next : find(next)
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
  const { ids, idSummary, idStarts, keys } = segment
  const find = createFinder(ids, idSummary, Buffer.from(`\n${folded}\n`))
  const found: number[] = []
  let number = 0
  for (let at = find(0); at >= 0; at = find(at + 1)) {
    number = lineAt(idStarts, at + 1, number)
    found.push(keys[number] ?? 0)
  }
  return found
}
