import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createStoreClient } from '../../../electron/api/store-client'
import type { StoreClient } from '../../../electron/api/types'
import { createProductService, type ProductService } from '../../../electron/catalog/product-service'
import { createCatalogDb } from '../../../electron/catalog/catalog-db'
import type { CatalogDb } from '../../../electron/catalog/types'
import { ok, type Failure, type Result } from '../../../electron/contract/failure'
import { productQuerySchema, type ProductQuery } from '../../../electron/contract/product-query'
import type { ProductPage } from '../../../electron/contract/product'
import type { PageRequest } from '../../../electron/catalog/page-view'
import { copyThreads } from '../../support/threads'
import { startFaultyStore, type FaultyStore } from '../../support/faulty-store'
import { testFolder } from '../../support/folder'

/** Any question of the shop's list; the first page of 25 from the copy when nothing else is said. */
export function query(page: number, rest: Partial<Omit<PageRequest, 'page'>> = {}): PageRequest {
  return { connectionId: 'shop', page, limit: 25, from: 'copy', productQuery: narrowed({}), ...rest }
}

export function narrowed(productQuery: object): ProductQuery {
  return productQuerySchema.parse(productQuery)
}

export function pageOf(result: Result<ProductPage>): ProductPage {
  if (!result.ok) throw new Error(`no page: ${JSON.stringify(result.failure)}`)
  return result.value
}

export const idsOf = ({ items }: ProductPage): string[] => items.map(({ id }) => id)
/** Ids of the store's products by their numbers, both included. */
export const ids = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => `P-${String(first + index).padStart(5, '0')}`)

/** A copy in its two threads, in a folder of this test. */
export function openCatalog(folder = testFolder()): CatalogDb {
  const copy = createCatalogDb({ folderOf: (id) => join(folder, id), ...copyThreads() })
  onTestFinished(() => copy.close())
  return copy
}

export interface Clock {
  time: number
}

export interface Bench {
  catalog: ProductService
  copy: CatalogDb
  clock: Clock
  /** What became of each request to the store: null, or the failure's code. */
  reached: (string | null)[]
  /** How often a list was seen to have shrunk suddenly. */
  drops: () => number
}

/** A catalog over a copy; `clock.time` is its time. */
export function openProductService(
  store: Pick<FaultyStore, 'baseUrl' | 'apiPath' | 'credentials'>,
  client: Pick<StoreClient, 'fetchPage'>,
  copy: CatalogDb,
  savePatience = 10_000
): Bench {
  const clock = { time: 1000 }
  const reached: Bench['reached'] = []
  let drops = 0
  const catalog = createProductService({
    addressOf: (id) => (id === 'shop' ? store : null),
    credentialsOf: () => Promise.resolve(ok(store.credentials)),
    client,
    catalog: copy,
    registerPicture: (_, address) => ({ token: address, host: 'picture.example' }),
    onReached: (_, failure: Failure | null) => reached.push(failure?.code ?? null),
    onDrop: () => (drops += 1),
    now: () => clock.time,
    savePatience
  })
  return { catalog, copy, clock, reached, drops: () => drops }
}

/** A catalog of a real store on this computer. */
export async function realBench(
  options: { products?: number; copy?: CatalogDb; savePatience?: number } = {}
): Promise<Bench & { store: FaultyStore }> {
  const store = await startFaultyStore({ products: options.products ?? 100 })
  const client = createStoreClient({
    resolveProxy: () => Promise.resolve('DIRECT'),
    sleep: () => Promise.resolve()
  })
  onTestFinished(async () => {
    client.close()
    await store.close()
  })
  const copy = options.copy ?? openCatalog()
  return { store, ...openProductService(store, client, copy, options.savePatience) }
}
