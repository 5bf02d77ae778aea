import type { Catalog } from '../catalog/catalog'
import type { HandlersOf } from './handlers'

export function productHandlers({
  catalog
}: {
  catalog: Pick<Catalog, 'page' | 'products'>
}): HandlersOf<'products'> {
  return {
    'products:page': (question) => catalog.page(question),
    'products:of': ({ connectionId, ids }) => catalog.products(connectionId, ids)
  }
}
