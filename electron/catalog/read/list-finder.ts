import type { ProductQuery } from '../../contract/product-query'
import { createMatcher, type Conditions } from './filters/matcher'
import { listByScore, listInOrder, type ProductList } from './product-list'

export interface ListParts extends Omit<Conditions, 'filters'> {
  /** All products, each once, in the order that is asked for; the store's where they come by how well they match. */
  sequence: Uint32Array
}

/** Finds the products that are listed, by searching and filtering all of them. */
export type ListFinder = (productQuery: ProductQuery, parts: ListParts) => ProductList

export function createListFinder(): ListFinder {
  const match = createMatcher()
  return ({ filters, sort }, parts) => {
    const { sequence, scores } = parts
    const matches = match({ ...parts, filters })
    return sort === null && scores !== null
      ? listByScore(sequence, matches, scores)
      : listInOrder(sequence, matches)
  }
}
