import type { StorePage } from '../api/types'

/** Whether a list shrank so much that a person is asked before it is believed (fault 41). `before`, `now`: items. */
export function isSuddenShrink(before: number, now: number): boolean {
  return before > 0 && (now === 0 || now < before / 2)
}

/** Items of the whole list according to one of its pages; null: the page does not say. */
export function reportedTotal({ page, totalItems, totalPages, items, setAside }: StorePage): number | null {
  if (totalItems !== null) return totalItems
  const isEmpty = page === 1 && items.length + setAside.length === 0
  return isEmpty && (totalPages ?? 0) <= 1 ? 0 : null
}
