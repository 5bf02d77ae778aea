import { computed, shallowRef, watch, type ShallowRef } from 'vue'
import { emptyQuery, noFilters } from '../../../electron/contract/empty-query'
import type { Filters, ProductQuery } from '../../../electron/contract/product-query'
import type { ReviewState } from '../../../electron/contract/review-state'
import { builtInViews, type BuiltInView, type SavedView } from '../../../electron/contract/view'
import { startupEnd } from '../../bridge'
import { defineConnectionStore, useOpenConnection } from '../../shared/data/open-connection'
import { useOwnTeam } from '../../shared/data/own-team'
import { useBridgeQuery } from '../../shared/data/queries'
import { t } from '../../shared/i18n'
import { stateLabel } from '../../shared/labels/review-labels'
import { isSameList } from './filters'
import { useNamedViews, useViewNews } from './named-views'
import { showFiltered } from './open-list'
import { useProducts } from './product-pages'
import { useView } from './view'

/** Those of a store that has a team. */
type TeamView = 'mine' | 'awaiting' | 'disagreement'

/** A list that people come back to. */
export interface ListView {
  /** A built-in view's name, or the id of one that was saved or shared. */
  id: string
  name: string
  productQuery: ProductQuery
  /** null: built in. */
  saved: SavedView | null
  /** Its form in which a person watches it, or could; null: nobody can. */
  watchable: SavedView | null
}

const filtersOf: Record<BuiltInView, Partial<Filters>> = {
  'needs-work': { review: ['needs-work'] },
  're-review': { review: ['changed'] },
  errors: { finding: 'error' },
  'broken-pictures': { pictureState: 'broken' },
  'with-notes': { note: 'with' }
}

function builtIn(id: BuiltInView, watched: boolean): ListView {
  const view = {
    id,
    name: id === 'needs-work' ? stateLabel('needs-work') : t(`filters.views.builtIn.${id}`),
    productQuery: { ...emptyQuery, filters: { ...noFilters, ...filtersOf[id] } }
  }
  return { ...view, saved: null, watchable: { ...view, watched } }
}

function ofPerson(saved: SavedView): ListView {
  const { id, name, productQuery } = saved
  // Items that could not be read are no products, and have no history.
  return { id, name, productQuery, saved, watchable: productQuery.filters.setAside ? null : saved }
}

/** @param name this person's in the team */
function viewsOfTeam(name: string, approvals: number): ListView[] {
  const awaiting: ReviewState[] = ['awaiting-you', 'awaiting-others']
  const view = (id: TeamView, label: string, filters: Partial<Filters>): ListView => ({
    id,
    name: label,
    productQuery: { ...emptyQuery, filters: { ...noFilters, ...filters } },
    saved: null,
    watchable: null
  })
  return [
    view('mine', t('filters.views.team.mine'), { assignedTo: [name] }),
    ...(approvals > 1 ? [view('awaiting', t('filters.views.team.awaiting'), { review: awaiting })] : []),
    view('disagreement', t('filters.views.team.disagreement'), { disagreement: true })
  ]
}

/**
 * The views of the connection that is open: those that everybody has, which keep their keys when a team is made, those that a team adds, the
 * person's own in their order, then what the team shares.
 */
export const useListViews = defineConnectionStore(() => {
  const [products, view] = [useProducts(), useView()]
  const [named, news] = [useNamedViews(), useViewNews()]
  const team = useOwnTeam()

  /** What a team adds; [] : the store has none. */
  const ofTeam = computed<ListView[]>(() =>
    team.name === null ? [] : viewsOfTeam(team.name, team.approvals)
  )

  const all = computed<ListView[]>(() => [
    ...builtInViews.map((id) =>
      builtIn(
        id,
        view.watchedBuiltIn.some((each) => each.id === id)
      )
    ),
    ...ofTeam.value,
    ...view.named.map(ofPerson)
  ])

  /** Watched ones are kept with their names, which the system's notifications tell: in the language of the window. */
  const translated = computed(() =>
    view.watchedBuiltIn.map((kept) => ({
      ...kept,
      name: all.value.find(({ id }) => id === kept.id)?.name ?? kept.name
    }))
  )
  watch(
    translated,
    (views) => {
      const isOther = views.some(({ name }, at) => name !== view.watchedBuiltIn[at]?.name)
      if (isOther) void view.saveWatched(views)
    },
    { immediate: true }
  )

  /** The view that the list of products shows, whatever its order; null: none of them. */
  const current = computed<ListView | null>(() => {
    if (named.current) return all.value.find(({ id }) => id === named.current?.id) ?? null
    return builtInOf(products.isOpen ? products.productQuery : view.state)
  })

  /** The view of those that everybody or a team has that lists these, whatever it was called in another language; null: none. */
  function builtInOf(productQuery: Omit<ProductQuery, 'sort'>): ListView | null {
    return (
      all.value.find((each) => each.saved === null && isSameList(each.productQuery, productQuery)) ?? null
    )
  }

  /** Reads the person's own and what is new in them, unless the page that is shown does. What the first page needs comes first. */
  async function load(): Promise<void> {
    await startupEnd()
    if (!view.isRead) await view.open()
    if (view.known.some(({ watched }) => watched)) await news.load()
  }

  /** Lists a view's products. A built-in one leaves the order as it is. */
  function show({ productQuery, saved }: ListView): Promise<void> {
    return saved === null ? showFiltered(productQuery.filters) : named.show(saved)
  }

  return { all, ofTeam, current, builtInOf, load, show }
})

/**
 * How many products each view has, by its id, kept current; a view that is not counted yet is not in it, and none is while they
 * cannot be counted. To be called in the setup of a component.
 */
export function useViewSizes(): Readonly<ShallowRef<ReadonlyMap<string, number>>> {
  const open = useOpenConnection()
  const views = useListViews()
  const sizes = shallowRef<ReadonlyMap<string, number>>(new Map())
  const asked = computed(() => views.all.map(({ id, productQuery }) => ({ id, productQuery })))
  const { data, failure } = useBridgeQuery('products:sizes', () =>
    open.id === null
      ? null
      : { connectionId: open.id, productQueries: asked.value.map(({ productQuery }) => productQuery) }
  )
  watch(
    // A view that is shared gets another id, and counts the same products as before.
    [data, failure, asked],
    ([counted, because]) => {
      // What was counted stays while a view that was added is counted with the others.
      if (because !== null) sizes.value = new Map()
      else if (counted !== null && counted.length === asked.value.length)
        sizes.value = new Map(asked.value.map(({ id }, at) => [id, counted[at] ?? 0]))
    },
    { immediate: true }
  )
  watch(
    () => open.id,
    () => (sizes.value = new Map())
  )
  return sizes
}
