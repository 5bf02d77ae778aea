import { fold, isSigns, searchTerms, sizeParts } from '../../contract/fold'
import { keysWithId } from './ids'
import type { SearchIndex } from './index'
import { grade, gradeTerm } from './grade-term'
import { foldId } from './segment'

/** What is searched for. */
export interface Search {
  /** Folded words, or signs where there are no words; all must be found. */
  terms: string[]
  /** The whole of it, folded: whose id it is comes first. */
  whole: string
}

/** null: the text has nothing but spaces, and everything is listed. */
export function toSearch(text: string): Search | null {
  const terms = searchTerms(text)
  return terms.length === 0 ? null : { terms, whole: foldId(fold(text)) }
}

/** How well products match, by key. */
export interface Scores {
  /** Higher is better; 0: no match. That of key 0 means nothing. */
  of: Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer>
  /** None is higher. */
  best: number
}

/** Grades of recent words: while somebody types, only the last word is new. One byte a product each. */
export interface GradeMemory {
  version: number
  grades: Map<string, Uint8Array<ArrayBuffer>>
}

export function emptyMemory(): GradeMemory {
  return { version: -1, grades: new Map() }
}

const mostRemembered = 6

/**
 * Scores the products (keys up to `highest`) that have all terms in their name, description or id. A product whose whole id is the search
 * text comes first.
 */
export function searchProducts(
  index: SearchIndex,
  memory: GradeMemory,
  { terms, whole }: Search,
  highest: number
): Scores {
  if (memory.version !== index.version) memory.grades.clear()
  memory.version = index.version
  const most = terms.length * grade.first
  const grades = terms.map((term) => gradesOf(index, memory, term, highest).subarray(0, highest + 1))
  const known = index.segments.flatMap((segment) => keysWithId(segment, whole))
  const [only] = grades
  if (only !== undefined && grades.length === 1 && known.length === 0) return { of: only, best: most }
  const best = most + 1
  // Sums fit into a byte unless somebody types very many words; always using 16 bits would be slower.
  const scores = best <= 0xff ? new Uint8Array(highest + 1) : new Uint16Array(highest + 1)
  for (const [at, some] of grades.entries()) {
    if (at === 0) scores.set(some)
    else addGrades(scores, some)
  }
  for (const key of known) if ((scores[key] ?? 0) > 0) scores[key] = best
  return { of: scores, best }
}

/** Adds the grades of one more term; a product without it scores 0. */
function addGrades(scores: Scores['of'], grades: Uint8Array): void {
  for (let key = 0; key < scores.length; key++) {
    const value = grades[key] ?? 0
    const before = scores[key] ?? 0
    // Without a branch, which would be mispredicted often.
    scores[key] = (before + value) & -(Number(before !== 0) & Number(value !== 0))
  }
}

/** Raises the grades of the products that have all of some terms to the lowest grade of theirs. */
function raiseWithAll(grades: Uint8Array, others: readonly Uint8Array[]): void {
  for (let key = 0; key < grades.length; key++) {
    let lowest = 0xff
    for (const some of others) lowest = Math.min(lowest, some[key] ?? 0)
    if ((grades[key] ?? 0) < lowest) grades[key] = lowest
  }
}

function gradesOf(
  index: SearchIndex,
  memory: GradeMemory,
  term: string,
  highest: number
): Uint8Array<ArrayBuffer> {
  const { grades } = memory
  const known = grades.get(term)
  if (known !== undefined && known.length > highest) {
    grades.delete(term)
    grades.set(term, known)
    return known
  }
  const made = new Uint8Array(highest + 1)
  if (isSigns(term)) index.gradeSigns(term, made)
  else for (const segment of index.segments) gradeTerm(segment, term, made, index.findInTexts)
  const numbers = sizeParts(term)
  if (numbers.length > 1) {
    raiseWithAll(
      made,
      numbers.map((number) => gradesOf(index, memory, number, highest))
    )
  }
  grades.set(term, made)
  const [oldest] = grades.keys()
  if (grades.size > mostRemembered && oldest !== undefined) grades.delete(oldest)
  return made
}
