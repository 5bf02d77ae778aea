import { usePointerDrag } from '../../../shared/ui/use-pointer-drag'
import { isRightToLeft } from '../../../shared/i18n/direction'
import { paneWidth, useProductDetails } from '../../catalog'

/** CSS pixels for one press of an arrow key. */
const step = 16

/** The pane's edge: dragged with the pointer, moved with the arrow keys, put back with a double press. */
export function usePaneWidth(): {
  begin: (event: PointerEvent) => void
  onKeydown: (event: KeyboardEvent) => void
  reset: () => void
} {
  const details = useProductDetails()
  const follow = usePointerDrag()

  function begin(event: PointerEvent): void {
    if (event.button !== 0) return
    event.preventDefault()
    const [from, width] = [event.clientX, details.width]
    follow(event, {
      move({ clientX }) {
        details.width = width + (isRightToLeft() ? clientX - from : from - clientX)
      },
      end(isKept) {
        if (!isKept) details.width = width
      }
    })
  }

  function onKeydown(event: KeyboardEvent): void {
    const wider = isRightToLeft() ? 'ArrowRight' : 'ArrowLeft'
    const narrower = isRightToLeft() ? 'ArrowLeft' : 'ArrowRight'
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const by = event.key === wider ? step : event.key === narrower ? -step : 0
    if (by === 0) return
    event.preventDefault()
    details.width += by
  }

  return { begin, onKeydown, reset: () => (details.width = paneWidth.initial) }
}
