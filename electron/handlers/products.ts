import type { Catalog } from '../catalog/catalog'
import type { HandlersOf } from './handlers'

export function productHandlers({ catalog }: { catalog: Catalog }): HandlersOf<'products'> {
  return { 'products:page': (query) => catalog.page(query) }
}
