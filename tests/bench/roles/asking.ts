import type { CatalogCopy, ListAnswer } from '../../../electron/catalog/types'
import type { Narrowing } from '../../../electron/contract/product-query'
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
  read: (narrowing: Narrowing, offset: number) => Promise<ListAnswer>
  bare: Bare
}

export const pageSize = 100

export function readFrom(copy: CatalogCopy): Asking['read'] {
  return async (narrowing, offset) => {
    const answer = await copy.read('bench', { narrowing, offset, limit: pageSize })
    if (!answer.ok) throw new Error(`Not read: ${JSON.stringify(answer.failure)}`)
    return answer.value
  }
}
