import type { ProductService } from './product-service'
import type { CatalogDb } from './types'
import { fail, ok } from '../contract/failure'
import { emptyQuery } from '../contract/empty-query'
import type { HandlersOf } from '../contract/handlers'

export interface CatalogHandlersDeps {
  db: Pick<CatalogDb, 'takeNotice' | 'read' | 'sizes'>
  products: Pick<ProductService, 'page' | 'products' | 'listed'>
  /** Reading would create the catalog of an unknown connection. */
  isKnown: (connectionId: string) => boolean
}

/** A search for a word that no product has loads all that other searches need, and returns no rows. */
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
    'products:sizes': async ({ connectionId, productQueries }) =>
      isKnown(connectionId) ? db.sizes(connectionId, productQueries) : fail('connection-unknown'),
    'products:of': ({ connectionId, ids }) => products.products(connectionId, ids),
    'products:listed': ({ connectionId, productQuery, ids }) =>
      products.listed(connectionId, productQuery, ids)
  }
}
