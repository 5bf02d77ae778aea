import { onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import type { RowPlace } from './product-rows'

/** A row as it is rendered: `slot` is the element that shows it. */
export interface Entry {
  slot: number
  index: number
  row: RowPlace
  /** CSS pixels. */
  top: number
  /** Its picture may be asked for. */
  pictured: boolean
  /** Its picture was shown a moment ago. */
  ready: boolean
}

/** The rows that a turn probably leads to. */
export interface RowsBeside {
  count: number
  rowAt: (index: number) => RowPlace
}

/** Two sheets of rows lie over each other: one is shown, the other is out of reach and out of sight. */
export interface Sheets {
  shown: Readonly<Ref<0 | 1>>
  /** What the other sheet has. */
  other: Readonly<Ref<readonly Entry[]>>
  /** The shown sheet was laid out ahead: rows that it has not are made once these are painted. */
  isLaidOut: () => boolean
  /** The entry of a row that was laid out ahead, if it is still that row. */
  laidOut: (index: number, row: RowPlace) => Entry | null
  /** Shows the other sheet where it begins with this row, in place of `now`; else nothing happens. */
  turn: (first: RowPlace, now: readonly Entry[]) => boolean
}

/**
 * Lays the first rows of the page that a person probably turns to out on a second sheet while there is nothing else to do: to
 * turn to them is then to show that sheet, which took 16 ms of script, layout and paint instead of 26. `entries` makes them of rows; `isBusy`: nothing
 * is to be done ahead now.
 */
export function usePrerenderedPage(
  beside: () => RowsBeside | null,
  isBusy: () => boolean,
  entries: (rows: RowsBeside) => readonly Entry[]
): Sheets {
  const shown = shallowRef<0 | 1>(0)
  const other = shallowRef<readonly Entry[]>([])
  /** What `other` was made of; null: it has what was shown before. */
  let madeOf: RowsBeside | null = null
  let carried = new Map<number, Entry>()
  let waiting: number | undefined

  function layOut(): void {
    waiting = undefined
    const rows = beside()
    if (rows === null || isBusy()) return
    madeOf = rows
    other.value = entries(rows)
  }

  function cancel(): void {
    if (waiting !== undefined) cancelIdleCallback(waiting)
    waiting = undefined
  }

  watch(
    [beside, isBusy],
    ([rows, busy]) => {
      cancel()
      if (rows === null && madeOf !== null) {
        madeOf = null
        other.value = []
      }
      if (rows !== null && !busy) waiting = requestIdleCallback(layOut)
    },
    { immediate: true, flush: 'post' }
  )
  onScopeDispose(cancel)

  return {
    shown,
    other,
    isLaidOut: () => carried.size > 0,
    laidOut(index, row) {
      const entry = carried.get(index)
      return entry && row && entry.row === row ? entry : null
    },
    turn(first, now) {
      const ready = madeOf === null ? [] : other.value
      const isReady = first !== undefined && first !== null && ready[0]?.row === first
      carried = new Map(isReady ? ready.map((entry) => [entry.index, entry]) : [])
      if (!isReady) return false
      madeOf = null
      other.value = now
      shown.value = shown.value === 0 ? 1 : 0
      return true
    }
  }
}

/** ms */
const longest = 100

/**
 * The short while from a turn to other rows until those in sight are on the screen: rows out of sight need not be made before
 * that. `begin` starts it.
 */
export function usePageTransition(): { turning: Readonly<Ref<boolean>>; begin: () => void } {
  const turning = shallowRef(false)
  let frame = 0
  let idle = 0

  function cancel(): void {
    cancelAnimationFrame(frame)
    cancelIdleCallback(idle)
  }

  function begin(): void {
    cancel()
    turning.value = true
    // Pictures are decoded beside the frame that shows them first. The next one is left to them; then nothing waits any longer
    // than there is something else to do.
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        idle = requestIdleCallback(() => (turning.value = false), { timeout: longest })
      })
    })
  }

  onScopeDispose(cancel)
  return { turning, begin }
}
