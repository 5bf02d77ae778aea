import { isProduct, type Block } from '../../../shared/data/block-cache'
import { useContinuousList } from '../../catalog'
import { productRow, sameOr, unreadableRow, type RowPlace, type RowStyle } from './product-rows'
import { onScopeDispose, watch, shallowRef, type Ref } from 'vue'
import type { RowRange } from '../../../shared/list/virtual-rows'

/** Blocks whose rows are kept made. */
const most = 36

/** The rows of the continuous list, made once for each block, and only again where something changed. */
export function useListRows(style: () => RowStyle): (index: number) => RowPlace {
  const list = useContinuousList()
  const made = new Map<number, { block: Block; rows: RowPlace[] }>()
  let turn = -1
  let look = ''

  function make(number: number, block: Block): RowPlace[] {
    const before = made.get(number)
    if (before?.block === block) return before.rows
    const first = number * list.size
    const rows = block.slots.map((slot, at): RowPlace => {
      if (slot === null) return null
      const standing = { index: first + at, place: first + at + 1 }
      const row = isProduct(slot)
        ? productRow(slot, standing, style())
        : unreadableRow(slot, standing, style())
      return sameOr(before?.rows[at], row)
    })
    made.delete(number)
    made.set(number, { block, rows })
    for (const oldest of made.keys()) {
      if (made.size <= most) break
      made.delete(oldest)
    }
    return rows
  }

  return (index) => {
    const { currency, locale, findings } = style()
    const written = `${currency} ${locale} ${findings?.signature}`
    if (turn !== list.turn || look !== written) made.clear()
    turn = list.turn
    look = written
    const { number, block } = list.blockOf(index)
    return block && (make(number, block)[index - number * list.size] ?? null)
  }
}

/** Leaps that follow each other this soon, ms, are a flight: the rows on its way are asked for only where it pauses. */
const flight = 100
/** How long they have to stay, ms. */
const pause = 60

/** Asks for the rows in the document: at once while the list is read, not for those that a dragged scrollbar passes. */
export function useRowRequests(rows: () => RowRange, ask: (rows: RowRange) => void): void {
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

/** A row that stays for this long is looked at, ms; others only fly by. */
const stay = 80

function overlap(a: RowRange, b: RowRange): RowRange {
  const first = Math.max(a.first, b.first)
  return { first, end: Math.max(first, Math.min(a.end, b.end)) }
}

/** Of the rows in the document those that have been there for a moment; `now` takes all of them as such. */
export function useStableRows(rows: () => RowRange): { settled: Readonly<Ref<RowRange>>; now: () => void } {
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

/** Pictures that are kept decoded, so that a row that comes back has its own at once: a few screens of them. */
const maxKept = 160

/** The thumbnails that were shown last. */
export function useThumbnailCache(): {
  /** An element has shown the picture with this token. */
  keep: (token: string, shown: HTMLImageElement) => void
  has: (token: string) => boolean
} {
  const kept = new Map<string, HTMLImageElement>()

  function keep(token: string, shown: HTMLImageElement): void {
    const image = kept.get(token) ?? new Image()
    if (image.src !== shown.currentSrc) image.src = shown.currentSrc
    kept.delete(token)
    kept.set(token, image)
    for (const oldest of kept.keys()) {
      if (kept.size <= maxKept) return
      kept.delete(oldest)
    }
  }

  return { keep, has: (token) => kept.has(token) }
}
