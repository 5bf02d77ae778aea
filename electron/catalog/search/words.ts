import { characters, isFoundInside, isUnspaced, shortestPart } from '../../contract/fold'
import { eachIdWith } from './ids'
import type { SearchedSegment } from './index'
import { grade, raise } from './ranking'
import { lineAt } from './lines'
import { eachWordFrom, listOf, type OnWord } from './lists'
import type { TextSearch } from './texts'
import { gradeUnspaced } from './unspaced'
import { fields } from './segment'

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
  // As in `numbersOf`, but millions of numbers need not be held.
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
