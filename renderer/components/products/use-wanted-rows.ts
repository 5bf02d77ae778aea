import { onScopeDispose, watch } from 'vue'
import type { RowRange } from './virtual-rows'

/** Rows that come this soon after others, ms, and far from them, are only flown by: they are asked for once they stay. */
const flight = 100
/** How long they have to stay, ms. */
const pause = 60

/** Asks for the rows in the document: at once while the list is read, not for those that a dragged scrollbar passes. */
export function useWantedRows(rows: () => RowRange, ask: (rows: RowRange) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = Number.NEGATIVE_INFINITY

  watch(
    rows,
    (now, before) => {
      clearTimeout(timer)
      const moment = performance.now()
      const since = moment - last
      last = moment
      const leap = before !== undefined && Math.abs(now.first - before.first) > now.end - now.first
      if (leap && since < flight) timer = setTimeout(() => ask(rows()), pause)
      else ask(now)
    },
    { immediate: true }
  )
  onScopeDispose(() => clearTimeout(timer))
}
