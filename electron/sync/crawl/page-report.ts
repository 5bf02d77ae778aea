import type { StorePage } from '../../api/types'
import type { PageReport, Places } from '../../catalog/types'
import { type Checkpoint, lastPage, lookAtEndAgain, setEntries, suspect } from './checkpoint'

/** As many pages as may be under way at once: so far back a change may lie that a page's totals tell of. */
const underWay = 10

/**
 * Takes in what a page of the first reading showed, and where the list may have moved while it was read: another total, an
 * id at two places, a page that is short or empty before the end (34–40).
 */
export function takeFirstReading(checkpoint: Checkpoint, report: PageReport): void {
  const { page, entries } = report
  if (takeTotals(checkpoint, report)) suspect(checkpoint, page - underWay, page)
  setEntries(checkpoint, page, entries)
  if (!isEcho(checkpoint, report)) checkpoint.echoes = null
  else checkpoint.echoes ??= page
  takeRepeats(checkpoint, report)
  // Without an id nobody can tell whether it is the page that it says it is.
  if (entries > 0 && entries === report.setAside) suspect(checkpoint, page, page)
  const last = lastPage(checkpoint)
  const isEarly = last !== null && page < last && entries !== checkpoint.limit
  if (isEarly || report.oddities.includes('empty-before-end')) suspect(checkpoint, page - 1, page + 1)
}

/**
 * Whether a page is an earlier one once more: all its ids were read before, most of them whole pages away. (Of an id that the
 * list has twice anyway the first place is told, which may be anywhere.)
 */
export function isEcho({ limit }: Checkpoint, { entries, setAside, repeats }: PageReport): boolean {
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
export function isStale({ entries, setAside, repeats }: PageReport): boolean {
  return repeats.length >= entries - setAside
}

/**
 * Takes in what a page showed when it was read again, and tells how it was as recorded: `edited` has the same entries in the
 * same order, but not the same content.
 */
export function takeSecondReading(checkpoint: Checkpoint, report: PageReport): 'same' | 'edited' | 'moved' {
  const { page, entries } = report
  const wasOdd = checkpoint.odd[page] ?? checkpoint.limit
  const hasMoved = report.moved || (page <= checkpoint.highest && wasOdd !== entries)
  const isSame = !hasMoved && report.touched === 0
  // That nothing follows was seen while it was shorter: more may have come behind it.
  if (hasMoved && page === checkpoint.highest && entries === checkpoint.limit) lookAtEndAgain(checkpoint)
  // What was recorded before the change stands in the wrong place from there on up to the end.
  if (takeTotals(checkpoint, report)) suspect(checkpoint, checkpoint.highest - underWay, checkpoint.highest)
  setEntries(checkpoint, page, entries)
  checkpoint.unread = checkpoint.unread.filter((other) => other !== page)
  // The same page with the same repeats: the store does list that id twice (45).
  if (!isSame) takeRepeats(checkpoint, report)
  if (hasMoved) return 'moved'
  return isSame ? 'same' : 'edited'
}

/** Takes in where pages that a person looked at meanwhile showed that the list moved. */
export function takeOvertaken(checkpoint: Checkpoint, overtaken: Places[]): void {
  for (const { first, last } of overtaken) {
    suspect(checkpoint, Math.ceil(first / checkpoint.limit) - 1, Math.ceil(last / checkpoint.limit) + 1)
  }
}

/** Whether the store says another total than before. */
function takeTotals(checkpoint: Checkpoint, { totalItems, totalPages }: PageReport): boolean {
  if (totalPages !== null) checkpoint.pages = totalPages
  if (totalItems === null) return false
  checkpoint.totalAtFirst ??= totalItems
  const isOther = checkpoint.total !== null && checkpoint.total !== totalItems
  checkpoint.total = totalItems
  // Another total may be true where the one before was not.
  if (isOther) checkpoint.isTotalFalse = false
  return isOther
}

function takeRepeats(checkpoint: Checkpoint, { repeats }: PageReport): void {
  for (const { position, earlier } of repeats) {
    for (const place of [position, earlier]) {
      const page = Math.ceil(place / checkpoint.limit)
      suspect(checkpoint, page - 1, page + 1)
    }
  }
}

export function entriesOn({ items, setAside }: StorePage): number {
  return items.length + setAside.length
}

/** What tells one page from another: its ids in their order. */
export function printOf({ items, setAside }: StorePage): string {
  return JSON.stringify([items.map(({ id }) => id), setAside.map(({ place, id }) => [place, id])])
}
