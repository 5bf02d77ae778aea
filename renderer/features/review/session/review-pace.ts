import { computed, ref, shallowRef } from 'vue'
import { defineConnectionStore } from '../../../shared/data/open-connection'

/** How much a person has reviewed since the queue began. */
export const useReviewPace = defineConnectionStore(() => {
  /** When the first and the last of these marks were set, ms since 1970; null before. */
  const times = shallowRef<{ first: number; last: number } | null>(null)
  /** Products that were decided on. */
  const marks = ref(0)

  /** So many products were decided on now, or, below 0, are not anymore. */
  function add(count: number): void {
    marks.value = Math.max(0, marks.value + count)
    const now = Date.now()
    if (count > 0) times.value = { first: times.value?.first ?? now, last: now }
  }

  /** Another queue begins. */
  function begin(): void {
    times.value = null
    marks.value = 0
  }

  return {
    begin,
    add,
    marks,
    /** ms between the first and the last mark; null before. */
    span: computed(() => times.value && times.value.last - times.value.first)
  }
})
