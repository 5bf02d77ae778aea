import { characters, isUnspaced, shortestPart, wordsOf } from '../../contract/fold'
import type { SearchedSegment } from './search-index'
import { fields, pairsOf } from './word-index-segment'

/** How well a product has a word that is searched for, best last; 0: not at all. */
export const grade = {
  descriptionPart: 1,
  description: 2,
  part: 3,
  namePrefix: 4,
  name: 5,
  firstPrefix: 6,
  first: 7
}

const lineFeed = 0x0a
const codeOfFirst = fields.first.charCodeAt(0)
const codeOfDescription = fields.description.charCodeAt(0)

/** Raises the grades (by key) of the products of a segment that have a folded word: whole, or as a word's beginning or part. */
export function gradeTerm(segment: SearchedSegment, term: string, grades: Uint8Array): void {
  const length = characters(term)
  if (isUnspaced(term)) {
    gradeUnspaced(segment, term, grades)
    gradeIds(segment, term, false, grades)
    return
  }
  const mustBegin = length < shortestPart.name
  const isLongEnough = length >= shortestPart.description
  eachWordWith(segment, term, mustBegin, (word, field, isPrefix, isWhole) => {
    if (field === codeOfDescription) {
      if (!isPrefix && !isLongEnough) return
      eachProduct(segment, word, raiseTo(grades, isWhole ? grade.description : grade.descriptionPart))
    } else if (!isPrefix) {
      eachProduct(segment, word, raiseTo(grades, grade.part))
    } else if (field === codeOfFirst) {
      eachProduct(segment, word, raiseTo(grades, isWhole ? grade.first : grade.firstPrefix))
    } else {
      eachProduct(segment, word, raiseTo(grades, isWhole ? grade.name : grade.namePrefix))
    }
  })
  gradeIds(segment, term, mustBegin, grades)
}

function raiseTo(grades: Uint8Array, value: number): (key: number) => void {
  return (key) => {
    if ((grades[key] ?? 0) < value) grades[key] = value
  }
}

/**
 * Of writing without spaces all pairs of characters that follow each other in the term must be in the name, or all in the
 * description; wherever they are in it.
 */
function gradeUnspaced(segment: SearchedSegment, term: string, grades: Uint8Array): void {
  const pairs = pairsOf(term)
  // The last character alone says nothing that the pair before it does not.
  const wanted = pairs.length > 1 ? pairs.slice(0, -1) : pairs
  const found = new Uint16Array(segment.keys.length * 2)
  wanted.forEach((pair, at) => {
    const count = (isDescription: number) => (number: number) => {
      const place = number * 2 + isDescription
      if (found[place] === at) found[place] = at + 1
    }
    eachWordWith(segment, pair, true, (word, field) => {
      eachNumber(segment, word, count(field === codeOfDescription ? 1 : 0))
    })
  })
  segment.keys.forEach((key, number) => {
    if (found[number * 2 + 1] === wanted.length) raiseTo(grades, grade.description)(key)
    if (found[number * 2] === wanted.length) raiseTo(grades, grade.part)(key)
  })
}

type OnWord = (word: number, field: number, isPrefix: boolean, isWhole: boolean) => void

/** Tells the words of a segment that have the term in them, or, when they must, begin with it. */
function eachWordWith(
  { words, wordStarts }: SearchedSegment,
  term: string,
  mustBegin: boolean,
  onWord: OnWord
): void {
  const bytes = Buffer.from(term)
  let word = 0
  for (let at = words.indexOf(bytes); at >= 0;) {
    word = lineAt(wordStarts, at, word)
    const start = wordStarts[word] ?? 0
    // The field stands before the word: a hit there begins before it.
    const isInField = at === start
    const isPrefix = at === start + 1
    if (!isInField && (isPrefix || !mustBegin)) {
      onWord(word, words[start] ?? 0, isPrefix, isPrefix && words[at + bytes.length] === lineFeed)
    }
    // One hit tells of the word; where the field looked like its beginning, the word itself is still to be looked at.
    at = words.indexOf(bytes, isInField ? at + 1 : (wordStarts[word + 1] ?? words.length))
  }
}

/** The line that a place is on, at or after a line that is not after it: by doubling steps, then halving. */
function lineAt(starts: Uint32Array, at: number, from: number): number {
  let step = 1
  while (from + step < starts.length && (starts[from + step] ?? 0) <= at) step *= 2
  let [low, high] = [from + (step >>> 1), Math.min(from + step, starts.length)]
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if ((starts[middle] ?? 0) <= at) low = middle
    else high = middle
  }
  return low
}

/** The keys of the products that have a word; 0 among them for those that are in a later segment. */
function eachProduct(segment: SearchedSegment, word: number, onKey: (key: number) => void): void {
  const { keys } = segment
  eachNumber(segment, word, (number) => {
    onKey(keys[number] ?? 0)
  })
}

function eachNumber(
  { ends, lists }: SearchedSegment,
  word: number,
  onNumber: (number: number) => void
): void {
  const bytes = lists(word === 0 ? 0 : (ends[word - 1] ?? 0), ends[word] ?? 0)
  let number = -1
  for (let at = 0; at < bytes.length; at++) {
    let byte = bytes[at] ?? 0
    let distance = byte & 0x7f
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = bytes[++at] ?? 0
      distance |= (byte & 0x7f) << shift
    }
    number += distance
    onNumber(number)
  }
}

/** Ids have the term in them, or, when they must, a word of theirs begins with it. */
function gradeIds(segment: SearchedSegment, term: string, mustBegin: boolean, grades: Uint8Array): void {
  const { ids, idStarts, keys } = segment
  const bytes = Buffer.from(term)
  let number = 0
  for (let at = ids.indexOf(bytes); at >= 0;) {
    number = lineAt(idStarts, at, number)
    const start = idStarts[number] ?? 0
    if (mustBegin && !beginsWord(ids, start, at)) {
      at = ids.indexOf(bytes, at + 1)
      continue
    }
    raiseTo(grades, at === start ? grade.namePrefix : grade.part)(keys[number] ?? 0)
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

function beginsWord(ids: Buffer, start: number, at: number): boolean {
  if (at === start) return true
  const before = ids[at - 1] ?? 0
  if (before < 0x80) return isAsciiWord[before] !== true
  const character = Array.from(ids.toString('utf8', start, at)).at(-1) ?? ''
  return wordsOf(character).length === 0 || isUnspaced(character)
}

const isAsciiWord = Array.from({ length: 128 }, (_, unit) => /[a-z0-9]/.test(String.fromCharCode(unit)))
