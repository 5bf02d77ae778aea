import { fold, joinSizes, wordsOf } from '../../../electron/contract/fold'

/** What is typed, and how well words fit it: the less, the better. */
const fit = { beginning: 0, words: 1, within: 2, beginnings: 3 }

/** Whether a term can be put together from the beginnings of words in their order: `exsel` of "Export selected". */
function isOfBeginnings(term: string, words: readonly string[]): boolean {
  if (term === '') return true
  return words.some((word, at) => {
    const rest = words.slice(at + 1)
    for (let length = Math.min(word.length, term.length); length > 0; length -= 1) {
      if (word.startsWith(term.slice(0, length)) && isOfBeginnings(term.slice(length), rest)) return true
    }
    return false
  })
}

function fitOf(term: string, folded: string, words: readonly string[]): number | null {
  if (words.some((word) => word.startsWith(term))) return fit.words
  if (folded.includes(term)) return fit.within
  return isOfBeginnings(term, words) ? fit.beginnings : null
}

/**
 * How well words fit what was typed, whatever its case and accents, 0 for the best; null: not at all. Every word that was typed
 * must be found: as a beginning, as a part, or in the beginnings of several.
 */
export function fitness(text: string, typed: string): number | null {
  const [folded, query] = [joinSizes(fold(text)), joinSizes(fold(typed)).trim()]
  if (query === '' || folded.startsWith(query)) return fit.beginning
  const words = wordsOf(folded)
  let worst = fit.beginning
  for (const term of query.split(/\s+/u)) {
    const found = fitOf(term, folded, words)
    if (found === null) return null
    worst = Math.max(worst, found)
  }
  return worst
}
