import type { StorePage, StoreProduct, UnreadableItem } from '../../api/types'

export type Entry = StoreProduct | UnreadableItem

/** The places that a page stands for, 1-based and inclusive. */
export interface PageRange {
  first: number
  /** Of what is on it; below `first` when it is empty. */
  lastEntry: number
  /** Of the page as the store cuts its list; a page that is not full ends before it. */
  last: number
  pageSize: number
}

/**
 * Which places a page covers. A last page may not tell that the store caps its pages (42): what was seen of it before does,
 * unless the `size` of pages is known.
 */
export function rangeOf(page: StorePage, pageCap: number | null, size: number | null = null): PageRange {
  const count = page.items.length + page.setAside.length
  const isCapped = pageCap !== null && pageCap < page.pageSize && count <= pageCap
  const pageSize = size ?? (isCapped ? pageCap : page.pageSize)
  const first = (page.page - 1) * pageSize + 1
  return { first, lastEntry: first + count - 1, last: first + Math.max(pageSize, count) - 1, pageSize }
}

/** A page's entries in the store's order: products, and in between what could not be read. */
export function entriesOf({ items, setAside }: StorePage): Entry[] {
  if (setAside.length === 0) return items
  const entries: Entry[] = []
  const aside = new Map(setAside.map((item) => [item.place, item]))
  let taken = 0
  for (let place = 1; place <= items.length + setAside.length; place++) {
    const entry = aside.get(place) ?? items[taken++]
    if (entry !== undefined) entries.push(entry)
  }
  return entries
}

export function isUnreadable(entry: Entry): entry is UnreadableItem {
  return 'reason' in entry
}

/**
 * Items a page that the store gives at most, as far as this page and those before it tell. A store without believable totals
 * does not tell by a page; but a run has found out the `size` of pages (42). Its first page alone proves nothing: a list of three
 * products is no store that gives three at most.
 */
export function capAfter(page: StorePage, before: number | null, size: number | null = null): number | null {
  const count = page.items.length + page.setAside.length
  if (size !== null && page.page > 1 && count > 0) return size
  if (page.oddities.includes('limit-capped') && page.pageSize < page.limit) return page.pageSize
  return before !== null && count > before ? null : before
}
