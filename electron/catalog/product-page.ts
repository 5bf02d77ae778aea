import type { StorePage, StoreProduct } from '../api/types'
import type { Failure } from '../contract/failure'
import type { Picture, Product, ProductPage } from '../contract/product'
import type { RememberedPage } from './page-memory'

/** How an answer came about. */
export interface Provenance {
  fromCopy: boolean
  staleBecause: Failure | null
}

/**
 * Turns a store's page into what the renderer sees. `picture` registers an address and gives its opaque name;
 * it is asked each time a page is shown, so that the names stay known for what is on screen.
 */
export function toProductPage(
  connectionId: string,
  { page, fetchedAt }: RememberedPage,
  provenance: Provenance,
  picture: (address: string) => Picture
): ProductPage {
  return { connectionId, ...page, ...provenance, fetchedAt, items: page.items.map(toProduct(picture)) }
}

function toProduct(picture: (address: string) => Picture) {
  return ({ image, ...product }: StoreProduct): Product => ({
    ...product,
    picture: image === null ? null : picture(image)
  })
}

/** Whether there may be a page after this one. */
export function hasNext(page: StorePage): boolean {
  if (page.totalPages !== null) return page.page < page.totalPages
  return page.items.length + page.setAside.length > 0
}
