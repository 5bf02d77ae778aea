import { computed, type ComputedRef } from 'vue'
import { useWindowRoom } from '../../shared/ui/use-window-room'

/** CSS pixels, at usual text size: of the panel of filters (as FiltersPanel has it), and of the least window with room for it beside the list. */
export const filtersWidth = 260
const leastForBoth = 704

/** Whether the window has no room for the filters beside the list: they take its place then. */
export function useFiltersAlone(): ComputedRef<boolean> {
  const { width } = useWindowRoom()
  return computed(() => width.value < leastForBoth)
}
