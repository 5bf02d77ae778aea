import { join } from 'node:path'
import { emptyQuery } from '../contract/empty-query'
import { ok } from '../contract/failure'
import { forConnections, type HandlersOf } from '../contract/bridge'
import type { FoundFacts, Product, ProductPage } from '../contract/product'
import { createCatalogDb, type CatalogDbDeps } from './catalog-db'
import { createProductService, type ProductService, type ProductServiceDeps } from './product-service'
import type { CatalogDb } from './types'

export { isSuddenShrink, reportedTotal } from './page-view'
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

interface CatalogHandlersDeps {
  db: Pick<CatalogDb, 'takeNotice' | 'read' | 'sizes' | 'facets'>
  products: Pick<ProductService, 'page' | 'products' | 'listed' | 'place'>
  /** What findings of products go by, in their order. */
  findingFacts: (connectionId: string, products: Pick<Product, 'id' | 'findings'>[]) => Promise<FoundFacts[]>
  /** Reading would create the catalog of an unknown connection. */
  isKnown: (connectionId: string) => boolean
}

/** A search for a word that no product has loads all that other searches need, and returns no rows. */
const forNothing = { productQuery: { ...emptyQuery, search: 'zqxjzqxjzqxj' }, offset: 0, limit: 1 }

function catalogHandlers({
  db,
  products,
  findingFacts,
  isKnown
}: CatalogHandlersDeps): HandlersOf<'catalog' | 'products'> {
  async function withFacts(page: ProductPage): Promise<ProductPage> {
    const found = page.items.filter(({ findings }) => findings.length > 0)
    if (found.length === 0) return page
    const facts = await findingFacts(
      page.connectionId,
      found.map(({ id, findings }) => ({ id, findings }))
    )
    const ofProduct = new Map(found.map((product, at) => [product, facts[at] ?? {}]))
    return { ...page, items: page.items.map((item) => ({ ...item, facts: ofProduct.get(item) ?? {} })) }
  }

  const of = forConnections(isKnown)
  return {
    'catalog:notice': of(async ({ connectionId }) => ok(await db.takeNotice(connectionId))),
    'catalog:warm-search': of(async ({ connectionId }) => {
      const answer = await db.read(connectionId, forNothing)
      return answer.ok ? ok(null) : answer
    }),
    async 'products:page'(question) {
      const answer = await products.page(question)
      return answer.ok && question.withFacts ? ok(await withFacts(answer.value)) : answer
    },
    'products:sizes': of(({ connectionId, productQueries }) => db.sizes(connectionId, productQueries)),
    'products:of': ({ connectionId, ids }) => products.products(connectionId, ids),
    'products:facets': of(({ connectionId, productQuery, facets }) =>
      db.facets(connectionId, productQuery, facets)
    ),
    'products:listed': ({ connectionId, productQuery, ids }) =>
      products.listed(connectionId, productQuery, ids),
    'products:place': ({ connectionId, productQuery, productId }) =>
      products.place(connectionId, productQuery, productId)
  }
}
