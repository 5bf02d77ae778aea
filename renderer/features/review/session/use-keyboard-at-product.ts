import { useEventListener } from '@vueuse/core'
import { isInOverlay } from '../../../shared/ui/keyboard-context'
import { usePointerInput } from '../../../shared/ui/pointer-input'

/** What has keys of its own but nothing to write: arrows, Enter or Space would act on it, and not on the product. */
const controls = 'button, a, summary, input[type=radio], input[type=checkbox]'

/**
 * Leaves the keyboard with the product when a control of the page is pressed by mouse, pen or touch, or gets the focus back from a menu or
 * a dialog after that. Controls that are gone to by keyboard keep it.
 */
export function useKeyboardAtProduct(): void {
  const isByPointer = usePointerInput()
  useEventListener(document, 'focusin', ({ target }) => {
    if (!isByPointer() || !(target instanceof HTMLElement)) return
    const page = document.getElementById('main')
    if (!target.matches(controls) || isInOverlay(target) || page?.contains(target) !== true) return
    focusProduct()
  })
}

/** The keyboard goes to the page, and there to the product that is current in its grid. */
export function focusProduct(): void {
  const page = document.getElementById('main')
  const tile = page?.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')
  ;(tile ?? page)?.focus({ preventScroll: true })
}
