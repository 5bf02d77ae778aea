import { computed, ref, shallowRef } from 'vue'
import { defineConnectionStore } from '../../../shared/data/open-connection'

/** How much a person has reviewed in this run. */
export const useReviewPace = defineConnectionStore(() => {
  /** When the first and the last mark of this run were set, ms since 1970; null before. */
  const times = shallowRef<{ first: number; last: number } | null>(null)
  /** Products that were decided on in this run. */
  const marks = ref(0)

  /** So many products were decided on now, or, below 0, are not anymore. */
  function add(count: number): void {
    marks.value = Math.max(0, marks.value + count)
    const now = Date.now()
    if (count > 0) times.value = { first: times.value?.first ?? now, last: now }
  }

  return {
    add,
    marks,
    /** ms between the first and the last mark of this run; null before. */
    span: computed(() => times.value && times.value.last - times.value.first)
  }
})
