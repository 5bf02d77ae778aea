import { call } from '../../bridge'
import type { ProductQuery } from '../../../electron/contract/product-query'
import type { AnchoredProduct } from '../list/row-moves'

/** A list as the catalog is asked about it. */
interface AskedList {
  connectionId: string
  /** null: none is shown. */
  shown: ProductQuery | null
}

/** Where the catalog has a product in the list, from 0; null: nowhere, or it could not be asked. */
export async function placeOf(
  { connectionId, shown: productQuery }: AskedList,
  productId: string
): Promise<number | null> {
  if (productQuery === null) return null
  const answer = await call('products:place', { connectionId, productQuery, productId })
  return answer.ok && answer.value !== null ? answer.value - 1 : null
}

/** The first of these that the list still has; null: none, or the catalog could not be asked. */
export async function firstListed(
  { connectionId, shown: productQuery }: AskedList,
  products: readonly AnchoredProduct[]
): Promise<AnchoredProduct | null> {
  if (productQuery === null || products.length === 0) return null
  const ids = products.map(({ id }) => id)
  const answer = await call('products:listed', { connectionId, productQuery, ids })
  const listed = answer.ok ? answer.value : []
  return products.find(({ id }) => listed.includes(id)) ?? null
}
