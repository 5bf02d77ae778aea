import { computed, shallowRef } from 'vue'
import type { Compared, Comparison, HistoryKind } from '../../../electron/contract/history'
import { call } from '../../bridge'
import { pagedChanges } from './paged-changes'
import { defineConnectionStore } from '../../shared/data/open-connection'

/** Which differences are listed. */
export interface DifferencesFilter {
  /** [] : every kind. */
  kinds: HistoryKind[]
  leastPercent: number | null
}

/** Two syncs of a store, or two stores, compared. */
export const useCatalogComparison = defineConnectionStore(() => {
  const between = shallowRef<Compared | null>(null)
  const filter = shallowRef<DifferencesFilter>({ kinds: [], leastPercent: null })

  const list = pagedChanges<Comparison>((paging) => {
    const asked = between.value
    if (asked === null) throw new Error('nothing is compared')
    return call('history:compare', { between: asked, ...filter.value, ...paging })
  })

  /** Compares; what was compared before goes at once. null: nothing. */
  function compare(next: Compared | null): void {
    between.value = next
    if (next !== null) list.open(true)
  }

  function narrow(changes: Partial<DifferencesFilter>): void {
    filter.value = { ...filter.value, ...changes }
    if (between.value !== null) list.open()
  }

  return {
    between,
    filter,
    latest: computed(() => (between.value === null ? null : list.latest.value)),
    failed: computed(() => (between.value === null ? null : list.failed.value)),
    isNew: list.isNew,
    at: list.at,
    look: list.look,
    /** Compares anew, where something is compared. */
    reload: (): Promise<void> => (between.value === null ? Promise.resolve() : list.reload()),
    compare,
    narrow
  }
})
