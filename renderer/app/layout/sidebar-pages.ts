import { Gauge, History, LayoutGrid, ListChecks } from '@lucide/vue'
import type { Component } from 'vue'
import type { CommandId } from '../../shared/commands/command-table'
import { t } from '../../shared/i18n'
import type { Route } from '../../shared/navigation'
import { useReviewBacklog } from '../../features/review/session/review-backlog'
import { useUnseenChanges } from '../../features/changes/unseen-changes'

/** A page of the connection that is open, as the sidebar leads to it. */
export interface SidebarPage {
  place: Route
  /** What leads there by keys, by the palette and by the application menu. */
  command: CommandId
  label: () => string
  icon: Component
  /** What waits there for a person, and the words for that number; null: nothing, or not known. */
  waiting?: { count: () => number | null; words: (number: string, count: number) => string }
}

/** In the order in which they stand there. Is called where stores can be used. */
export function sidebarPages(): SidebarPage[] {
  const toDo = useReviewBacklog()
  const unseen = useUnseenChanges()
  return [
    {
      place: { name: 'products' },
      command: 'go-products',
      label: () => t('layout.products'),
      icon: LayoutGrid
    },
    {
      place: { name: 'review' },
      command: 'go-review',
      label: () => t('layout.review'),
      icon: ListChecks,
      waiting: {
        count: () => toDo.count,
        words: (number, count) => t('layout.toReview', { number }, count)
      }
    },
    {
      place: { name: 'quality' },
      command: 'go-quality',
      label: () => t('quality.title'),
      icon: Gauge
    },
    {
      place: { name: 'changes' },
      command: 'go-changes',
      label: () => t('changes.title'),
      icon: History,
      waiting: {
        count: () => unseen.count,
        words: (number, count) => t('changes.toSee', { number }, count)
      }
    }
  ]
}
