import type { CatalogDb, CatalogProduct, ListAnswer } from '../catalog/types'
import { fail, ok, type Result } from '../contract/failure'
import { isUnfiltered } from '../contract/empty-query'
import type { ProductQuery } from '../contract/product-query'
import type { ReviewFiles } from './reviews-db'
import type { MarkedProduct } from './write/mark'

/** Products that are read from the copy at once: a page of the screen takes no longer to be answered meanwhile. */
const batch = 1000

export interface StageDeps {
  files: Pick<ReviewFiles, 'ask'>
  copy: Pick<CatalogDb, 'read'>
}

/** A list as a person sees it, with how many products they were told that it has. */
export interface ToldList {
  productQuery: ProductQuery
  count: number
}

/**
 * Puts all products of a list together in the thread, for a call that is then about all of them; how many there are. Only one
 * list at a time. Fails with `input-invalid`, field `count`, where the list has not as many as were told.
 */
export async function stageList(
  { files, copy }: StageDeps,
  connectionId: string,
  list: ToldList,
  staged: (product: CatalogProduct) => MarkedProduct
): Promise<Result<number>> {
  let count = 0
  let first = true
  for await (const products of batchesOf(copy, connectionId, list)) {
    if (!products.ok) return products
    const put = await files.ask('stage', connectionId, { first, products: products.value.map(staged) })
    if (!put.ok) return put
    count = put.value
    first = false
  }
  return ok(count)
}

/** The products of a list, some at a time; each read is under way while what came before is put together. */
async function* batchesOf(
  copy: StageDeps['copy'],
  connectionId: string,
  list: ToldList
): AsyncIterable<Result<CatalogProduct[]>> {
  const read = (offset: number): ReturnType<CatalogDb['read']> =>
    copy.read(connectionId, { productQuery: list.productQuery, offset, limit: batch })
  let next = read(0)
  for (let offset = 0; ; offset += batch) {
    const answer = await next
    if (!answer.ok) return yield answer
    if (!isAsTold(answer.value, list)) return yield otherCount
    const isLast = offset + batch >= answer.value.count
    if (!isLast) next = read(offset + batch)
    yield ok(answer.value.items)
    if (isLast) return
  }
}

type ListCounts = Pick<ListAnswer, 'count' | 'coverage'>

const otherCount = fail('input-invalid', { field: 'count', reason: 'The list is not any more what it was.' })

/**
 * Whether the list still has as many entries as the person was told. The store's own list is counted in several ways: the window
 * tells products, of which there are fewer than items where some are listed twice or cannot be read (fault 133).
 */
function isAsTold({ count: entries, coverage }: ListCounts, { productQuery, count }: ToldList): boolean {
  if (entries === count) return true
  const { products, total, here } = coverage
  return isUnfiltered(productQuery) && [products, total, here].includes(count)
}

/** A product of which only the id matters. */
export function unseen({ id }: { id: string }): MarkedProduct {
  return { id, seen: null, content: null }
}
