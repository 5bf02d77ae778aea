import type { ProductFlag, ProductPage } from '../../../electron/contract/product'
import { placesOf } from '../../format/places'
import { formatPrice, type PriceStyle } from '../../format/price'

/** A product as its row shows it. Rows are told apart by their place, since ids may come twice (fault 45). */
export interface ProductRow {
  /** Place among the items of the page, from 0. */
  index: number
  /** Place in the whole list, from 1. */
  place: number
  id: string
  name: string
  /** As written for people; a dash when unknown. */
  price: string
  priceKnown: boolean
  description: string
  /** The picture's token; null when the store gave none. */
  token: string | null
  /** Where the picture comes from; empty when unknown. */
  host: string
  flags: readonly ProductFlag[]
}

function isSameRow(a: ProductRow, b: ProductRow): boolean {
  return (
    a.place === b.place &&
    a.id === b.id &&
    a.name === b.name &&
    a.price === b.price &&
    a.description === b.description &&
    a.token === b.token &&
    a.flags.join() === b.flags.join()
  )
}

/**
 * The rows of a page. A row that is the same as before stays the same object, so that a refresh which brings
 * nothing new renders nothing.
 */
export function productRows(
  page: ProductPage,
  style: PriceStyle,
  before: readonly ProductRow[] = []
): ProductRow[] {
  const places = placesOf(page)
  return page.items.map((product, index) => {
    const row: ProductRow = {
      index,
      place: places[index] ?? index + 1,
      id: product.id,
      name: product.name,
      price: formatPrice(product.price, style),
      priceKnown: product.price !== null,
      description: product.description ?? '',
      token: product.picture?.token ?? null,
      host: product.picture?.host ?? '',
      flags: product.flags
    }
    const earlier = before[index]
    return earlier && isSameRow(earlier, row) ? earlier : row
  })
}
