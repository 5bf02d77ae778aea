import { computed, shallowRef } from 'vue'
import { defineConnectionStore } from '../../../shared/data/open-connection'

interface Day {
  day: string
  count: number
}

/** By this computer's calendar. */
const today = (): string => new Date().toDateString()

/** How much a person has reviewed today on this computer, and in this run. */
export const useReviewPace = defineConnectionStore((connectionId) => {
  const key = `vitrine.reviewed-today ${connectionId}`
  /** When the first and the last mark of this run were set, ms since 1970; null before. */
  const times = shallowRef<{ first: number; last: number } | null>(null)
  /** Products that were decided on in this run. */
  const marks = shallowRef(0)
  const counted = shallowRef<Day>(read())

  function read(): Day {
    const [day, count] = localStorage.getItem(key)?.split('\n') ?? []
    return { day: today(), count: day === today() ? Number(count) || 0 : 0 }
  }

  /** So many products were decided on now, or, below 0, are not anymore. */
  function add(count: number): void {
    const before = counted.value.day === today() ? counted.value.count : 0
    counted.value = { day: today(), count: Math.max(0, before + count) }
    localStorage.setItem(key, `${counted.value.day}\n${counted.value.count}`)
    marks.value = Math.max(0, marks.value + count)
    const now = Date.now()
    if (count > 0) times.value = { first: times.value?.first ?? now, last: now }
  }

  return {
    add,
    marks,
    today: computed(() => (counted.value.day === today() ? counted.value.count : 0)),
    /** ms between the first and the last mark of this run; null before. */
    span: computed(() => times.value && times.value.last - times.value.first)
  }
})
