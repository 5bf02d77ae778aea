import type { ProductService } from './product-service'
import type { CatalogDb } from './types'
import { fail, ok } from '../contract/failure'
import { emptyQuery } from '../contract/empty-query'
import type { HandlersOf } from '../contract/handlers'

export interface CatalogHandlersDeps {
  db: Pick<CatalogDb, 'takeNotice' | 'read'>
  products: Pick<ProductService, 'page' | 'products' | 'listed'>
  /** To look for the copy of a connection that does not exist would make one. */
  isKnown: (connectionId: string) => boolean
}

/** Looking for a word that no product is expected to have takes all that looking for another does, and brings no rows. */
const forNothing = { productQuery: { ...emptyQuery, search: 'zqxjzqxjzqxj' }, offset: 0, limit: 1 }

export function catalogHandlers({
  db,
  products,
  isKnown
}: CatalogHandlersDeps): HandlersOf<'catalog' | 'products'> {
  return {
    'catalog:notice': async ({ connectionId }) =>
      isKnown(connectionId) ? ok(await db.takeNotice(connectionId)) : fail('connection-unknown'),
    'catalog:warm-search': async ({ connectionId }) => {
      if (!isKnown(connectionId)) return fail('connection-unknown')
      const answer = await db.read(connectionId, forNothing)
      return answer.ok ? ok(null) : answer
    },
    'products:page': (question) => products.page(question),
    'products:of': ({ connectionId, ids }) => products.products(connectionId, ids),
    'products:listed': ({ connectionId, productQuery, ids }) =>
      products.listed(connectionId, productQuery, ids)
  }
}
