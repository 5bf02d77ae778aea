import type { StorePage } from '../../api/types'

/** Items per page that are asked for, until the store gives so many: 500 takes half the time of 100 for a long list. */
const sizes = [500, 250, 100, 50, 25]

export const firstSize = 500

/** The next smaller size to ask for, at most `atMost`; null when there is none. */
export function smallerSize(size: number, atMost = size - 1): number | null {
  if (atMost < 1 || size <= 1) return null
  const smaller = sizes.find((one) => one < size && one <= atMost)
  if (smaller !== undefined) return smaller
  return atMost < size && atMost < 25 ? atMost : null
}

/**
 * Items per page that the store gives, by its first page (42): fewer than asked for when more follow, or may follow since
 * it does not say how many there are.
 */
export function sizeOf(first: StorePage): number {
  const entries = first.items.length + first.setAside.length
  if (first.pageSize !== first.limit) return first.pageSize
  return first.totalItems === null && entries > 0 && entries < first.limit ? entries : first.limit
}
