import { computed, type ComputedRef } from 'vue'
import { usePreferences } from '../preferences'

/** By how much texts are larger than usual, 1–2: what is reckoned in CSS pixels, because it holds texts, grows by as much. */
export function useTextScale(): ComputedRef<number> {
  const preferences = usePreferences()
  return computed(() => preferences.current.textSize / 100)
}
