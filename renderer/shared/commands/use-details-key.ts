import { useEventListener } from '@vueuse/core'
import { keyOfEvent } from './keys'
import { isInOverlay, isInText } from '../ui/keyboard-context'

/** Whether a letter goes into a text or a choice there. */
function takesLetters(target: EventTarget | null): boolean {
  return isInText(target) || target instanceof HTMLSelectElement || isInOverlay(target)
}

/** Runs when the key D, which shows and hides details beside a list, is pressed anywhere on the page but where letters are typed. */
export function useDetailsKey(run: (event: KeyboardEvent) => void): void {
  function onKeydown(event: KeyboardEvent): void {
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
    if (hasModifier || keyOfEvent(event) !== 'D' || event.repeat) return
    if (event.defaultPrevented || event.isComposing || takesLetters(event.target)) return
    event.preventDefault()
    run(event)
  }

  useEventListener('keydown', onKeydown)
}
