import { computed, watch, type ComputedRef } from 'vue'
import { useQuality } from './quality-store'

/**
 * Whether a list of what the quality rules find is empty only since they were never applied to this catalog.
 *
 * @param asks whether the list is one of findings: only then the main process is asked
 */
export function useUnaudited(connectionId: () => string, asks: () => boolean): ComputedRef<boolean> {
  const quality = useQuality()
  watch(
    [connectionId, asks],
    () => {
      if (asks()) void quality.open(connectionId())
    },
    { immediate: true }
  )
  return computed(() => asks() && quality.of(connectionId())?.at === null)
}
