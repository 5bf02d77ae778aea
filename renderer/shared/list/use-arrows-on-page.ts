import { useEventListener } from '@vueuse/core'
import { isAtPage, isPlain } from '../ui/keyboard-context'

/**
 * The arrows up and down on a page that was just opened, or whose empty parts were pressed: the keyboard is in none of its rows, and begins
 * at the current one. `begin` is told which way the arrow goes, and returns whether there is a row.
 */
export function useArrowsOnPage(begin: (by: 1 | -1) => boolean): void {
  useEventListener(window, 'keydown', (event) => {
    const { key, defaultPrevented } = event
    if (defaultPrevented || !isPlain(event) || (key !== 'ArrowDown' && key !== 'ArrowUp')) return
    const at = document.activeElement
    if ((at === null || isAtPage(at)) && begin(key === 'ArrowDown' ? 1 : -1)) event.preventDefault()
  })
}
