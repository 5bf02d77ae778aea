/** The measures of a scrolling list, in CSS pixels. */
export interface Extent {
  /** Rows of the whole list. */
  count: number
  rowHeight: number
  /** Height of the view of the rows. */
  view: number
}

/**
 * Chromium lays out elements of up to about 33.5 million pixels: a million rows are higher. A longer list is given this
 * height, and its scroll position stands for a place (an offset) in the list as it would be.
 */
export const mostPixels = 15_000_000
/** Next to both ends one pixel of scrolling is one of the list, so that a wheel always has room to get to the ends. */
const plainEnds = 1_000_000
/** A scroll by more than this was a drag of the scrollbar or a jump, not a wheel, a key or a finger. */
const stride = 4_000

/** Height of the list as it would be. */
export function listHeight({ count, rowHeight }: Extent): number {
  return count * rowHeight
}

/** Height of the element that stands for the list. */
export function bodyHeight(extent: Extent): number {
  return Math.min(listHeight(extent), mostPixels)
}

/** The greatest scroll position, and the greatest offset into the list. */
function ends(extent: Extent): { scroll: number; offset: number } {
  return {
    scroll: Math.max(0, bodyHeight(extent) - extent.view),
    offset: Math.max(0, listHeight(extent) - extent.view)
  }
}

const between = (low: number, value: number, high: number): number => Math.min(high, Math.max(low, value))

/** How much longer than what is scrolled the list is, between the plain ends. */
function stretch(end: { scroll: number; offset: number }): number {
  return (end.offset - 2 * plainEnds) / (end.scroll - 2 * plainEnds)
}

/** The offset into the list that a scroll position stands for; grows with it, and both begin and end together. */
export function offsetOf(scroll: number, extent: Extent): number {
  const end = ends(extent)
  if (end.scroll === end.offset || scroll <= plainEnds) return between(0, scroll, end.offset)
  const left = end.scroll - scroll
  if (left <= plainEnds) return between(0, end.offset - left, end.offset)
  return plainEnds + (scroll - plainEnds) * stretch(end)
}

/** The scroll position that stands for an offset into the list: the inverse of `offsetOf`. */
export function scrollOf(offset: number, extent: Extent): number {
  const end = ends(extent)
  if (end.scroll === end.offset || offset <= plainEnds) return between(0, offset, end.scroll)
  const left = end.offset - offset
  if (left <= plainEnds) return between(0, end.scroll - left, end.scroll)
  return plainEnds + (offset - plainEnds) / stretch(end)
}

/** Where a list is: its scroll position, and the offset that is shown there. */
export interface Standing {
  scroll: number
  offset: number
}

/** Where a list is after its scroll position changed: a small step moves the rows by as much, a leap goes by the whole length. */
export function follow(before: Standing, scroll: number, extent: Extent): Standing {
  const end = ends(extent)
  const step = scroll - before.scroll
  if (end.scroll === end.offset || Math.abs(step) > stride)
    return { scroll, offset: offsetOf(scroll, extent) }
  return { scroll, offset: between(0, before.offset + step, end.offset) }
}

/** Whether the scroll position is where it would be for its offset; else it is to be put there before it runs out of room. */
export function isSettled({ scroll, offset }: Standing, extent: Extent): boolean {
  return Math.abs(scrollOf(offset, extent) - scroll) < 1
}

/** Whether so little is left to scroll that the list could not be followed to its end: then it cannot wait to be put right. */
export function isOutOfRoom({ scroll }: Standing, extent: Extent): boolean {
  return scroll < extent.view || ends(extent).scroll - scroll < extent.view
}

/** Rows from `first` to before `end`, 0-based. */
export interface RowRange {
  first: number
  end: number
}

/** The rows in view at an offset, plus `over` more on either side. */
export function rowsAt(offset: number, extent: Extent, over: number): RowRange {
  const { count, rowHeight, view } = extent
  const first = Math.max(0, Math.floor(offset / rowHeight) - over)
  return {
    first: Math.min(first, count),
    end: Math.min(count, Math.ceil((offset + view) / rowHeight) + over)
  }
}

/**
 * The offset at which a row is entirely in view: the nearest one to the current offset, or one with the row in the middle where it is more than a
 * view away, so that a person finds it with its neighbors, and under nothing that lies over an edge of the list.
 */
export function offsetToReveal(index: number, offset: number, extent: Extent): number {
  const { rowHeight, view } = extent
  const top = index * rowHeight
  const isFar = top > offset + 2 * view || top + rowHeight < offset - view
  const wanted = isFar
    ? Math.round(top + rowHeight / 2 - view / 2)
    : between(top + rowHeight - view, offset, top)
  return between(0, wanted, ends(extent).offset)
}
