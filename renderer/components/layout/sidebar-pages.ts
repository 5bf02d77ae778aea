import { Gauge, LayoutGrid, ListChecks } from '@lucide/vue'
import type { Component } from 'vue'
import type { MessageKey } from '../../i18n'
import type { Place } from '../../stores/navigation'
import { useToDo } from '../../stores/to-do'

/** A page of the connection that is open, as the sidebar leads to it. */
export interface SidebarPage {
  place: Place
  label: MessageKey
  icon: Component
  /** What waits there for a person, and the words for that number; null: nothing, or not known. */
  waiting?: { count: () => number | null; words: MessageKey }
}

/** In the order in which they stand there. Is called where stores can be used. */
export function sidebarPages(): SidebarPage[] {
  const toDo = useToDo()
  return [
    { place: { name: 'products' }, label: 'layout.products', icon: LayoutGrid },
    {
      place: { name: 'review' },
      label: 'layout.review',
      icon: ListChecks,
      waiting: { count: () => toDo.count, words: 'layout.toReview' }
    },
    { place: { name: 'quality' }, label: 'quality.title', icon: Gauge }
  ]
}
