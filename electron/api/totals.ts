import type { PageOddity } from '../contract/product'

/** Larger lists than this are taken for nonsense: it is a hundred times the largest catalog we measured with. */
const maxTotal = 100_000_000

/** More entries than this on one page are refused rather than cut: nothing may be missing unseen. */
export const maxEntries = 20_000

export interface Totals {
  totalItems: number | null
  totalPages: number | null
}

/** A count as servers write it: a non-negative integer, or the same as text. Anything else is null. */
export function readCount(raw: unknown): number | null {
  const value = typeof raw === 'string' && /^\s*\d{1,15}\s*$/.test(raw) ? Number(raw) : raw
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

/**
 * What can be believed of the totals, given the page they came with (35, 39). A total that the page itself
 * disproves is null; when the two exclude each other and neither is disproved, both are.
 */
export function believableTotals(raw: Totals, page: number, limit: number, count: number): Totals {
  let totalItems = within(raw.totalItems)
  let totalPages = within(raw.totalPages)
  if (totalItems !== null && totalItems < count) totalItems = null
  if (totalPages !== null && count > 0 && totalPages < page) totalPages = null
  if (totalItems === null || totalPages === null) return { totalItems, totalPages }
  if (totalPages === 0 && totalItems > 0) return { totalItems, totalPages: null }
  if (totalPages > Math.max(totalItems, 1)) {
    // Pages without items: an empty list cannot be believed either (41).
    return { totalItems: totalItems === 0 ? null : totalItems, totalPages: null }
  }
  const largestPage = Math.max(limit, count, sizeBefore(totalItems, totalPages, page, count))
  if (totalPages * largestPage < totalItems) return { totalItems: null, totalPages: null }
  return { totalItems, totalPages }
}

function within(total: number | null): number | null {
  return total !== null && total <= maxTotal ? total : null
}

/** Whether the store itself says that products follow this page. */
function moreFollow(totals: Totals, page: number, limit: number, count: number): boolean {
  if (totals.totalPages !== null) return page < totals.totalPages
  return totals.totalItems !== null && totals.totalItems > (page - 1) * limit + count
}

/**
 * Items per page that the store really uses (42), with the oddities that belong to it. A page with fewer items
 * than asked for is a capped one only when more follow; on a later page not when the totals agree with
 * `limit` (then the page is merely short). The last page tells by what stands before it.
 */
export function pageSizeOf(
  totals: Totals,
  page: number,
  limit: number,
  count: number
): { pageSize: number; oddities: PageOddity[] } {
  const more = moreFollow(totals, page, limit, count)
  if (count === 0) return { pageSize: limit, oddities: more ? ['empty-before-end'] : [] }
  const size = observedSize(totals, page, limit, count, more)
  return { pageSize: size, oddities: size < limit ? ['limit-capped'] : [] }
}

function observedSize(totals: Totals, page: number, limit: number, count: number, more: boolean): number {
  if (count > limit) return count
  const { totalItems, totalPages } = totals
  const bothKnown = totalItems !== null && totalPages !== null
  const honoured = bothKnown && totalPages === Math.ceil(totalItems / limit)
  if (more) return page > 1 && honoured ? limit : count
  if (!bothKnown || honoured) return limit
  const before = sizeBefore(totalItems, totalPages, page, count)
  return before >= count ? before : limit
}

/** On the last page: items on each page before it, as the totals have it; else 0. */
function sizeBefore(totalItems: number, totalPages: number, page: number, count: number): number {
  if (page === 1 || page !== totalPages) return 0
  const before = (totalItems - count) / (page - 1)
  return Number.isInteger(before) && before <= maxEntries ? before : 0
}
