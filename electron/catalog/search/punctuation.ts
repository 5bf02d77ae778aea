import type { DatabaseSync } from 'node:sqlite'
import { fold, isSigns } from '../../contract/fold'
import { grade } from './ranking'

/** Raises the grades (by key) of the products that have signs in their name, description or id. */
export type SignSearch = (signs: string, grades: Uint8Array) => void

/** Where signs stand that fold to others: punctuation and symbols, and the wide and small forms of Chinese and Japanese. */
const folding = [
  [0xa0, 0x00bf],
  [0x2000, 0x33ff],
  [0xfe10, 0xffef]
] as const

let spellings: Map<string, string[]> | null = null

/** The signs as they may be written: `%` is also a wide `％`. */
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
 * Looks for signs in the texts themselves, since the index has words alone. It goes through all products without an
 * index of SQLite's: 0.1 s for 100,000. Within a transaction of the caller's.
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
