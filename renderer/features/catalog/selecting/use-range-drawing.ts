import { useEventListener, useRafFn } from '@vueuse/core'
import { placeOf } from './place-of'

/** So near to an edge of the list, CSS pixels, the drawing pointer scrolls it, by so many in a frame. */
const edge = 32
const perFrame = 12

/** A range that is being drawn from a box. */
interface Drawing {
  from: number
  pointer: number
  x: number
  y: number
  /** What scrolls the rows. */
  scroller: Element | null
  /** The row that the range ends at; null: the pointer has not left the first one yet. */
  to: number | null
}

function scrollerOf(box: Element): Element | null {
  let at = box.parentElement
  while (at && !['auto', 'scroll'].includes(getComputedStyle(at).overflowY)) at = at.parentElement
  return at
}

/**
 * Draws a range of products with a press on the box of one and the pointer, of whatever kind, over others; at an edge of the list it scrolls. A
 * press that leaves no row is none. `extendTo` selects from where the range begins, `isFrom` says whether that is there still.
 */
export function useRangeDrawing(range: {
  startAt: (index: number) => void
  extendTo: (index: number) => void
  isFrom: (index: number) => boolean
}): {
  /** Whether this click only ends a drawing. */
  ends: () => boolean
} {
  let drawing: Drawing | null = null
  let hasDrawn = false
  const frames = useRafFn(scroll, { immediate: false })

  function stop(): void {
    drawing = null
    frames.pause()
  }

  /** The range ends at the row under the pointer. */
  function follow(): void {
    if (drawing === null) return
    const index = placeOf(document.elementFromPoint(drawing.x, drawing.y))
    if (index === null || index === (drawing.to ?? drawing.from)) return
    if (drawing.to === null) range.startAt(drawing.from)
    else if (!range.isFrom(drawing.from)) {
      stop()
      return
    }
    hasDrawn = true
    drawing.to = index
    range.extendTo(index)
  }

  function scroll(): void {
    if (!drawing?.scroller || drawing.to === null) return
    const { top, bottom } = drawing.scroller.getBoundingClientRect()
    if (drawing.y < top + edge) drawing.scroller.scrollTop -= perFrame
    else if (drawing.y > bottom - edge) drawing.scroller.scrollTop += perFrame
    else return
    follow()
  }

  useEventListener(document, 'pointerdown', (event: PointerEvent) => {
    stop()
    hasDrawn = false
    const box = event.target instanceof Element ? event.target.closest('[data-select]') : null
    const from = placeOf(box)
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey
    if (box === null || from === null || event.button !== 0 || !isPlain) return
    const { pointerId: pointer, clientX: x, clientY: y } = event
    drawing = { from, pointer, x, y, scroller: scrollerOf(box), to: null }
    frames.resume()
  })
  useEventListener(document, 'pointermove', (event: PointerEvent) => {
    if (drawing?.pointer !== event.pointerId) return
    drawing.x = event.clientX
    drawing.y = event.clientY
    follow()
  })
  useEventListener(document, ['pointerup', 'pointercancel'], () => {
    stop()
    // After the click that this press may end with.
    setTimeout(() => (hasDrawn = false))
  })
  return { ends: () => hasDrawn }
}
