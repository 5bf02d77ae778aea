import { defineStore } from 'pinia'
import { onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { Result } from '../../../electron/contract/failure'
import { pageSizes } from '../../../electron/contract/page-sizes'
import type { Density, SavedView, ViewState } from '../../../electron/contract/view'
import { call } from '../../bridge'
import { noFilters } from '../../../electron/contract/empty-query'
import { createDelayedSaves } from '../../shared/data/delayed-saves'
import { usePreferences } from '../../shared/preferences'

/** How a list looks that nobody has looked at yet. */
export const freshView: ViewState = {
  page: 1,
  limit: 25,
  scrollTop: 0,
  mode: 'paged',
  layout: 'table',
  tileSize: 'M',
  search: '',
  filters: noFilters,
  sort: null,
  columns: [],
  density: 'comfortable'
}

function usable(state: ViewState | null, density: Density): ViewState {
  if (state === null) return { ...freshView, density }
  const offered = pageSizes.some((size) => size === state.limit)
  return offered ? state : { ...state, page: 1, limit: freshView.limit, scrollTop: 0 }
}

/** Where a person is in a connection's list, how it looks, and its named views; kept in a file over restarts. */
export const useView = defineStore('view', () => {
  const connectionId = ref<string | null>(null)
  const state = shallowRef<ViewState>(freshView)
  const saved = shallowRef<readonly SavedView[]>([])
  const saves = createDelayedSaves<ViewState>((id, view) => call('views:save', { connectionId: id, view }))
  const preferences = usePreferences()
  /** Whose list was asked for last. */
  let wanted: string | null = null

  /**
   * Restores how a connection's list was left, fresh when nothing (or nothing readable) is kept. An answer that comes after another
   * connection was opened changes nothing.
   */
  async function open(id: string): Promise<ViewState> {
    wanted = id
    const [before, unwritten] = [state.value, saves.waiting(id)]
    const answer = await call('views:get', { connectionId: id })
    const kept = answer.ok ? answer.value : { state: null, saved: [] }
    if (wanted !== id) return usable(kept.state, preferences.current.density)
    const isChanged = connectionId.value === id && state.value !== before
    connectionId.value = id
    // What was not written yet when it was read is newer, and what changed since: by now that may be written as well.
    if (!isChanged) state.value = unwritten ?? usable(kept.state, preferences.current.density)
    saved.value = kept.saved
    return state.value
  }

  /** Remembers changes of the list that is open; written a moment later. */
  function keep(changes: Partial<ViewState>): void {
    if (connectionId.value === null) return
    state.value = { ...state.value, ...changes }
    saves.keep(connectionId.value, state.value)
  }

  // What is chosen for all lists is for this one as well, which may have changes that are not written yet.
  watch(
    () => preferences.current.density,
    (density) => keep({ density })
  )

  onScopeDispose(saves.stop)

  /** Keeps these named views in place of those there were; when that fails they stay as they were. */
  async function saveNamed(views: readonly SavedView[]): Promise<Result<null>> {
    const [id, before] = [connectionId.value, saved.value]
    if (id === null) return { ok: true, value: null }
    saved.value = views
    const answer = await call('views:save-named', { connectionId: id, saved: [...views] })
    if (!answer.ok && connectionId.value === id) saved.value = before
    return answer
  }

  return { connectionId, state, saved, open, keep, flush: saves.flush, saveNamed }
})
