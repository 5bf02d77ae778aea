import type { CatalogDb, ListAnswer } from '../../../electron/catalog/types'
import { facetNames, type Facets } from '../../../electron/contract/facets'
import type { ProductQuery } from '../../../electron/contract/product-query'
import type { Bare } from './bare'

export interface ReadingInput {
  /** Holds the copy as `bench/catalog.sqlite`. */
  folder: string
  wanted: ('P6' | 'P7' | 'P8')[]
  /** Most ms (p95) of a page in the store's order, of a narrowed one and of a search. */
  budget: { page: number; narrowed: number; search: number }
  /** Products, for people. */
  size: string
  repetitions: number
}

/** What the measures of reading share. */
export interface Asking {
  input: ReadingInput
  /** Asks the copy as the main process does, through the reading worker; 100 rows from an offset. */
  read: (productQuery: ProductQuery, offset: number) => Promise<ListAnswer>
  /** Counts the values of all filters that are in sight at once. */
  count: (productQuery: ProductQuery) => Promise<Facets>
  bare: Bare
}

export const pageSize = 100

export function readFrom(copy: CatalogDb): Asking['read'] {
  return async (productQuery, offset) => {
    const answer = await copy.read('bench', { productQuery, offset, limit: pageSize })
    if (!answer.ok) throw new Error(`Not read: ${JSON.stringify(answer.failure)}`)
    return answer.value
  }
}

/** All but those that are folded in the window's panel. */
const inSight = facetNames.filter((name) => !['picture-host', 'reviewer', 'reasons'].includes(name))

export function countFrom(copy: CatalogDb): Asking['count'] {
  return async (productQuery) => {
    const answer = await copy.facets('bench', productQuery, inSight)
    if (!answer.ok) throw new Error(`Not counted: ${JSON.stringify(answer.failure)}`)
    return answer.value
  }
}
