import { shallowRef, type Ref } from 'vue'
import { usePointerDrag } from '../../../shared/ui/use-pointer-drag'
import { isRightToLeft, readingKey } from '../../../shared/i18n/direction'
import { type ColumnId, type Column, widenColumn } from '../../catalog'
import { isPlain } from '../../../shared/ui/keyboard-context'

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

/** A press of an arrow changes a width by this many CSS pixels; with Shift by five times as many. */
const keyStep = 8

/**
 * Widths of columns, changed by dragging a heading's edge or by arrow keys on it. While it is dragged, `draft` holds the
 * columns as they would be; `done` is told once, at the end.
 */
export function useColumnResize(
  columns: () => readonly Column[],
  /** The width that a column has on screen, CSS pixels. */
  measured: (id: ColumnId) => number,
  done: (columns: Column[]) => void
): {
  draft: Readonly<Ref<Column[] | null>>
  begin: (event: PointerEvent, id: ColumnId) => void
  onKeydown: (event: KeyboardEvent, id: ColumnId) => void
} {
  const draft = shallowRef<Column[] | null>(null)
  const follow = usePointerDrag()

  function begin(event: PointerEvent, id: ColumnId): void {
    if (event.button !== 0) return
    const from = event.clientX
    const width = measured(id)
    follow(event, {
      move({ clientX }) {
        const by = isRightToLeft() ? from - clientX : clientX - from
        draft.value = widenColumn(columns(), id, width + by, measured)
      },
      end(isKept) {
        const changed = draft.value
        draft.value = null
        if (isKept && changed) done(changed)
      }
    })
  }

  function onKeydown(event: KeyboardEvent, id: ColumnId): void {
    if (!isPlain(event)) return
    const key = readingKey(event.key)
    const direction = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
    if (direction === 0) return
    event.preventDefault()
    event.stopPropagation()
    const step = direction * keyStep * (event.shiftKey ? 5 : 1)
    done(widenColumn(columns(), id, measured(id) + step, measured))
  }

  return { draft, begin, onKeydown }
}
