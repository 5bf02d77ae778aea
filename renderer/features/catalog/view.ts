import { computed, ref, shallowRef, watch } from 'vue'
import type { Result } from '../../../electron/contract/failure'
import { pageSizes } from '../../../electron/contract/preference-choices'
import {
  isBuiltIn,
  type Density,
  type SavedView,
  type SharedView,
  type ViewState
} from '../../../electron/contract/view'
import { call } from '../../bridge'
import { noFilters } from '../../../electron/contract/empty-query'
import { createDelayedSaves } from '../../shared/data/save-queue'
import { defineConnectionStore, onConnectionEvent } from '../../shared/data/open-connection'
import { usePreferences } from '../../shared/preferences'

/** How a list looks that nobody has looked at yet. */
export const freshView: ViewState = {
  page: 1,
  limit: 25,
  scrollTop: 0,
  mode: 'continuous',
  layout: 'table',
  tileSize: 'M',
  search: '',
  filters: noFilters,
  or: [],
  sort: null,
  columns: [],
  density: 'comfortable',
  filtersOpen: false
}

function usable(state: ViewState | null, density: Density): ViewState {
  if (state === null) return { ...freshView, density }
  const offered = pageSizes.some((size) => size === state.limit)
  return offered ? state : { ...state, page: 1, limit: freshView.limit, scrollTop: 0 }
}

/** Where a person is in the connection's list, how it looks, and its named views; kept in a file over restarts. */
export const useView = defineConnectionStore((connectionId) => {
  /** How the list was left is known. */
  const isRead = ref(false)
  const state = shallowRef<ViewState>(freshView)
  const kept = shallowRef<readonly SavedView[]>([])
  const saved = computed(() => kept.value.filter((each) => !isBuiltIn(each)))
  const watchedBuiltIn = computed(() => kept.value.filter(isBuiltIn))
  /** Those of the store's team. */
  const shared = shallowRef<readonly SharedView[]>([])
  const saves = createDelayedSaves<ViewState>((view) => call('views:save', { connectionId, view }))
  const preferences = usePreferences()

  /** Restores how the list was left, fresh when nothing (or nothing readable) is kept. */
  async function open(): Promise<ViewState> {
    const [before, unwritten] = [state.value, saves.waiting()]
    const answer = await call('views:get', { connectionId })
    const read = answer.ok ? answer.value : { state: null, saved: [], shared: [] }
    const isChanged = isRead.value && state.value !== before
    isRead.value = true
    // What was not written yet when it was read is newer, and what changed since: by now that may be written as well.
    if (!isChanged) state.value = unwritten ?? usable(read.state, preferences.current.density)
    kept.value = read.saved
    shared.value = read.shared
    return state.value
  }

  /** Remembers changes of the list once it was read how that was left; written a moment later. */
  function keep(changes: Partial<ViewState>): void {
    if (!isRead.value) return
    state.value = { ...state.value, ...changes }
    saves.keep(state.value)
  }

  onConnectionEvent(connectionId, ['views:changed'], (views) => {
    kept.value = views.saved
    shared.value = views.shared
  })

  // What is chosen for all lists is for this one as well, which may have changes that are not written yet.
  watch(
    () => preferences.current.density,
    (density) => keep({ density })
  )

  async function save(views: readonly SavedView[]): Promise<Result<null>> {
    const before = kept.value
    kept.value = views
    const answer = await call('views:save-named', { connectionId, saved: [...views] })
    if (!answer.ok) kept.value = before
    return answer
  }

  /** The person's own and the team's, in the order in which they are listed. */
  const named = computed<readonly SavedView[]>(() => [...saved.value, ...shared.value])

  return {
    ...{ isRead, state, saved, shared, watchedBuiltIn, named },
    /** The same, and built-in ones that are watched. */
    known: computed<readonly SavedView[]>(() => [...named.value, ...watchedBuiltIn.value]),
    open,
    keep,
    flush: saves.flush,
    /** Keeps these as the person's own in place of those there were; when that fails they stay as they were. */
    saveNamed: (views: readonly SavedView[]) => save([...views, ...watchedBuiltIn.value]),
    /** The same of the built-in views that are watched. */
    saveWatched: (views: readonly SavedView[]) => save([...saved.value, ...views])
  }
})
