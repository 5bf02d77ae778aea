import type { DiskSpace } from '../../catalog/types'
import { copyRoom } from '../../contract/sync-values'
import type { Checkpoint } from './checkpoint'

/**
 * How far a run reads a list. A list is read to the end that its store reports and keeps to; these bound one that goes on with new
 * products for ever, or whose total grows with each page.
 */
export interface CrawlLimits {
  /** Places in the list; or twice as many as the store reported at first, if that is more. */
  places: number
  /** Pages, whatever the store reports: one that gives an item a page is not read for days. */
  pages: number
  room: RoomLimits
}

/** Bytes that a catalog may take on the disk. A page may have 16 MB: within the limit of pages a store could fill any disk (fault 115). */
export interface RoomLimits {
  most: number
  /** What must stay free, with a third of the catalog more for the indexes that the end of a run builds. */
  spare: number
  /** Always allowed, so that a disk that is nearly full for other reasons does not end a small store's sync. */
  always: number
  /** By how much a run may let a larger catalog grow all the same, or its prices could not be refreshed on a full disk. */
  renewal: number
}

/**
 * Places: twice the largest catalog that was measured, which takes 1.3 GB. Pages: as many as the longest list that is believed (a
 * hundred million) has at 500 a page; they take an hour and a half at eight in flight and 200 ms a page.
 */
export const usualLimits: CrawlLimits = {
  places: 2_000_000,
  pages: 200_000,
  room: { ...copyRoom, always: 100_000_000, renewal: 1_000_000 }
}

/** Whether the catalog, which took `atStart` bytes when the run began, may not grow any further. */
export function isFull({ bytes, free }: DiskSpace, atStart: number, limits: RoomLimits): boolean {
  if (bytes <= limits.always || bytes - atStart <= limits.renewal) return false
  return bytes > limits.most || (free !== null && free < limits.spare + bytes / 3)
}

/** Whether a page, 1-based, lies beyond what is read. */
export function isBeyond({ limit, totalAtFirst }: Checkpoint, page: number, limits: CrawlLimits): boolean {
  const places = Math.max(limits.places, 2 * (totalAtFirst ?? 0))
  return page > limits.pages || (page - 1) * limit >= places
}

/** The fewest pages in a row without a new product that may count as repeating. */
const leastStale = 20

/**
 * Whether a list of unknown length only repeats itself: for more pages (`stale`) than all that brought something new. A list that has
 * each product in two places is not cut short by that.
 */
export function isRepeating({ highest }: Checkpoint, stale: number): boolean {
  return stale > Math.max(leastStale, highest - stale)
}
