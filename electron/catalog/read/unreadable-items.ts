import type { DatabaseSync } from 'node:sqlite'
import { fold, isFoundInside, isSigns, shortestPart, wordsOf } from '../../contract/fold'
import type { ProductQuery } from '../../contract/product-query'
import type { SetAsideItem } from '../../contract/product'
import { foldId } from '../search/segment'
import { sortTextOf } from '../sort/text'
import { toSearch, type Search } from '../search/search'

/**
 * The items that could not be read, narrowed by the search over what is known of them (id and name) and sorted by either; other
 * filters and columns say nothing of them. There are few, so that they are gone through one by one.
 */
export function listUnreadable(db: DatabaseSync, { search, sort }: ProductQuery): SetAsideItem[] {
  const rows = db
    .prepare('SELECT position, reason, id, name FROM set_aside ORDER BY position')
    .all() as unknown as SetAsideItem[]
  const wanted = toSearch(search)
  const items = rows.filter((item) => wanted === null || has(item, wanted)).map((item) => ({ ...item }))
  const by = sort?.by ?? 'place'
  const sign = sort?.descending === true ? -1 : 1
  if (by === 'place') return sign === 1 ? items : items.reverse()
  if (by !== 'id' && by !== 'name') return items
  const texts = new Map(
    items.map((item) => [item, item[by] === '' ? null : Buffer.from(sortTextOf(by, item[by]))])
  )
  return items.sort((a, b) => compare(texts.get(a) ?? null, texts.get(b) ?? null, sign))
}

/** Those without a text come last in either direction; equals stay as they are. */
function compare(a: Buffer | null, b: Buffer | null, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return sign * Buffer.compare(a, b)
}

function has({ id, name }: SetAsideItem, { terms }: Search): boolean {
  const texts = [foldId(id), fold(name)]
  return terms.every((term) => texts.some((text) => hasTerm(text, term)))
}

/** Whether a folded text has signs, or a word: whole, or as a word's beginning or part. */
function hasTerm(text: string, term: string): boolean {
  if (isSigns(term) || isFoundInside(term, shortestPart.name)) return text.includes(term)
  return wordsOf(text).some((word) => word.startsWith(term))
}
