import { computed, shallowRef, type ComputedRef } from 'vue'
import type { SavedView } from '../../../electron/contract/view'
import { useNamedViews, useView } from '../../features/catalog'

/** Between which views the dragged one would come to stand: the ID of the one that it is dragged over, and on which side of that. */
interface DropMark {
  id: string
  side: 'before' | 'after'
}

/**
 * Puts a person's own views in order by dragging: one that is dragged up comes before the view that it is dropped on, one that is dragged
 * down after it. On any other view, and outside of the list, it cannot be dropped. To be called in the setup of a component.
 */
export function useViewDragging(): {
  /** Where a view stands among the person's own, from 0; -1: it is none of these. */
  placeOf: (saved: SavedView | null) => number
  /** The ID of the view that is dragged; null: none is. */
  dragged: Readonly<{ value: string | null }>
  mark: ComputedRef<DropMark | null>
  /** What the line of a view listens to; null: the view is nobody's own. */
  listenersOf: (saved: SavedView | null) => Record<string, (event: DragEvent) => void>
  /** The pointer went out of the list. */
  leave: (event: DragEvent) => void
} {
  const [view, named] = [useView(), useNamedViews()]
  const dragged = shallowRef<string | null>(null)
  const over = shallowRef<string | null>(null)
  const placeOfId = (id: string | null): number => view.saved.findIndex((saved) => saved.id === id)
  const placeOf = (saved: SavedView | null): number => placeOfId(saved?.id ?? null)

  const mark = computed<DropMark | null>(() => {
    const [from, to] = [placeOfId(dragged.value), placeOfId(over.value)]
    if (over.value === null || from < 0 || to < 0 || from === to) return null
    return { id: over.value, side: to < from ? 'before' : 'after' }
  })

  function end(): void {
    dragged.value = null
    over.value = null
  }

  const listenersOf = (saved: SavedView | null): Record<string, (event: DragEvent) => void> => ({
    dragstart(event) {
      dragged.value = saved?.id ?? null
      event.dataTransfer?.setData('text/plain', saved?.name ?? '')
    },
    dragover(event) {
      over.value = placeOf(saved) < 0 ? null : (saved?.id ?? null)
      if (dragged.value !== null && over.value !== null) event.preventDefault()
    },
    drop(event) {
      event.preventDefault()
      if (dragged.value !== null && mark.value !== null) void named.move(dragged.value, placeOfId(over.value))
      end()
    },
    dragend: end
  })

  function leave({ currentTarget, relatedTarget }: DragEvent): void {
    const isInside =
      currentTarget instanceof Element &&
      relatedTarget instanceof Node &&
      currentTarget.contains(relatedTarget)
    if (!isInside) over.value = null
  }

  return { placeOf, dragged, mark, listenersOf, leave }
}
