import { fold, isSigns, searchTerms } from '../../contract/fold'
import { keysWithId } from './search-ids'
import type { SearchIndex } from './search-index'
import { gradeTerm } from './search-words'
import { foldId } from './word-index-segment'

/** What is searched for. */
export interface Search {
  /** Folded words, or signs where there are no words; all must be found. */
  terms: string[]
  /** The whole of it, folded: whose id it is comes first. */
  whole: string
}

/** null when there is nothing but spaces in the text: then nothing is searched for, and everything listed. */
export function toSearch(text: string): Search | null {
  const terms = searchTerms(text)
  return terms.length === 0 ? null : { terms, whole: foldId(fold(text)) }
}

/** By key how well products match, higher is better; 0: not at all. */
export type Scores = Uint16Array<ArrayBuffer>

/** The score of a product whose id is what is searched for: above all that words can add up to. */
const idScore = 0x8000

/** Grades of the words that were searched for lately: as one types, only the last word is new. One byte a product each. */
export interface GradeMemory {
  version: number
  grades: Map<string, Uint8Array<ArrayBuffer>>
}

export function emptyMemory(): GradeMemory {
  return { version: -1, grades: new Map() }
}

const mostRemembered = 6

/** Finds the products (keys up to `highest`) that have all terms, each in their name, description or id. */
export function searchProducts(
  index: SearchIndex,
  memory: GradeMemory,
  { terms, whole }: Search,
  highest: number
): Scores {
  if (memory.version !== index.version) memory.grades.clear()
  memory.version = index.version
  const scores = new Uint16Array(highest + 1)
  for (const [at, term] of terms.entries())
    addGrades(scores, gradesOf(index, memory, term, highest), at === 0)
  for (const segment of index.segments) {
    for (const key of keysWithId(segment, whole)) if ((scores[key] ?? 0) > 0) scores[key] = idScore
  }
  scores[0] = 0
  return scores
}

/** A product scores when it has all terms; the more, the better it has them. */
function addGrades(scores: Scores, grades: Uint8Array, isFirst: boolean): void {
  if (isFirst) {
    scores.set(grades.subarray(0, scores.length))
    return
  }
  for (let key = 0; key < scores.length; key++) {
    const grade = grades[key] ?? 0
    const before = scores[key] ?? 0
    scores[key] = grade === 0 || before === 0 ? 0 : before + grade
  }
}

function gradesOf(
  index: SearchIndex,
  { grades }: GradeMemory,
  term: string,
  highest: number
): Uint8Array<ArrayBuffer> {
  const known = grades.get(term)
  if (known !== undefined && known.length > highest) {
    grades.delete(term)
    grades.set(term, known)
    return known
  }
  const made = new Uint8Array(highest + 1)
  if (isSigns(term)) index.gradeSigns(term, made)
  else for (const segment of index.segments) gradeTerm(segment, term, made)
  grades.set(term, made)
  const [oldest] = grades.keys()
  if (grades.size > mostRemembered && oldest !== undefined) grades.delete(oldest)
  return made
}
