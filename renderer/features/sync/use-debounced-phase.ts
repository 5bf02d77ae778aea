import { computed, onScopeDispose, ref, watch, type ComputedRef } from 'vue'
import type { SyncState } from '../../../electron/contract/sync'

/** A wait for nothing in particular, such as for its turn among other stores, is shown when it lasts so long: ms. */
const settled = 1000

/** A sync as it is to be shown: a run that only waits for its turn for a moment is said to go on. */
export function useSettledState(state: () => SyncState | null): ComputedRef<SyncState | null> {
  const isHeld = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined

  const isIdleWait = computed(() => {
    const now = state()
    return now?.phase === 'waiting' && now.because === null && now.resumeAt === null
  })
  watch(
    [isIdleWait, () => state()?.connectionId],
    ([waits]) => {
      clearTimeout(timer)
      isHeld.value = waits
      if (waits) timer = setTimeout(() => (isHeld.value = false), settled)
    },
    { immediate: true, flush: 'sync' }
  )
  onScopeDispose(() => clearTimeout(timer))

  return computed(() => {
    const now = state()
    return now && isHeld.value ? { ...now, phase: 'fetching' } : now
  })
}
