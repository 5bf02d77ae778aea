import { computed, type WritableComputedRef } from 'vue'
import type { HistoryKind } from '../../../electron/contract/history-kinds'

interface ChangeFilter {
  kinds: HistoryKind[]
  leastPercent: number | null
}

/** A list of changes that can be narrowed. */
interface Narrowed {
  readonly filter: ChangeFilter
  narrow: (changes: Partial<ChangeFilter>) => void
}

/** The kinds of changes that a list has, and the least size of a change of price, each to be set. */
export function useChangeFilter(list: Narrowed): {
  kinds: WritableComputedRef<HistoryKind[]>
  least: WritableComputedRef<number | null>
} {
  return {
    kinds: computed({ get: () => list.filter.kinds, set: (kinds) => list.narrow({ kinds }) }),
    least: computed({
      get: () => list.filter.leastPercent,
      set: (leastPercent) => list.narrow({ leastPercent })
    })
  }
}
