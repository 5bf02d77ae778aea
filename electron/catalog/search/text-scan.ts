import type { DatabaseSync } from 'node:sqlite'
import { fold, isSigns } from '../../contract/fold'
import { grade } from './grade-term'

/** Calls back with those of some products, by key, whose name or description contains a folded word of writing without spaces. */
export type TextSearch = (
  column: 'name' | 'description',
  keys: readonly number[],
  term: string,
  onFound: (key: number) => void
) => void

/** Rows read at once: some hundred kilobytes where texts are long. */
const keysAtOnce = 1000

/**
 * Scans the texts themselves, where the index has pairs of characters without positions: 1 µs for a name, several for a long description.
 * Within a transaction of the caller.
 */
export function createTextSearch(db: DatabaseSync): TextSearch {
  return (column, keys, term, onFound) => {
    // By the primary key, all at once: single rows take twice as long.
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
// Thai marks that folding reorders, and sequences that are not in that order.
const mark = /[\u0e38-\u0e3a\u0e48-\u0e4b]/
const reordered = /[\u0e48-\u0e4b][\u0e38-\u0e3a]|[\u0e38\u0e39]\u0e3a/
const saraAm = '\u0e33'
const foldedSaraAm = fold(saraAm)

/** Whether a text contains a folded word of writing without spaces; folds the text only where that may change it. */
export function hasUnspaced(text: string, term: string): boolean {
  const at = text.indexOf(term)
  if (at >= 0 && isPlain(term) && isPlain(text.charAt(at + term.length))) return true
  if (!plain.test(text) || reordered.test(text)) return fold(text).includes(term)
  return at >= 0 || (text.includes(saraAm) && text.replaceAll(saraAm, foldedSaraAm).includes(term))
}

/** Whether folding changes nothing in a piece of text nor moves its first character. */
function isPlain(piece: string): boolean {
  return plain.test(piece) && !mark.test(piece.charAt(0))
}

/** Raises the grades (by key) of the products with this punctuation in their name, description or id. */
export type SignSearch = (signs: string, grades: Uint8Array) => void

/** Ranges of punctuation that folds to other punctuation: symbols, and the wide and small forms of Chinese and Japanese. */
const folding = [
  [0xa0, 0x00bf],
  [0x2000, 0x33ff],
  [0xfe10, 0xffef]
] as const

let spellings: Map<string, string[]> | null = null

/** The spellings of punctuation: `%` is also a wide `％`. */
function spellingsOf(signs: string): string[] {
  spellings ??= otherSpellings()
  return [signs, ...(spellings.get(signs) ?? [])]
}

function otherSpellings(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [first, last] of folding) {
    for (let unit = first; unit <= last; unit++) {
      const sign = String.fromCharCode(unit)
      const folded = fold(sign)
      if (folded === sign || folded.trim() === '' || !isSigns(folded)) continue
      found.set(folded, [...(found.get(folded) ?? []), sign])
    }
  }
  return found
}

/**
 * Scans all texts for punctuation, since the index has words alone: 0.1 s for 100,000 products. Within a transaction of the caller.
 */
export function createSignSearch(db: DatabaseSync): SignSearch {
  return (signs, grades) => {
    const written = spellingsOf(signs)
    const has = (column: string): string =>
      written.map((_, at) => `instr(${column}, ?${at + 1}) > 0`).join(' OR ')
    const statement = db.prepare(
      `SELECT key, ${has('name')} OR ${has('id')} AS named FROM product
       WHERE ${has('name')} OR ${has('id')} OR ${has('description')}`
    )
    statement.setReturnArrays(true)
    for (const row of statement.iterate(...written)) {
      const [key, named] = row as unknown as [key: number, named: number]
      grades[key] = named === 1 ? grade.part : grade.descriptionPart
    }
  }
}
