import { useEventListener } from '@vueuse/core'
import { isInOverlay, isPointed, pointed } from './keyboard-context'

/** List boxes, boxes to tick, and buttons of which one is chosen. */
const choices = 'select, input[type=checkbox], input[type=radio]'

function choiceAt(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element) || isInOverlay(target)) return null
  const labeled = target.closest('label')?.control
  return labeled?.matches(choices) === true ? labeled : target.closest<HTMLElement>(choices)
}

/**
 * Marks a choice that the pointer was used for, until the focus leaves it: nobody went to it to type, and letters stay the page's, which
 * acts on what is shown. A list box would look for a value that begins with them, and choose it in silence. In dialogs and menus, and
 * where a person goes by keyboard, a choice takes its keys as it does anywhere. To be called once, in a setup.
 */
export function usePointedChoices(): void {
  useEventListener(window, 'pointerdown', ({ target }) => choiceAt(target)?.setAttribute(pointed, ''), {
    capture: true
  })
  useEventListener(
    window,
    'focusout',
    ({ target }) => {
      if (target instanceof Element) target.removeAttribute(pointed)
    },
    { capture: true }
  )
  useEventListener(window, 'keypress', (event) => {
    const { target, key } = event
    if (target instanceof HTMLSelectElement && isPointed(target) && key !== ' ' && key !== 'Enter')
      event.preventDefault()
  })
}
