import { computed, type ComputedRef } from 'vue'
import { emptyQuery, isFiltered } from '../../../../electron/contract/empty-query'
import type { ReviewQueue } from '../../../../electron/contract/review'
import { queueScopes, type QueueScope } from '../../../../electron/contract/review-state'
import type { SavedView } from '../../../../electron/contract/view'
import { useViewSizes } from '../../catalog'
import { scopeLabel } from './queue-labels'
import { catalogCounts, type ScopeCounts } from './queue-numbers'
import { useQueueProgress } from './queue-progress'
import { hasScope } from './review-queue'

/** A queue that can be opened. */
export interface QueueTab {
  /** A scope, or the id of a view. */
  id: string
  words: string
  /** Products in it; null while that is not known. */
  count: number | null
}

type Wish = Pick<ReviewQueue, 'productQuery' | 'name' | 'scope'>

/** A list with a name: a view of a person's own, or of their team. */
type NamedList = Pick<SavedView, 'id' | 'name' | 'productQuery'>

/** What waits in a list; all of it where its products are reviewed already, and people disagree. */
export const queueOf = ({ productQuery, name }: Pick<Wish, 'productQuery' | 'name'>): Wish => ({
  productQuery,
  name,
  scope: productQuery.filters.disagreement ? 'all' : 'to-do'
})

interface Session {
  /** As it is called now. */
  queue: () => ReviewQueue
  counts: () => ScopeCounts | null
}

/**
 * The queues of Review: what of the list is reviewed and, behind that, each view of a person's own, of which what waits is gone through.
 * Beside an open view the former are of the whole catalog; of another list there are those that it can have, and no views, which are of other
 * products. A view has the number here that it has in the sidebar: all of its products.
 */
export function useQueueTabs(
  session: Session,
  views: () => readonly NamedList[]
): { tabs: ComputedRef<QueueTab[]>; selected: ComputedRef<string>; wishOf: (id: string) => Wish } {
  const progress = useQueueProgress()
  progress.followCatalog()
  const sizes = useViewSizes()
  const open = computed(() => {
    const { name, scope } = session.queue()
    return views().find((view) => view.name === name && queueOf(view).scope === scope) ?? null
  })
  const ofCatalog = computed(() => catalogCounts(progress.catalog, sizes.value.get('errors') ?? null))

  const scopes = computed(() => {
    const { productQuery, scope: selected } = session.queue()
    return queueScopes.filter(
      (scope) => open.value !== null || scope === selected || hasScope(productQuery, scope)
    )
  })
  const shownViews = computed(() =>
    open.value === null && isFiltered(session.queue().productQuery) ? [] : views()
  )
  const tabs = computed<QueueTab[]>(() => [
    ...scopes.value.map((scope) => ({
      id: scope,
      words: scopeLabel(scope),
      count: (open.value ? ofCatalog.value[scope] : session.counts()?.[scope]) ?? null
    })),
    ...shownViews.value.map(({ id, name }) => ({ id, words: name, count: sizes.value.get(id) ?? null }))
  ])

  function wishOf(id: string): Wish {
    const view = views().find((each) => each.id === id)
    if (view) return queueOf(view)
    const scope: QueueScope = queueScopes.find((each) => each === id) ?? 'to-do'
    const { productQuery, name } = session.queue()
    return open.value ? { productQuery: emptyQuery, name: null, scope } : { productQuery, name, scope }
  }

  return { tabs, selected: computed(() => open.value?.id ?? session.queue().scope), wishOf }
}
