import { characters, isFoundInside, isUnspaced, shortestPart } from '../../contract/fold'
import { eachIdWith } from './search-ids'
import type { SearchedSegment } from './search-index'
import { lineAt } from './search-lines'
import type { TextSearch } from './search-texts'
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
  if (mustBegin) eachWordFrom(segment, term, onWord)
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

function raise(grades: Uint8Array, key: number, value: number): void {
  if ((grades[key] ?? 0) < value) grades[key] = value
}

/**
 * Of writing without spaces all pairs of characters that follow each other in the term must be in the name, or all in the
 * description. Where they are in it the index does not know: more than one may stand apart, and the texts tell.
 */
function gradeUnspaced(
  segment: SearchedSegment,
  term: string,
  grades: Uint8Array,
  findInTexts: TextSearch
): void {
  const pairs = pairsOf(term)
  // The last character alone says nothing that the pair before it does not.
  const wanted = pairs.length > 1 ? pairs.slice(0, -1) : pairs
  const found = new Uint16Array(segment.keys.length * 2)
  wanted.forEach((pair, at) => {
    const count = (isDescription: number) => (number: number) => {
      const place = number * 2 + isDescription
      if (found[place] === at) found[place] = at + 1
    }
    eachWordFrom(segment, pair, (word, field) => {
      eachNumber(segment, word, count(field === codeOfDescription ? 1 : 0))
    })
  })
  const gradeField = (column: 'name' | 'description', place: 0 | 1, value: number): void => {
    const keys: number[] = []
    for (const [number, key] of segment.keys.entries()) {
      if (found[number * 2 + place] === wanted.length && (grades[key] ?? 0) < value) keys.push(key)
    }
    const onFound = (key: number): void => raise(grades, key, value)
    if (wanted.length > 1) findInTexts(column, keys, term, onFound)
    else keys.forEach(onFound)
  }
  gradeField('name', 0, grade.part)
  gradeField('description', 1, grade.description)
}

type OnWord = (word: number, field: number, isPrefix: boolean, isWhole: boolean) => void

/** Tells the words of a segment that begin with the term: in each field they follow each other. */
function eachWordFrom({ words, wordStarts }: SearchedSegment, term: string, onWord: OnWord): void {
  const count = wordStarts.length - 1
  const textOf = (word: number): string =>
    words.toString('utf8', wordStarts[word], (wordStarts[word + 1] ?? 0) - 1)
  for (const field of Object.values(fields)) {
    const wanted = field + term
    let [low, high] = [0, count]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (textOf(middle) < wanted) low = middle + 1
      else high = middle
    }
    for (let word = low; word < count; word++) {
      const text = textOf(word)
      if (!text.startsWith(wanted)) break
      onWord(word, field.charCodeAt(0), true, text.length === wanted.length)
    }
  }
}

/** Tells the words of a segment that have the term in them. */
function eachWordWith({ words, wordStarts }: SearchedSegment, term: string, onWord: OnWord): void {
  const bytes = Buffer.from(term)
  let word = 0
  for (let at = words.indexOf(bytes); at >= 0;) {
    word = lineAt(wordStarts, at, word)
    const start = wordStarts[word] ?? 0
    // The field stands before the word: a hit there begins before it, and the word itself is still to be looked at.
    const isInField = at === start
    const isPrefix = at === start + 1
    if (!isInField) {
      onWord(word, words[start] ?? 0, isPrefix, isPrefix && words[at + bytes.length] === lineFeed)
    }
    at = words.indexOf(bytes, isInField ? at + 1 : (wordStarts[word + 1] ?? words.length))
  }
}

/** Raises the grades of the products that have a word; key 0 stands for those that are in a later segment. */
function raiseProducts(segment: SearchedSegment, word: number, value: number, grades: Uint8Array): void {
  const { keys } = segment
  const bytes = listOf(segment, word)
  let number = -1
  // As in `eachNumber`, but a call for each of millions would take twice as long.
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

function eachNumber(segment: SearchedSegment, word: number, onNumber: (number: number) => void): void {
  const bytes = listOf(segment, word)
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

function listOf({ spans, lists }: SearchedSegment, word: number): Uint8Array {
  return lists(spans[word * 2] ?? 0, spans[word * 2 + 1] ?? 0)
}
