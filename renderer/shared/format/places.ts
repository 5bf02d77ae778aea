import type { ProductPage } from '../../../electron/contract/product'

/** What of a page decides which places of the whole list it shows. */
export type PagePlaces = Pick<ProductPage, 'page' | 'pageSize'> & {
  items: readonly unknown[]
  /** Their places in the store's list, 1-based. */
  setAside: readonly { position: number }[]
}

/** Places in the whole result, 1-based and inclusive. */
export interface PlaceRange {
  first: number
  last: number
}

/** The places of the result that a page covers, items that were set aside included; null when it is empty. */
export function rangeOf(page: PagePlaces): PlaceRange | null {
  const count = page.items.length + page.setAside.length
  if (count === 0) return null
  const first = (page.page - 1) * page.pageSize + 1
  return { first, last: first + count - 1 }
}

/** For each item of a page its place in the whole result: in the store's own list, items that were set aside leave gaps. */
export function placesOf(page: PagePlaces): number[] {
  const before = (page.page - 1) * page.pageSize
  const gaps = new Set(page.setAside.map(({ position }) => position))
  const places: number[] = []
  for (let place = 1; places.length < page.items.length; place += 1) {
    if (!gaps.has(before + place)) places.push(before + place)
  }
  return places
}

/** The page, 1-based, on which a place of the result is found. */
export function pageOfPlace(place: number, pageSize: number): number {
  return Math.floor((place - 1) / pageSize) + 1
}
