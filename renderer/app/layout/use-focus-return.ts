import { useEventListener } from '@vueuse/core'
import { onScopeDispose } from 'vue'
import { usePointerInput } from '../../shared/ui/pointer-input'

/** Where the keyboard was on the page: what had the focus, and the grid that this is part of. */
interface FocusedPlace {
  element: HTMLElement
  grid: Element | null
}

/** So many last places are remembered: a notice or a pane has no more of its own that go with it. */
const most = 12

/** Rows are used for other products: in a grid it is the current one, and where that is out of sight the page, as the next key would mark another. */
function targetOf({ element, grid }: FocusedPlace): HTMLElement | null {
  if (grid?.isConnected === true) {
    const stop = grid.querySelector<HTMLElement>('[tabindex="0"]')
    return stop?.closest('.current, [aria-current]') ? stop : document.getElementById('main')
  }
  return element.isConnected && element.getClientRects().length > 0 ? element : null
}

/**
 * What has the focus may go: a notice that is dismissed, work in the status bar that ends, a pane whose product has gone. Unless something else
 * takes the focus, it returns to where the keyboard was on the page, and after a press of the pointer to the page itself. Dialogs keep it themselves.
 */
export function useFocusReturn(): void {
  const isByPointer = usePointerInput()
  let focused: HTMLElement | null = null
  let places: FocusedPlace[] = []

  function giveBack(): void {
    if (document.activeElement !== document.body || document.querySelector('[data-modal]') !== null) return
    const before = isByPointer() ? null : places.map(targetOf).findLast((target) => target !== null)
    const target = before ?? document.getElementById('main')
    target?.focus({ preventScroll: true })
  }

  const removals = new MutationObserver(() => {
    if (focused === null || focused.isConnected) return
    focused = null
    // Menus and dialogs give it back after a timeout of their own, which was set before.
    if (document.activeElement === document.body) setTimeout(giveBack)
  })

  useEventListener(document, 'focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    focused = target
    removals.disconnect()
    // A list looks after its rows, of which many come and go as it is scrolled.
    if (target.closest('[data-scroller]') === null) {
      removals.observe(document.body, { childList: true, subtree: true })
    }
    const main = document.getElementById('main')
    if (main === target || main?.contains(target) !== true) return
    places = [...places, { element: target, grid: target.closest('[role=grid]') }].slice(-most)
  })
  onScopeDispose(() => removals.disconnect())
}
