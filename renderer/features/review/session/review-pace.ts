import { computed, shallowRef } from 'vue'
import { defineConnectionStore } from '../../../shared/data/open-connection'

/** A pause of this many ms is one: the pace is that of the work since. */
const pause = 2 * 60_000
/** Fewer marks than this say nothing of a pace. */
const fewest = 5
/** Marks that a pace is told by at most: what is slower by now counts soon. */
const most = 100

const minute = 60_000

/** Marks a minute, by when the last ones were set (ms, in order); null while that says nothing. */
export function paceOf(times: readonly number[]): number | null {
  const last = times.slice(-most)
  const begin = last.findLastIndex((at, index) => index > 0 && at - (last[index - 1] ?? at) > pause)
  const run = last.slice(Math.max(0, begin))
  const span = (run.at(-1) ?? 0) - (run[0] ?? 0)
  return run.length < fewest || span === 0 ? null : ((run.length - 1) * minute) / span
}

interface Day {
  day: string
  count: number
}

/** By this computer's calendar. */
const today = (): string => new Date().toDateString()

/** How fast a person reviews, and how much they have today on this computer. */
export const useReviewPace = defineConnectionStore((connectionId) => {
  const key = `vitrine.reviewed-today ${connectionId}`
  const times = shallowRef<readonly number[]>([])
  /** Products that were decided on in this run. */
  const marks = shallowRef(0)
  const counted = shallowRef<Day>(read())

  function read(): Day {
    const [day, count] = localStorage.getItem(key)?.split('\n') ?? []
    return { day: today(), count: day === today() ? Number(count) || 0 : 0 }
  }

  /** So many products were decided on now, or, below 0, are not any more. */
  function add(count: number): void {
    const before = counted.value.day === today() ? counted.value.count : 0
    counted.value = { day: today(), count: Math.max(0, before + count) }
    localStorage.setItem(key, `${counted.value.day}\n${counted.value.count}`)
    marks.value = Math.max(0, marks.value + count)
    if (count > 0) times.value = [...times.value.slice(-most), Date.now()]
  }

  return {
    add,
    marks,
    today: computed(() => (counted.value.day === today() ? counted.value.count : 0)),
    /** Marks a minute; null while that is not known. */
    rate: computed(() => paceOf(times.value)),
    /** When the first and the last mark of this run were set, ms since 1970; null before. */
    span: computed(() => {
      const [first] = times.value
      return first === undefined ? null : (times.value.at(-1) ?? first) - first
    })
  }
})
