import type { ProductService } from '../catalog/product-service'
import type { HandlersOf } from './handlers'

export function productHandlers({
  catalog
}: {
  catalog: Pick<ProductService, 'page' | 'products' | 'listed'>
}): HandlersOf<'products'> {
  return {
    'products:page': (question) => catalog.page(question),
    'products:of': ({ connectionId, ids }) => catalog.products(connectionId, ids),
    'products:listed': ({ connectionId, productQuery, ids }) =>
      catalog.listed(connectionId, productQuery, ids)
  }
}
