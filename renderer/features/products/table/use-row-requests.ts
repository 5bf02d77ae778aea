import { onScopeDispose, watch } from 'vue'
import type { RowRange } from '../../../shared/list/virtual-rows'

/** Leaps that follow each other this soon, ms, are a flight: the rows on its way are asked for only where it pauses. */
const flight = 100
/** How long they have to stay, ms. */
const pause = 60

/** Asks for the rows in the document: at once while the list is read, not for those that a dragged scrollbar passes. */
export function useWantedRows(rows: () => RowRange, ask: (rows: RowRange) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastLeap = Number.NEGATIVE_INFINITY

  watch(
    rows,
    (now, before) => {
      clearTimeout(timer)
      const leaps = before !== undefined && Math.abs(now.first - before.first) > now.end - now.first
      const moment = performance.now()
      if (leaps && moment - lastLeap < flight) timer = setTimeout(() => ask(rows()), pause)
      else ask(now)
      if (leaps) lastLeap = moment
    },
    { immediate: true }
  )
  onScopeDispose(() => clearTimeout(timer))
}
