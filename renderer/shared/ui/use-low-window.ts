import { computed, type ComputedRef } from 'vue'
import { useWindowRoom } from './use-window-room'

/** Of texts of 100 %, CSS pixels. */
const rem = 16
/** In rem; as in the styles (`@container window (height < 30rem)`). */
const low = 30

/** Whether the window has so few lines, being small or its texts large, that nothing should float over them. */
export function useLowWindow(): ComputedRef<boolean> {
  const { height } = useWindowRoom()
  return computed(() => height.value / rem < low)
}
