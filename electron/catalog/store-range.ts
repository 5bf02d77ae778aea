import type { StorePage } from '../api/types'
import type { CopyProduct } from './types'
import type { SetAsideItem } from '../contract/product'

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

/** What stands at a place of the store's list. */
export type Entry = { product: CopyProduct } | { setAside: SetAsideItem }

/** The entries of a page by their places: items set aside stand between the products. */
export function entriesOf(page: StorePage): Map<number, Entry> {
  const before = (page.page - 1) * page.pageSize
  const entries = new Map<number, Entry>()
  for (const { place, ...item } of page.setAside) {
    entries.set(before + place, { setAside: { ...item, position: before + place } })
  }
  let position = before
  for (const item of page.items) {
    do position += 1
    while (entries.has(position))
    entries.set(position, { product: { ...item, position, change: null } })
  }
  return entries
}
