import { noFilters } from '../../../electron/contract/empty-query'
import { showFiltered } from './open-list'

/** Lists the product of a connection with this id, and others of whose id it is a part. */
export function showProduct(connectionId: string, productId: string): Promise<void> {
  // More is cut by the searchbox too.
  return showFiltered(connectionId, noFilters, productId.slice(0, 200))
}
