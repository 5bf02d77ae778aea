import { shallowRef } from 'vue'
import { filterGroups, noFilters } from '../../../electron/contract/empty-query'
import type { ProductQuery } from '../../../electron/contract/product-query'
import type { SavedView, ViewNews } from '../../../electron/contract/view'
import { call } from '../../bridge'
import { defineConnectionStore, onConnectionEvent } from '../../shared/data/open-connection'
import { useNamedViews } from './named-views'
import { useView } from './view'

/** What is new in the watched views of the connection that is open. */
export const useViewNews = defineConnectionStore((connectionId) => {
  const [view, named] = [useView(), useNamedViews()]
  const counts = shallowRef<ReadonlyMap<string, number>>(new Map())
  /** What was new in the view that a person opened last. */
  const found = shallowRef<ViewNews | null>(null)

  function take(news: readonly ViewNews[]): void {
    counts.value = new Map(news.map((each) => [each.view, each.count]))
  }

  onConnectionEvent(connectionId, ['views:news-changed'], ({ news }) => take(news))

  async function load(): Promise<void> {
    const answer = await call('views:news', { connectionId })
    if (answer.ok) take(answer.value)
  }

  /** A person looks at a view: nothing in it is new any more. */
  async function open(id: string): Promise<void> {
    if (found.value?.view !== id) found.value = null
    const answer = await call('views:opened', { connectionId, view: id })
    if (answer.ok && answer.value > 0) found.value = { view: id, count: answer.value }
  }

  /** Lists what is new in a view, or was when it was opened. */
  async function show(wish: SavedView): Promise<void> {
    await open(wish.id)
    await named.show(wish, newsOf(wish))
  }

  return {
    counts,
    found,
    load,
    open,
    show,
    /** Shows it from the beginning, with what is not new. */
    showAll: (wish: SavedView) => named.show(wish),
    /** The view whose news the list shows; null: it shows something else, or the view is gone. */
    shownOf: ({ filters }: ProductQuery) => view.named.find(({ id }) => id === filters.newIn?.view) ?? null
  }
})

/** The list of a view without what is not new in it. */
function newsOf({ id, name, productQuery }: SavedView): ProductQuery {
  const newIn = { view: id, name }
  const [filters = noFilters, ...or] = filterGroups(productQuery)
  return { ...productQuery, filters: { ...filters, newIn }, or: or.map((group) => ({ ...group, newIn })) }
}
