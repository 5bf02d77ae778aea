import type { DatabaseSync } from 'node:sqlite'
import { fold } from '../../contract/fold'

/** Tells which of some products (by key) have a folded word of writing without spaces in their name or description. */
export type TextSearch = (
  column: 'name' | 'description',
  keys: readonly number[],
  term: string,
  onFound: (key: number) => void
) => void

/** Rows read at once: some hundred kilobytes where texts are long. */
const keysAtOnce = 1000

/**
 * Looks into the texts themselves, where the index has only pairs of characters of such writing and not where they stand: 1 µs
 * for a name, some for a long description. Within a transaction of the caller's.
 */
export function createTextSearch(db: DatabaseSync): TextSearch {
  return (column, keys, term, onFound) => {
    // By the primary key. All at once: to ask for one row after the other takes twice as long.
    const statement = db.prepare(
      `SELECT product.key, product.${column} FROM json_each(?) AS wanted
       CROSS JOIN product ON product.key = wanted.value`
    )
    statement.setReturnArrays(true)
    for (let at = 0; at < keys.length; at += keysAtOnce) {
      const rows = statement.all(JSON.stringify(keys.slice(at, at + keysAtOnce)))
      for (const row of rows) {
        const [key, text] = row as unknown as [key: number, text: string | null]
        if (text !== null && hasUnspaced(text, term)) onFound(key)
      }
    }
  }
}

/**
 * Texts in which what folds to writing without spaces is that writing already, whatever stands beside it, but for one Thai vowel:
 * Latin, punctuation, symbols, Thai, kana, Chinese characters, Korean syllables, wide Latin.
 */
const plain =
  /^[\0-\u00ac\u00ae-\u024f\u2010-\u2026\u20ac\u2122\u2190-\u23ff\u2500-\u27bf\u0e01-\u0e5b\u3000-\u3029\u3041-\u3096\u309d\u309e\u30a0-\u30fe\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e]*$/
// Thai marks that folding puts in an order, and those that do not stand in it.
const mark = /[\u0e38-\u0e3a\u0e48-\u0e4b]/
const reordered = /[\u0e48-\u0e4b][\u0e38-\u0e3a]|[\u0e38\u0e39]\u0e3a/
const saraAm = '\u0e33'
const foldedSaraAm = fold(saraAm)

/** Whether a text has a folded word of writing without spaces in it: without folding it, where that is known to change nothing. */
export function hasUnspaced(text: string, term: string): boolean {
  const at = text.indexOf(term)
  if (at >= 0 && isPlain(term) && isPlain(text.charAt(at + term.length))) return true
  if (!plain.test(text) || reordered.test(text)) return fold(text).includes(term)
  return at >= 0 || (text.includes(saraAm) && text.replaceAll(saraAm, foldedSaraAm).includes(term))
}

/** Whether a piece of a text is plain, and nothing of it comes before what stands before it. */
function isPlain(piece: string): boolean {
  return plain.test(piece) && !mark.test(piece.charAt(0))
}
