import { shallowRef, type Ref } from 'vue'
import { usePointerDrag } from '../../../shared/ui/use-pointer-drag'
import { isRightToLeft } from '../../../shared/i18n/direction'
import type { ColumnId } from '../../catalog'

/** The pointer goes this far before a press on a heading is a drag, CSS pixels. */
const slack = 6

/** A heading that is being dragged, and the one that it would stand before; null: at the end. */
export interface ColumnDrag {
  id: ColumnId
  before: ColumnId | null
}

/** Headings that are dragged to another place in their row. `drop` is told once, at the end; Escape drops nothing. */
export function useColumnDrag(
  /** The headings in order, with their middles in CSS pixels of the window. */
  headings: () => readonly { id: ColumnId; middle: number }[],
  drop: (drag: ColumnDrag) => void
): {
  drag: Readonly<Ref<ColumnDrag | null>>
  begin: (event: PointerEvent, id: ColumnId) => void
  /** Whether the click that follows was the end of a drag, and not meant as one. */
  wasDrag: () => boolean
} {
  const drag = shallowRef<ColumnDrag | null>(null)
  const follow = usePointerDrag()
  let dragged = false

  function begin(event: PointerEvent, id: ColumnId): void {
    dragged = false
    if (event.button !== 0 || event.pointerType === 'touch') return
    const from = event.clientX
    follow(event, {
      move({ clientX }) {
        if (drag.value === null && Math.abs(clientX - from) < slack) return
        dragged = true
        const isBefore = (middle: number): boolean => (isRightToLeft() ? clientX > middle : clientX < middle)
        const before = headings().find(({ middle }) => isBefore(middle))?.id ?? null
        if (drag.value?.before !== before || drag.value.id !== id) drag.value = { id, before }
      },
      end(isKept) {
        const last = drag.value
        drag.value = null
        if (isKept && last) drop(last)
      }
    })
  }

  return { drag, begin, wasDrag: () => dragged }
}
