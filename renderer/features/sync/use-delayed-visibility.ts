import { onScopeDispose, ref, watch, type Ref } from 'vue'
import type { SyncState } from '../../../electron/contract/sync'

/** A run that is over within this time, ms, shows nothing while it goes on: it would only flicker. */
const moment = 400

/** Whether the run under way has taken longer than a moment, or wants something of the person. */
export function useShownRun(state: () => SyncState | null): Readonly<Ref<boolean>> {
  const isShown = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined

  function settle(): void {
    clearTimeout(timer)
    timer = undefined
  }

  watch(
    () => [state()?.connectionId, state()?.phase, state()?.startedAt] as const,
    ([id, phase = 'idle', startedAt], before) => {
      const isOver = phase === 'idle' || id !== before?.[0]
      if (isOver) {
        settle()
        isShown.value = false
      }
      if (phase === 'idle' || isShown.value) return
      // The clock may have been set back: then the run's age is not known, and it counts as young.
      const age = typeof startedAt === 'number' ? Date.now() - startedAt : 0
      if (age >= moment || phase === 'asking' || phase === 'paused') {
        settle()
        isShown.value = true
      } else timer ??= setTimeout(() => (isShown.value = true), moment - Math.max(0, age))
    },
    { immediate: true }
  )
  onScopeDispose(settle)
  return isShown
}
