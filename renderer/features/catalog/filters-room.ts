import { useWindowSize } from '@vueuse/core'
import { computed, type ComputedRef } from 'vue'
import { useTextScale } from '../../shared/ui/use-text-scale'

/** CSS pixels, at usual text size: of the panel of filters (as FiltersPanel has it), and of the least window with room for it beside the list. */
export const filtersWidth = 260
const leastForBoth = 704

/** Whether the window has no room for the filters beside the list: they take its place then. */
export function useFiltersAlone(): ComputedRef<boolean> {
  const { width } = useWindowSize()
  const scale = useTextScale()
  return computed(() => width.value / scale.value < leastForBoth)
}
