import { shallowRef, type Ref } from 'vue'
import { usePointerDrag } from '../../../shared/ui/use-pointer-drag'
import { isRightToLeft, readingKey } from '../../../shared/i18n/direction'
import { type Column, type ColumnId, widenColumn } from '../../catalog'

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
    if (event.ctrlKey || event.metaKey || event.altKey) return
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
