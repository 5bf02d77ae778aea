import { characters, isFoundInside, isUnspaced, shortestPart } from '../../contract/fold'
import { createFinder } from './block-summary'
import { eachIdWith } from './ids'
import type { SearchedSegment } from './index'
import { lineAt, eachWordFrom, listOf, numbersOf, type OnWord } from './posting-lists'
import type { TextSearch } from './text-scan'
import { fields, pairsOf, placeBits, placed } from './segment'

/** How well a product matches a term, best last (`search.ts` counts on that); 0: not at all. This decides the order of search results. */
export const grade = {
  descriptionPart: 1,
  description: 2,
  part: 3,
  namePrefix: 4,
  name: 5,
  firstPrefix: 6,
  first: 7
}

/** Raises a product's grade, by key. */
function raise(grades: Uint8Array, key: number, value: number): void {
  if ((grades[key] ?? 0) < value) grades[key] = value
}

const lineFeed = 0x0a
const codeOfFirst = fields.first.charCodeAt(0)
const codeOfDescription = fields.description.charCodeAt(0)

/** Raises the grades (by key) of a segment's products that have a folded term as a word, or as a word's beginning or part. */
export function gradeTerm(
  segment: SearchedSegment,
  term: string,
  grades: Uint8Array,
  findInTexts: TextSearch
): void {
  if (isUnspaced(term)) {
    gradeUnspaced(segment, term, grades, findInTexts)
    gradeIds(segment, term, false, grades)
    return
  }
  const mustBegin = !isFoundInside(term, shortestPart.name)
  const isInTexts = isFoundInside(term, shortestPart.description)
  const mayBegin = isInTexts || characters(term) > 1
  const onWord: OnWord = (word, field, isPrefix, isWhole) => {
    if (field === codeOfDescription && !isWhole && !(isPrefix ? mayBegin : isInTexts)) return
    raiseProducts(segment, word, gradeOf(field, isPrefix, isWhole), grades)
  }
  if (mustBegin) Object.values(fields).forEach((field) => eachWordFrom(segment, field, term, onWord))
  else eachWordWith(segment, term, onWord)
  gradeIds(segment, term, mustBegin, grades)
}

function gradeIds(segment: SearchedSegment, term: string, mustBegin: boolean, grades: Uint8Array): void {
  eachIdWith(segment, term, mustBegin, (key, isPrefix) => {
    raise(grades, key, isPrefix ? grade.namePrefix : grade.part)
  })
}

function gradeOf(field: number, isPrefix: boolean, isWhole: boolean): number {
  if (field === codeOfDescription) return isWhole ? grade.description : grade.descriptionPart
  if (!isPrefix) return grade.part
  if (field === codeOfFirst) return isWhole ? grade.first : grade.firstPrefix
  return isWhole ? grade.name : grade.namePrefix
}

/** Calls back with the words of a segment that contain the term. */
function eachWordWith(segment: SearchedSegment, term: string, onWord: OnWord): void {
  const { words, wordStarts } = segment
  const bytes = Buffer.from(term)
  const find = createFinder(words, segment.wordSummary, bytes)
  let word = 0
  for (let at = find(0); at >= 0;) {
    word = lineAt(wordStarts, at, word)
    const start = wordStarts[word] ?? 0
    // The field's letter stands before the word: a hit that begins there does not count, and the word is examined again.
    const isInField = at === start
    const isPrefix = at === start + 1
    if (!isInField) {
      onWord(word, words[start] ?? 0, isPrefix, isPrefix && words[at + bytes.length] === lineFeed)
    }
    at = find(isInField ? at + 1 : (wordStarts[word + 1] ?? words.length))
  }
}

/** Raises the grades of the products that have a word; key 0 stands for those of later segments. */
function raiseProducts(segment: SearchedSegment, word: number, value: number, grades: Uint8Array): void {
  const { keys } = segment
  const bytes = listOf(segment, word)
  let number = -1
  // As `numbersOf`, without millions of numbers in memory.
  for (let at = 0; at < bytes.length; at++) {
    let byte = bytes[at] ?? 0
    let distance = byte & 0x7f
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = bytes[++at] ?? 0
      distance |= (byte & 0x7f) << shift
    }
    number += distance
    const key = keys[number] ?? 0
    if ((grades[key] ?? 0) < value) grades[key] = value
  }
}

/** Raises the grades of a segment's products that have a folded term of writing without spaces anywhere. */
function gradeUnspaced(
  segment: SearchedSegment,
  term: string,
  grades: Uint8Array,
  findInTexts: TextSearch
): void {
  const pairs = pairsOf(term)
  // The last character alone is part of the pair before it.
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
  const followed = new Uint32Array(places.length)
  let [count, at] = [0, 0]
  for (const place of places) {
    while (at < others.length && (others[at] ?? 0) < place + distance) at++
    if (others[at] === place + distance) followed[count++] = place
  }
  return followed.subarray(0, count)
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
  const checkTexts = (column: 'name' | 'description', inFields: readonly string[], value: number): void => {
    const keys = keysWithAll(segment, inFields, wanted).filter((key) => (grades[key] ?? 0) < value)
    if (keys.length > 0) onProducts(column, keys, value)
  }
  checkTexts('name', [fields.first, fields.name], grade.part)
  checkTexts('description', [fields.description], grade.description)
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
