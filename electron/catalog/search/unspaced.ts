import { grade, raise } from './ranking'
import type { SearchedSegment } from './index'
import { eachWordFrom, numbersOf } from './lists'
import type { TextSearch } from './texts'
import { fields, pairsOf, placeBits, placed } from './segment'

/** Raises the grades of the products of a segment that have a folded term of writing without spaces, wherever it stands. */
export function gradeUnspaced(
  segment: SearchedSegment,
  term: string,
  grades: Uint8Array,
  findInTexts: TextSearch
): void {
  const pairs = pairsOf(term)
  // The last character alone says nothing that the pair before it does not.
  const wanted = pairs.length > 1 ? pairs.slice(0, -1) : pairs
  gradePlaced(segment, placed.name, wanted, grades, grade.part)
  gradePlaced(segment, placed.description, wanted, grades, grade.description)
  gradeUnplaced(segment, wanted, grades, (column, keys, value) => {
    const onFound = (key: number): void => raise(grades, key, value)
    if (wanted.length > 1) findInTexts(column, keys, term, onFound)
    else keys.forEach(onFound)
  })
}

/** All pairs of characters that follow each other in the term must do so in the text. */
function gradePlaced(
  segment: SearchedSegment,
  field: string,
  wanted: readonly string[],
  grades: Uint8Array,
  value: number
): void {
  const [first = '', ...others] = wanted
  const raiseAll = (places: Uint32Array): void => {
    for (const place of places) raise(grades, segment.keys[place >>> placeBits] ?? 0, value)
  }
  if (others.length === 0) {
    // One character begins many pairs.
    eachWordFrom(segment, field, first, (word) => raiseAll(numbersOf(segment, word)))
    return
  }
  let found = placesOf(segment, field, first)
  for (const [at, pair] of others.entries()) {
    if (found.length === 0) return
    found = thoseBefore(found, placesOf(segment, field, pair), at + 1)
  }
  raiseAll(found)
}

function placesOf(segment: SearchedSegment, field: string, pair: string): Uint32Array {
  let places: Uint32Array = new Uint32Array(0)
  eachWordFrom(segment, field, pair, (word, _field, _isPrefix, isWhole) => {
    if (isWhole) places = numbersOf(segment, word)
  })
  return places
}

/** Those of some places that have one of the others so far behind them. Both ascend. */
function thoseBefore(places: Uint32Array, others: Uint32Array, distance: number): Uint32Array {
  const kept = new Uint32Array(places.length)
  let [count, at] = [0, 0]
  for (const place of places) {
    while (at < others.length && (others[at] ?? 0) < place + distance) at++
    if (others[at] === place + distance) kept[count++] = place
  }
  return kept.subarray(0, count)
}

/**
 * Of long texts, and of what was indexed before pairs had places, the index tells only that all pairs are in the name, or all in the
 * description: `onProducts` is told of these products.
 */
function gradeUnplaced(
  segment: SearchedSegment,
  wanted: readonly string[],
  grades: Uint8Array,
  onProducts: (column: 'name' | 'description', keys: number[], value: number) => void
): void {
  const told = (column: 'name' | 'description', inFields: readonly string[], value: number): void => {
    const keys = keysWithAll(segment, inFields, wanted).filter((key) => (grades[key] ?? 0) < value)
    if (keys.length > 0) onProducts(column, keys, value)
  }
  told('name', [fields.first, fields.name], grade.part)
  told('description', [fields.description], grade.description)
}

function keysWithAll(
  segment: SearchedSegment,
  inFields: readonly string[],
  pairs: readonly string[]
): number[] {
  const lists = pairs.map((pair) =>
    inFields.flatMap((field) => {
      const words: number[] = []
      eachWordFrom(segment, field, pair, (word) => words.push(word))
      return words
    })
  )
  if (lists.some((words) => words.length === 0)) return []
  const found = new Uint16Array(segment.keys.length)
  for (const [at, words] of lists.entries()) {
    for (const word of words) {
      for (const number of numbersOf(segment, word)) if (found[number] === at) found[number] = at + 1
    }
  }
  return Array.from(segment.keys).filter((_, number) => found[number] === pairs.length)
}
