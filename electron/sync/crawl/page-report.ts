import type { StorePage } from '../../api/types'
import type { PageReport, Places } from '../../catalog/types'
import { lastPage, markDirty, recheckEnd, setEntries, type Checkpoint } from './checkpoint'

/** As many pages as may be in flight at once: the change that a page's totals reveal may lie so far back. */
const inFlight = 10

export function entriesOn({ items, setAside }: StorePage): number {
  return items.length + setAside.length
}

/** Identifies a page by its ids in their order. */
export function pageFingerprint({ items, setAside }: StorePage): string {
  return JSON.stringify([items.map(({ id }) => id), setAside.map(({ place, id }) => [place, id])])
}

/**
 * Applies the report of a page of the first pass, and marks where the list may have moved while it was read: another total, an id at
 * two places, a page that is short or empty before the end (faults 34–40).
 */
export function applyFirstPass(checkpoint: Checkpoint, report: PageReport): void {
  const { page, entries } = report
  if (applyTotals(checkpoint, report)) markDirty(checkpoint, page - inFlight, page)
  setEntries(checkpoint, page, entries)
  if (!repeatsEarlierPage(checkpoint, report)) checkpoint.repeatedFrom = null
  else checkpoint.repeatedFrom ??= page
  markRepeats(checkpoint, report)
  // Without ids nobody can tell whether it is the page that it says it is.
  if (entries > 0 && entries === report.setAside) markDirty(checkpoint, page, page)
  const last = lastPage(checkpoint)
  const isEarly = last !== null && page < last && entries !== checkpoint.limit
  if (isEarly || report.oddities.includes('empty-before-end')) markDirty(checkpoint, page - 1, page + 1)
}

/**
 * Whether a page repeats an earlier one: all its ids were read before, most of them a whole number of pages away. (For an id that the
 * list really has twice, the first place is reported, which may be anywhere.)
 */
export function repeatsEarlierPage(
  { limit }: Checkpoint,
  { entries, setAside, repeats }: PageReport
): boolean {
  const products = entries - setAside
  if (products === 0 || repeats.length < products) return false
  const counts = new Map<number, number>()
  for (const { position, earlier } of repeats) {
    const distance = position - earlier
    if (distance > 0 && distance % limit === 0) counts.set(distance, (counts.get(distance) ?? 0) + 1)
  }
  return Math.max(0, ...counts.values()) * 2 >= products
}

/** Whether all ids of a page were read before in this run, wherever. */
export function hasNothingNew({ entries, setAside, repeats }: PageReport): boolean {
  return repeats.length >= entries - setAside
}

/**
 * Applies the report of a page that was read again, and returns how it compares with what was recorded; `edited`: the same entries in
 * the same order, with other content.
 */
export function applyReread(checkpoint: Checkpoint, report: PageReport): 'same' | 'edited' | 'moved' {
  const { page, entries } = report
  const before = checkpoint.irregularPages[page] ?? checkpoint.limit
  const hasMoved = report.moved || (page <= checkpoint.highest && before !== entries)
  const isSame = !hasMoved && report.touched === 0
  // That nothing follows was seen while the page was shorter: more may have come after it.
  if (hasMoved && page === checkpoint.highest && entries === checkpoint.limit) recheckEnd(checkpoint)
  // What was recorded before the change is in the wrong place from there to the end.
  if (applyTotals(checkpoint, report))
    markDirty(checkpoint, checkpoint.highest - inFlight, checkpoint.highest)
  setEntries(checkpoint, page, entries)
  checkpoint.unread = checkpoint.unread.filter((other) => other !== page)
  // The same page with the same repeats: the store does list that id twice (fault 45).
  if (!isSame) markRepeats(checkpoint, report)
  if (hasMoved) return 'moved'
  return isSame ? 'same' : 'edited'
}

/** Marks where pages that a person opened meanwhile showed that the list moved. */
export function applyOvertaken(checkpoint: Checkpoint, overtaken: Places[]): void {
  for (const { first, last } of overtaken) {
    markDirty(checkpoint, Math.ceil(first / checkpoint.limit) - 1, Math.ceil(last / checkpoint.limit) + 1)
  }
}

/** Whether the store reports another total than before. */
function applyTotals(checkpoint: Checkpoint, { totalItems, totalPages }: PageReport): boolean {
  if (totalPages !== null) checkpoint.pages = totalPages
  if (totalItems === null) return false
  checkpoint.totalAtFirst ??= totalItems
  const isOther = checkpoint.total !== null && checkpoint.total !== totalItems
  checkpoint.total = totalItems
  // Another total may be true where the one before was not.
  if (isOther) checkpoint.isTotalFalse = false
  return isOther
}

function markRepeats(checkpoint: Checkpoint, { repeats }: PageReport): void {
  for (const place of repeats.flatMap(({ position, earlier }) => [position, earlier])) {
    const page = Math.ceil(place / checkpoint.limit)
    markDirty(checkpoint, page - 1, page + 1)
  }
}
