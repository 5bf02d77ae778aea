import { useWindowSize } from '@vueuse/core'
import { computed, type ComputedRef } from 'vue'
import { useTextScale } from './use-text-scale'

/** CSS pixels. */
export interface WindowRoom {
  width: ComputedRef<number>
  height: ComputedRef<number>
}

/** The size of the window at usual text size: larger texts leave less of it. */
export function useWindowRoom(): WindowRoom {
  const { width, height } = useWindowSize()
  const scale = useTextScale()
  return {
    width: computed(() => width.value / scale.value),
    height: computed(() => height.value / scale.value)
  }
}
