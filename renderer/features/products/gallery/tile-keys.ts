import { isRightToLeft } from '../../../shared/i18n/direction'
import { stopByKey } from '../../../shared/list/grid-keys'
import { stopsIn } from '../../../shared/list/grid-parts'

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
  const to = from < 0 ? null : stopByKey(press, from, stops.length, false)
  if (to === null) return false
  event.preventDefault()
  stops[to]?.focus({ preventScroll: true })
  return true
}
