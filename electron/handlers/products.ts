import type { Catalog } from '../catalog/product-service'
import type { HandlersOf } from './handlers'

export function productHandlers({
  catalog
}: {
  catalog: Pick<Catalog, 'page' | 'products' | 'listed'>
}): HandlersOf<'products'> {
  return {
    'products:page': (question) => catalog.page(question),
    'products:of': ({ connectionId, ids }) => catalog.products(connectionId, ids),
    'products:listed': ({ connectionId, narrowing, ids }) => catalog.listed(connectionId, narrowing, ids)
  }
}
