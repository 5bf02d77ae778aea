import { Gauge, History, LayoutGrid, ListChecks, Sun, Users } from '@lucide/vue'
import { watch, type Component } from 'vue'
import { noFilters } from '../../../electron/contract/empty-query'
import type { CommandId } from '../../shared/commands/command-table'
import { t } from '../../shared/i18n'
import { useNavigation, type Route } from '../../shared/navigation'
import { showFiltered, useListViews } from '../../features/catalog'
import { useQueueProgress } from '../../features/review'
import { useOpenConnection } from '../../shared/data/open-connection'
import { useBridgeQuery, type BridgeQuery } from '../../shared/data/queries'

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

/** A number that could not be counted again is none. */
function known<T>({ data, failure }: BridgeQuery<T>): T | null {
  return failure.value === null ? data.value : null
}

/** In the order in which they stand there. Is called where stores can be used. */
export function sidebarPages(): SidebarPage[] {
  const open = useOpenConnection()
  const progress = useQueueProgress()
  watch(
    () => open.id,
    (id) => {
      if (id !== null) progress.followCatalog()
    },
    { immediate: true }
  )
  const unseen = useBridgeQuery('history:unseen', () => (open.id === null ? null : { connectionId: open.id }))
  return [
    {
      place: { name: 'today' },
      command: 'go-today',
      label: () => t('today.title'),
      icon: Sun
    },
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
        // Unreviewed products, those that colleagues approved already, and those that changed since they were approved.
        count: () => {
          const counts = progress.catalog
          return counts && counts.unreviewed + counts['awaiting-you'] + counts.changed
        },
        words: (number, count) => t('layout.toReview', { number }, count)
      }
    },
    {
      place: { name: 'changes' },
      command: 'go-changes',
      label: () => t('changes.title'),
      icon: History,
      waiting: {
        count: () => known(unseen),
        words: (number, count) => t('changes.toSee', { number }, count)
      }
    },
    {
      place: { name: 'quality' },
      command: 'go-quality',
      label: () => t('quality.title'),
      icon: Gauge
    },
    {
      place: { name: 'team' },
      command: 'go-team',
      label: () => t('team.title'),
      icon: Users
    }
  ]
}

/** Goes to a page; in a view Products leads to all of them, from another page to the list as it was left. */
export function goToPage(place: Route): void {
  const navigation = useNavigation()
  const isInView = navigation.place.name === 'products' && useListViews().current !== null
  if (place.name === 'products' && isInView) void showFiltered(noFilters)
  navigation.go(place)
}
