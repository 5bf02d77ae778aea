import { onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import type { RowRange } from '../../../shared/list/virtual-rows'

/** A row that stays for this long is looked at, ms; others only fly by. */
const stay = 80

function overlap(a: RowRange, b: RowRange): RowRange {
  const first = Math.max(a.first, b.first)
  return { first, end: Math.max(first, Math.min(a.end, b.end)) }
}

/** Of the rows in the document those that have been there for a moment; `now` takes all of them as such. */
export function useSettledRows(rows: () => RowRange): { settled: Readonly<Ref<RowRange>>; now: () => void } {
  const settled = shallowRef<RowRange>({ first: 0, end: 0 })
  let seen: RowRange = { first: 0, end: 0 }
  let timer: ReturnType<typeof setTimeout> | undefined

  function look(): void {
    timer = undefined
    const now = rows()
    settled.value = overlap(seen, now)
    if (settled.value.first !== now.first || settled.value.end !== now.end) wait()
  }

  function wait(): void {
    seen = rows()
    timer ??= setTimeout(look, stay)
  }

  watch(
    rows,
    (now) => {
      // What leaves the document has to stay anew when it comes back.
      settled.value = overlap(settled.value, now)
      if (timer === undefined) wait()
    },
    { immediate: true, flush: 'sync' }
  )
  onScopeDispose(() => clearTimeout(timer))
  function now(): void {
    // They are what was seen, too: a look that is due does not take them for new ones.
    seen = rows()
    settled.value = seen
  }

  return { settled, now }
}
