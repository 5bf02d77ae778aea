import { keyOfEvent } from '../../shared/commands/keys'
import { readingKey } from '../../shared/i18n/direction'
import { zoomStep } from './zoom'
import type { Zoom } from './use-zoom'

/** A press of an arrow moves a picture by this many CSS pixels. */
const panStep = 80

const directions: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: 1, y: 0 },
  ArrowRight: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 }
}

const larger = (zoom: Zoom): void => zoom.by(zoomStep)
const smaller = (zoom: Zoom): void => zoom.by(1 / zoomStep)
const zooms: Record<string, (zoom: Zoom) => void> = {
  '+': larger,
  '=': larger,
  '-': smaller,
  _: smaller,
  '0': (zoom) => zoom.fit(),
  '1': (zoom) => zoom.actual()
}

/** How a key zooms; undefined: it does not. Where digits need Shift, or are those of another script, they are meant by their keys. */
export function zoomOfKey(event: KeyboardEvent): ((zoom: Zoom) => void) | undefined {
  return zooms[event.key] ?? zooms[keyOfEvent(event)]
}

/**
 * What the keys do in the preview: arrows go to the neighboring products in reading direction, or move a picture that is zoomed in
 * (with Shift in any case); Page up and Page down always go to the neighbors; +, −, 0 and 1 zoom.
 * Returns whether the key meant something.
 */
export function previewKey(event: KeyboardEvent, zoom: Zoom | null, step: (by: 1 | -1) => void): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const zoomAs = zoomOfKey(event)
  if (zoom && zoomAs) {
    zoomAs(zoom)
    return true
  }
  if (event.key === 'PageDown' || event.key === 'PageUp') {
    step(event.key === 'PageDown' ? 1 : -1)
    return true
  }
  const direction = directions[event.key]
  if (!direction) return false
  if (zoom && (zoom.isZoomed.value || event.shiftKey)) zoom.pan(direction.x * panStep, direction.y * panStep)
  else if (direction.x !== 0) step(readingKey(event.key) === 'ArrowRight' ? 1 : -1)
  return true
}
