import { shallowRef, type Ref } from 'vue'
import { isRightToLeft, readingKey } from '../../i18n/direction'
import { widenColumn, type Column, type ColumnId } from './product-columns'

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

  function begin(event: PointerEvent, id: ColumnId): void {
    const edge = event.currentTarget
    if (event.button !== 0 || !(edge instanceof HTMLElement)) return
    const from = event.clientX
    const width = measured(id)
    const listening = new AbortController()
    const { signal } = listening
    const end = (keep: boolean): void => {
      listening.abort()
      const changed = draft.value
      draft.value = null
      if (keep && changed) done(changed)
    }
    edge.setPointerCapture(event.pointerId)
    edge.addEventListener(
      'pointermove',
      (move) => {
        const by = isRightToLeft() ? from - move.clientX : move.clientX - from
        draft.value = widenColumn(columns(), id, width + by, measured)
      },
      { signal }
    )
    edge.addEventListener('pointerup', () => end(true), { signal })
    edge.addEventListener('pointercancel', () => end(false), { signal })
    window.addEventListener('keydown', (key) => key.key === 'Escape' && end(false), { signal })
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
