import type { StorePage } from '../../api/types'

/** A range of places in the store's list: 1-based, both included. */
export interface PlaceRange {
  first: number
  last: number
}

/** The places of a page of so many items. */
export function rangeOf({ page, limit }: { page: number; limit: number }): PlaceRange {
  return { first: (page - 1) * limit + 1, last: page * limit }
}

/** The numbers of the store's pages of `size` items that hold a place of the range, in order. */
export function pagesCovering({ first, last }: PlaceRange, size: number): number[] {
  const from = Math.ceil(first / size)
  return Array.from({ length: Math.ceil(last / size) - from + 1 }, (_, index) => from + index)
}

/** The places that two ranges share; null without any. */
export function overlap(one: PlaceRange, other: PlaceRange): PlaceRange | null {
  const [first, last] = [Math.max(one.first, other.first), Math.min(one.last, other.last)]
  return first <= last ? { first, last } : null
}

/** The places that the entries of a fetched page stand at. */
export function placesOf(page: StorePage): PlaceRange {
  const before = (page.page - 1) * page.pageSize
  return { first: before + 1, last: before + page.items.length + page.setAside.length }
}

/** Whether a place is within a range. */
export function isIn(place: number, { first, last }: PlaceRange): boolean {
  return place >= first && place <= last
}
