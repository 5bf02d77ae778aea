import type { TileSize } from '../../../../electron/contract/view'
import { isRightToLeft } from '../../../shared/i18n/direction'
import { stopByKey, stopsIn } from '../../../shared/list/grid-keys'

/** The least width of a tile of each size, CSS pixels: as many stand side by side as have it. */
const leastWidth: Record<TileSize, number> = { S: 112, M: 176, L: 272 }

/** Between tiles, in both directions, CSS pixels. */
export const tileGap = 16
/** What stands under a picture: two lines of a name, one with the price and, where there is room, one with a finding, CSS pixels. */
const captionHeight: Record<TileSize, number> = { S: 72, M: 94, L: 94 }

/** A gallery as it is laid out; lengths in CSS pixels. */
export interface GalleryGrid {
  /** Tiles side by side; 0 before the gallery has a width. */
  columns: number
  /** Of a tile and of its square for the picture. */
  side: number
  /** From one row's top to the next one's: all are as high as each other, so that a place is found by reckoning. */
  rowHeight: number
}

/**
 * As many tiles of a size as stand side by side in a width, CSS pixels, and as large as there is room. `scale`: how much
 * larger texts are than usual.
 */
export function gridIn(width: number, size: TileSize, scale = 1): GalleryGrid {
  if (width <= 0) return { columns: 0, side: 0, rowHeight: 1 }
  const columns = Math.max(1, Math.floor((width + tileGap) / (leastWidth[size] + tileGap)))
  const side = Math.max(1, Math.floor((width - (columns - 1) * tileGap) / columns))
  return { columns, side, rowHeight: side + Math.round(captionHeight[size] * scale) + tileGap }
}

/** The row of a tile; both from 0. */
export function rowOf(index: number, { columns }: GalleryGrid): number {
  return columns === 0 ? 0 : Math.floor(index / columns)
}

/** Rows that so many tiles take. */
export function rowsOf(count: number, { columns }: GalleryGrid): number {
  return columns === 0 ? 0 : Math.ceil(count / columns)
}

/** What a tile stands for in a kept scroll position, so that it is the same place in a window of any width. */
const kept = 100

/** The scroll position of a gallery as it is kept: as if its tiles stood below each other, each 100 high. */
export function keptOf(offset: number, { columns, rowHeight }: GalleryGrid): number {
  return (offset / rowHeight) * columns * kept
}

/** The offset, CSS pixels, that a kept scroll position stands for: the inverse of `keptOf`. */
export function offsetOfKept(position: number, { columns, rowHeight }: GalleryGrid): number {
  return columns === 0 ? 0 : (position / kept / columns) * rowHeight
}

/**
 * Goes between a tile's picture and the buttons over it, by the keys of a table's cells: F2 to the buttons, left and right among
 * them, F2 or Escape back to the picture. Says whether it was such a key.
 */
export function goWithinTile(event: KeyboardEvent): boolean {
  const { target, key } = event
  const tile = target instanceof Element ? target.closest<HTMLElement>('[role=gridcell]') : null
  if (!tile || event.altKey) return false
  const stops = stopsIn(tile)
  const from = stops.findIndex((stop) => stop === target)
  const press = { key, ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey, rtl: isRightToLeft() }
  const to = from < 0 ? null : stopByKey(press, from, stops.length)
  if (to === null) return false
  event.preventDefault()
  stops[to]?.focus({ preventScroll: true })
  return true
}
