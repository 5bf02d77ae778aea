import { useEventListener } from '@vueuse/core'
import { nextTick } from 'vue'
import { isAtPage } from '../ui/keyboard-context'

/** Which way an arrow goes; 0: a key that leaps, from the row that the keyboard begins at. */
export type KeyOnPage = 1 | -1 | 0

const keys: Readonly<Record<string, KeyOnPage>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 0,
  PageUp: 0,
  Home: 0,
  End: 0
}

const isEnd = ({ key }: KeyboardEvent): boolean => key === 'Home' || key === 'End'

/** Which of these keys is pressed; undefined: none. Home and End may be pressed with Ctrl or Cmd as well, as in a list. */
export function keyOnPage(event: KeyboardEvent): KeyOnPage | undefined {
  const isWithOther = event.altKey || ((event.ctrlKey || event.metaKey) && !isEnd(event))
  return isWithOther ? undefined : keys[event.key]
}

/** Has a key do in the list what it does there, once the keyboard is in that. */
export async function passOn(event: KeyboardEvent): Promise<void> {
  await nextTick()
  const at = document.activeElement
  if (at !== null && !isAtPage(at)) at.dispatchEvent(new KeyboardEvent('keydown', event))
}

/**
 * The keys of a list on a page that was just opened, or whose empty parts were pressed: the keyboard is in none of its rows. `begin` puts it
 * into the row that an arrow leads to, or that a leap begins at, and returns whether there is one.
 */
export function useKeysOnPage(begin: (by: KeyOnPage) => boolean): void {
  useEventListener(window, 'keydown', (event) => {
    const by = keyOnPage(event)
    const at = document.activeElement
    if (by === undefined || event.defaultPrevented || !(at === null || isAtPage(at)) || !begin(by)) return
    event.preventDefault()
    if (by === 0) void passOn(event)
  })
}
