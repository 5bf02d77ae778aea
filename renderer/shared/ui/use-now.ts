import { useIntervalFn, useTimestamp } from '@vueuse/core'
import type { Ref } from 'vue'

/** The time, ms since 1970, renewed every half minute: as often as an age in minutes changes. */
export function useNow(): Readonly<Ref<number>> {
  return useTimestamp({ scheduler: (update) => useIntervalFn(update, 30_000) })
}
