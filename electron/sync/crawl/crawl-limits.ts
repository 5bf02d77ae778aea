import type { CopyRoom } from '../../catalog/types'
import { copyRoom } from '../../contract/catalog-limits'
import type { Checkpoint } from './checkpoint'

/**
 * How far a run reads a list: no store keeps it reading for ever. A list whose end the store tells and that keeps to it is
 * read to its end; nothing else bounds one that goes on with new products for ever, or whose total grows with each page.
 */
export interface CrawlLimits {
  /** Places; or twice as many as the store said at first, when that is more. */
  places: number
  /** Pages, whatever the store says: what gives one item a page is not read for days. */
  pages: number
  room: RoomLimits
}

/** Bytes that a copy may take on the disk. A page may have 16 MB: without these a store fills any disk within its pages (fault 115). */
export interface RoomLimits {
  most: number
  /** Not taken while no more than that, and a third of the copy for the indexes that a run's end builds, is free. */
  spare: number
  /** As large as this every copy may become: a disk that is nearly full for other reasons does not end a small store's sync. */
  always: number
  /** By so much a run may make a larger one grow all the same, or its prices could not be read anew on a full disk. */
  renewal: number
}

/**
 * Twice the largest catalog that the copy was measured with, which takes 1.3 GB on the disk; and as many pages as the longest
 * list that is believed (a hundred million) has at 500 a page: an hour and a half at eight in flight and 200 ms a page.
 */
export const usualLimits: CrawlLimits = {
  places: 2_000_000,
  pages: 200_000,
  room: { ...copyRoom, always: 100_000_000, renewal: 1_000_000 }
}

/** Whether the copy, which took `atStart` bytes when the run began, is not to grow any further. */
export function isFull({ bytes, free }: CopyRoom, atStart: number, limits: RoomLimits): boolean {
  if (bytes <= limits.always || bytes - atStart <= limits.renewal) return false
  return bytes > limits.most || (free !== null && free < limits.spare + bytes / 3)
}

/** Whether a page, 1-based, lies beyond what is read. */
export function isOutOfReach({ limit, totalAtFirst }: Checkpoint, page: number, reach: CrawlLimits): boolean {
  const places = Math.max(reach.places, 2 * (totalAtFirst ?? 0))
  return page > reach.pages || (page - 1) * limit >= places
}

/** Pages in a row that brought no product which the list had not shown before. */
const leastStale = 20

/**
 * Whether a list whose end nobody knows only gives over again what it has: for longer than all that it had brought before. A
 * list that has each product in two places is not cut short by that.
 */
export function isOverAgain({ highest }: Checkpoint, stale: number): boolean {
  return stale > Math.max(leastStale, highest - stale)
}
