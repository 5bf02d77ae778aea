import { useEventListener } from '@vueuse/core'
import { isInOverlay } from './keyboard-context'

/**
 * Returns whether a person used the mouse, a pen or a finger last, and not the keyboard: what takes the focus then was pressed, and not gone
 * to by keyboard. Keys in a menu or a dialog that was opened by a press belong to that press. To be called in a setup.
 */
export function usePointerInput(): () => boolean {
  let isLast = false
  useEventListener(window, 'pointerdown', () => (isLast = true), { capture: true })
  useEventListener(
    window,
    'keydown',
    ({ target }) => {
      if (!isInOverlay(target)) isLast = false
    },
    { capture: true }
  )
  return () => isLast
}
