import { computed, ref, shallowRef, watch } from 'vue'
import { filterGroups, isUnfiltered, noFilters } from '../../../electron/contract/empty-query'
import { ok, type Result } from '../../../electron/contract/failure'
import type { Filters, ProductQuery } from '../../../electron/contract/product-query'
import { isBuiltIn, type SavedView, type SharedView, type ViewNews } from '../../../electron/contract/view'
import { call } from '../../bridge'
import { defineConnectionStore, onConnectionEvent } from '../../shared/data/open-connection'
import { isSameList, isSameQuery } from './filters'
import { useProducts } from './product-pages'
import { useView } from './view'

/** Whether a view is the team's. */
export function isShared(view: SavedView): view is SharedView {
  return 'sharedBy' in view
}

/** The named views of the connection that is open, and built-in ones that are watched, and which of them the list came from. */
export const useNamedViews = defineConnectionStore((connectionId) => {
  const products = useProducts()
  const view = useView()
  const currentId = ref<string | null>(null)

  const current = computed(() => {
    const found = view.known.find(({ id }) => id === currentId.value) ?? null
    if (found === null || !isBuiltIn(found)) return found
    // Nobody changes a built-in view: a list that is more or less than it is another one.
    return isSameList(found.productQuery, withoutNews(products.productQuery)) ? found : null
  })
  /** The list is not quite the current view's anymore. */
  const isChanged = computed(() => current.value !== null && !isListOf(current.value))

  /** The order is a view's too, but for a built-in one. */
  function isListOf(each: SavedView): boolean {
    const isSame = isBuiltIn(each) ? isSameList : isSameQuery
    return isSame(each.productQuery, products.productQuery)
  }

  // A list that is exactly a view's is that view, also after a restart; one without any narrowing is none.
  watch(
    [() => products.productQuery, () => view.known, () => products.isOpen && view.isRead] as const,
    ([, , isOpen]) => {
      if (!isOpen || isUnfiltered(products.productQuery)) currentId.value = null
      else if (current.value === null) currentId.value = view.known.find(isListOf)?.id ?? null
    },
    { immediate: true }
  )

  /** Lists a view's products or, as `productQuery` has it, a part of them. */
  async function show(wish: SavedView, productQuery = wish.productQuery): Promise<void> {
    if (!view.isRead) await view.open()
    // Where the list is not on screen it opens as it was kept.
    view.keep({ ...productQuery, page: 1, scrollTop: 0 })
    if (!products.isOpen) return
    currentId.value = wish.id
    await products.narrow(productQuery)
  }

  /** Another place lists something else: what is changed from now on is not the view. */
  function leave(): void {
    currentId.value = null
  }

  /** Whether a name is taken by another view of the same owner, the person or their team, in whatever case. */
  function isTaken(name: string, except: SavedView | null = null): boolean {
    const wish = name.trim().toLocaleLowerCase()
    const views = except !== null && isShared(except) ? view.shared : view.saved
    return views.some((each) => each.id !== except?.id && each.name.toLocaleLowerCase() === wish)
  }

  /** Keeps a list under a name, the one that is shown unless another is given. */
  async function saveAs(
    name: string,
    { productQuery = products.productQuery, watched = false }: Partial<SavedView> = {}
  ): Promise<Result<null>> {
    const added = { id: crypto.randomUUID(), name: name.trim(), productQuery, watched }
    const answer = await view.saveNamed([...view.saved, added])
    if (answer.ok) currentId.value = added.id
    return answer
  }

  function watchBuiltIn(wish: SavedView, watched: boolean): Promise<Result<null>> {
    const others = view.watchedBuiltIn.filter(({ id }) => id !== wish.id)
    return view.saveWatched(watched ? [...others, { ...wish, watched }] : others)
  }

  function change(wish: SavedView, changes: Partial<SavedView>): Promise<Result<null>> {
    const { id, name, productQuery } = { ...wish, ...changes }
    if (isShared(wish)) return call('team:change-view', { connectionId, view: id, name, productQuery })
    return view.saveNamed(view.saved.map((each) => (each.id === id ? { ...each, ...changes } : each)))
  }

  /** Makes a view of the person's own one of the team's. */
  async function share({ id }: SavedView): Promise<Result<null>> {
    // By the time of the answer the own one is gone from the list.
    const isCurrent = currentId.value === id
    const answer = await call('team:share-view', { connectionId, view: id })
    if (!answer.ok) return answer
    if (isCurrent) currentId.value = answer.value.id
    return ok(null)
  }

  /** Keeps a view of the team's as one of the person's own, under the same name where that is free. */
  async function copy({ name, productQuery }: SavedView): Promise<void> {
    const names = [name, ...Array.from({ length: 100 }, (_, at) => `${name.slice(0, 75)} (${at + 2})`)]
    await saveAs(names.find((each) => !isTaken(each)) ?? name, { productQuery })
  }

  return {
    connectionId,
    current,
    isChanged,
    show,
    leave,
    isTaken,
    saveAs,
    share,
    copy,
    /** Takes a view from the team. */
    stopSharing: ({ id }: SharedView) => call('team:stop-sharing-view', { connectionId, view: id }),
    rename: (wish: SavedView, name: string) => change(wish, { name: name.trim() }),
    watch(wish: SavedView, watched: boolean) {
      if (isBuiltIn(wish)) return watchBuiltIn(wish, watched)
      return isShared(wish)
        ? call('team:watch-view', { connectionId, view: wish.id, watched })
        : change(wish, { watched })
    },
    /** Makes the list as it is now the view's. */
    update: (wish: SavedView) => change(wish, { productQuery: products.productQuery }),
    /** Puts a view where another one stands, or behind the last. */
    move(id: string, to: number) {
      const moved = view.saved.filter((each) => each.id === id)
      const others = view.saved.filter((each) => each.id !== id)
      return view.saveNamed([...others.slice(0, to), ...moved, ...others.slice(to)])
    },
    remove: (id: string) => view.saveNamed(view.saved.filter((each) => each.id !== id))
  }
})

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

  /** A person looks at a view: nothing in it is new anymore. */
  async function open(id: string): Promise<void> {
    if (found.value?.view !== id) found.value = null
    const answer = await call('views:opened', { connectionId, view: id })
    if (answer.ok && answer.value > 0) found.value = { view: id, count: answer.value }
  }

  /** What was new in the view that was opened last may have left it since. */
  async function recount(): Promise<void> {
    const opened = found.value
    const wish = view.known.find(({ id }) => id === opened?.view)
    if (opened === null || wish === undefined) return
    const answer = await call('products:sizes', { connectionId, productQueries: [newsOf(wish)] })
    if (found.value === opened && answer.ok) found.value = { ...opened, count: answer.value[0] ?? 0 }
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
    recount,
    show,
    /** Shows it from the beginning, with what is not new. */
    showAll: (wish: SavedView) => named.show(wish),
    /** The view whose news the list shows; null: it shows something else, or the view is gone. */
    shownOf: ({ filters }: ProductQuery) => view.known.find(({ id }) => id === filters.newIn?.view) ?? null
  }
})

/** The list of a view without what is not new in it. */
function newsOf({ id, name, productQuery }: SavedView): ProductQuery {
  return withNewIn(productQuery, { view: id, name })
}

/** The whole list of which this is what is new. */
function withoutNews(productQuery: ProductQuery): ProductQuery {
  return withNewIn(productQuery, null)
}

function withNewIn(productQuery: ProductQuery, newIn: Filters['newIn']): ProductQuery {
  const [filters = noFilters, ...or] = filterGroups(productQuery)
  return { ...productQuery, filters: { ...filters, newIn }, or: or.map((group) => ({ ...group, newIn })) }
}
