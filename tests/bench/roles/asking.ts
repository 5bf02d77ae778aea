import type { CatalogDb, ListAnswer } from '../../../electron/catalog/types'
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
