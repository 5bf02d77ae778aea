import type { DatabaseSync } from 'node:sqlite'
import { searchTerms } from '../../contract/fold'
import type { ProductQuery } from '../../contract/product-query'
import type { CatalogProduct, ListAnswer, ListQuestion } from '../types'
import type { ProductList } from './product-list'
import { oldestReading, readProducts, type PlaceOf } from './rows'
import { listUnreadable } from './unreadable-items'
import type { Standing } from './summary'

/** A list that was found, and what was searched for. */
export interface FoundList {
  list: ProductList
  placeOf: PlaceOf
  terms: string[]
}

/** The rows asked for of a narrowed list. Within a transaction of the caller's. */
export function answerWith(
  db: DatabaseSync,
  question: ListQuestion,
  found: FoundList,
  standing: Standing
): ListAnswer {
  const { productQuery, offset, limit } = question
  const items = readProducts(db, found.list.keys(offset, limit), found.placeOf, standing.lastRun)
  const positions = items.flatMap(({ position }: CatalogProduct) => position ?? [])
  return {
    ...ofCopy(db, positions, items.length, standing),
    items,
    setAside: [],
    count: found.list.count,
    order: orderOf(productQuery),
    terms: found.terms
  }
}

/** The rows asked for of the items that were set aside. Within a transaction of the caller's. */
export function answerUnreadable(
  db: DatabaseSync,
  { productQuery, offset, limit }: ListQuestion,
  standing: Standing
): ListAnswer {
  const all = listUnreadable(db, productQuery)
  const setAside = all.slice(offset, offset + limit)
  const positions = setAside.map(({ position }) => position)
  const by = productQuery.sort?.by ?? 'place'
  return {
    ...ofCopy(db, positions, setAside.length, standing),
    items: [],
    setAside,
    count: all.length,
    order: by === 'id' || by === 'name' || productQuery.sort?.descending === true ? 'sorted' : 'store',
    terms: searchTerms(productQuery.search)
  }
}

/** What is said of the copy with any list. Products without a place are as old as the oldest part of the copy. */
function ofCopy(
  db: DatabaseSync,
  positions: readonly number[],
  rows: number,
  { facts, coverage }: Standing
): Pick<ListAnswer, 'coverage' | 'hasGaps' | 'readAt' | 'form'> {
  const readAt = rows === 0 ? null : (oldestReading(db, positions) ?? coverage.asOf)
  return { coverage, hasGaps: false, readAt, form: facts.form ?? 'full' }
}

function orderOf({ search, sort }: ProductQuery): ListAnswer['order'] {
  if (sort !== null) return sort.by === 'place' && !sort.descending ? 'store' : 'sorted'
  return searchTerms(search).length > 0 ? 'relevance' : 'store'
}
