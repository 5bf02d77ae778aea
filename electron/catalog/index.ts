import { join } from 'node:path'
import type { HandlersOf } from '../contract/handlers'
import { createCatalogDb, type CatalogDbDeps } from './catalog-db'
import { catalogHandlers, type CatalogHandlersDeps } from './handlers'
import { createProductService, type ProductService, type ProductServiceDeps } from './product-service'
import type { CatalogDb } from './types'

export { isSuddenShrink, reportedTotal } from './shrink'
export type { ProductService } from './product-service'

export interface CatalogDeps
  extends Omit<ProductServiceDeps, 'catalog'>, Pick<CatalogDbDeps, 'readerFile' | 'writerFile' | 'storeOf'> {
  /** Holds a folder for each connection. */
  connectionsFolder: string
  isKnown: (connectionId: string) => boolean
  findingFacts: CatalogHandlersDeps['findingFacts']
  /** Told after each write, with the connection's id. */
  onChange: (connectionId: string) => void
  /** Told when a damaged database was replaced by an empty one, with the connection's id. */
  onRebuilt: (connectionId: string) => void
  log: CatalogDbDeps['log']
}

export interface Catalog {
  db: CatalogDb
  products: ProductService
  handlers: HandlersOf<'catalog' | 'products'>
}

/** Puts together what shows a store's products and keeps the local catalog. */
export function composeCatalog(deps: CatalogDeps): Catalog {
  const db = createCatalogDb({ ...deps, folderOf: (id) => join(deps.connectionsFolder, id) })
  const products = createProductService({ ...deps, catalog: db })
  db.onChange(deps.onChange)
  return { db, products, handlers: catalogHandlers({ ...deps, db, products }) }
}
