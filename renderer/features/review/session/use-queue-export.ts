import type { ProductQuery } from '../../../../electron/contract/product-query'
import { call } from '../../../bridge'
import { useExports, useListExport } from '../../export'

/** Returns what asks how the products of a queue are to be exported; of one that holds nothing the list of products is offered. */
export function useQueueExport(
  connectionId: () => string,
  productQuery: () => ProductQuery
): () => Promise<void> {
  const exports = useExports()
  const exportProducts = useListExport()

  return async () => {
    const [id, of] = [connectionId(), { productQuery: productQuery() }]
    const answer = await call('products:sizes', { connectionId: id, productQueries: [of.productQuery] })
    const count = answer.ok ? (answer.value[0] ?? null) : null
    // Of nothing there is no file.
    if (count === 0) await exportProducts()
    else await exports.ask({ connectionId: id, of, count, isSelection: false })
  }
}
