import { computed, onMounted, onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue'
import {
  bodyHeight,
  follow,
  isOutOfRoom,
  isSettled,
  offsetOf,
  offsetToReveal,
  rowsAt,
  scrollOf,
  type Extent,
  type RowRange,
  type Standing
} from './virtual-rows'

/** A list tells its scroll position this often, ms: it moves with every frame. */
export const scrollReportInterval = 120

/** Rows rendered beyond each end of the view. */
const overscan = 6
/** A table of up to so many rows is rendered whole: a short page can be read without scrolling. */
const fewRows = 25
/**
 * When nobody has scrolled for this long, ms, the scroll position of a list that is too long for Chromium is put right, and
 * rows around those that were leaped to are made.
 */
const idle = 160

/** Rows in the document, and the one that the first element was given after the last leap: it stays with it until the next. */
interface PlacedRange extends RowRange {
  base: number
  /** Counts the beginnings anew. */
  life: number
}

/** The visible part of a list, for a scroll container whose rows all have the same height. */
export interface VirtualScroll {
  /** The rows to render. */
  rows: Readonly<Ref<RowRange>>
  /** Which of the document's elements shows a row: it stays with it while both are there, and is used again then. */
  slotOf: (index: number) => number
  /** Height of the element that stands for the list, CSS pixels. */
  height: Readonly<Ref<number>>
  /** Where a row stands in that element, CSS pixels. */
  topOf: (index: number) => number
  /** Offset into the list as it would be, CSS pixels. */
  offset: () => number
  firstVisible: () => number
  /** The first row behind those in sight. */
  endVisible: () => number
  /** Whether the middle of a row is in the element's view, be it where something may float over it. */
  isInSight: (index: number) => boolean
  /** How many rows fit in the view, including a cut one. */
  fitting: () => number
  scrollTo: (offset: number) => void
  /** Begins at the top, each row in the element of its own number: as after a leap there. */
  restart: () => void
  reveal: (index: number) => void
  /** Call when the scrolling element was scrolled, or may have been, by whatever. */
  onScroll: () => void
}

/**
 * Follows a scrolling element. `head` is the height of what stays in sight above the rows, CSS pixels; `over` rows are kept
 * ready on either side of those in sight; up to `whole` rows are all in the document. `list` is the element with the rows, where what
 * scrolls is around it and holds more than that.
 */
export function useVirtualScroll(
  element: Readonly<Ref<HTMLElement | null>>,
  count: () => number,
  rowHeight: () => number,
  head: () => number,
  over = overscan,
  whole = fewRows,
  list: Readonly<Ref<HTMLElement | null>> = element
): VirtualScroll {
  const view = ref(0)
  const extent = computed<Extent>(() => ({ count: count(), rowHeight: rowHeight(), view: view.value }))
  const standing = shallowRef<Standing>({ scroll: 0, offset: 0 })
  /** A dragged scrollbar leaps in every frame: rows that are not in sight then would be made for nothing. */
  const leaping = shallowRef(false)
  const lives = shallowRef(0)
  const height = computed(() => bodyHeight(extent.value))
  const rows = computed<PlacedRange>((before) => {
    const range =
      count() <= whole
        ? { first: 0, end: count() }
        : rowsAt(standing.value.offset, extent.value, leaping.value ? 0 : over)
    const isSame = before?.first === range.first && before.end === range.end
    if (isSame && before.life === lives.value) return before
    const goesOn = before !== undefined && range.first < before.end && range.end > before.first
    return {
      ...range,
      base: goesOn && before.life === lives.value ? before.base : range.first,
      life: lives.value
    }
  })
  /** How much further the list is scrolled than the element: 0 while it fits in. */
  const shift = computed(() => standing.value.offset - standing.value.scroll)
  let timer: ReturnType<typeof setTimeout> | undefined

  /** How far the list's beginning is above that of the view, CSS pixels; negative: something else stands above it. */
  function passed(): number {
    const { value: scroller } = element
    if (!scroller || !list.value || list.value === scroller) return scroller?.scrollTop ?? 0
    return scroller.getBoundingClientRect().top - list.value.getBoundingClientRect().top
  }

  /** The same within the list: what stands above and below it is passed without moving it. */
  const scrolled = (): number =>
    list.value === element.value
      ? passed()
      : Math.max(0, Math.min(passed(), scrollOf(Infinity, extent.value)))

  /** Shows an offset, and puts the scroll position where it belongs. */
  function scrollTo(offset: number): void {
    const scroller = element.value
    const wanted = offsetOf(scrollOf(offset, extent.value), extent.value)
    leaping.value = false
    const to = scrollOf(wanted, extent.value)
    if (scroller && to !== scrolled()) scroller.scrollTop += to - passed()
    standing.value = { scroll: scrolled(), offset: wanted }
  }

  function settle(): void {
    clearTimeout(timer)
    leaping.value = false
    if (!isSettled(standing.value, extent.value)) scrollTo(standing.value.offset)
  }

  function onScroll(): void {
    const scroll = scrolled()
    if (!element.value || scroll === standing.value.scroll) return
    const before = standing.value.offset
    standing.value = follow(standing.value, scroll, extent.value)
    leaping.value = Math.abs(standing.value.offset - before) > view.value
    clearTimeout(timer)
    if (isOutOfRoom(standing.value, extent.value)) settle()
    else timer = setTimeout(settle, idle)
  }

  function measure(): void {
    // What the padding keeps free lies under something that floats there.
    const covered = list.value ? Number.parseFloat(getComputedStyle(list.value).paddingBlockEnd) || 0 : 0
    view.value = Math.max(0, (element.value?.clientHeight ?? 0) - head() - covered)
  }

  const observer = new ResizeObserver(measure)
  function begin(): void {
    observer.disconnect()
    measure()
    if (element.value) observer.observe(element.value)
    onScroll()
  }
  onMounted(begin)
  watch(element, begin)
  onScopeDispose(() => {
    observer.disconnect()
    clearTimeout(timer)
  })
  watch(head, measure)
  // A scroll that the browser has not told of yet is not undone.
  watch(height, onScroll)
  // A list that became shorter ends where it ends now; the browser has then scrolled without being asked.
  watch(height, () => scrollTo(standing.value.offset), { flush: 'post' })

  return {
    rows,
    slotOf: (index) => {
      const slots = Math.max(whole, Math.ceil(view.value / rowHeight()) + 1 + 2 * over)
      return (((index - rows.value.base) % slots) + slots) % slots
    },
    height,
    topOf: (index) => index * rowHeight() - shift.value,
    offset: () => standing.value.offset,
    firstVisible: () => Math.floor(standing.value.offset / rowHeight()),
    endVisible: () => Math.ceil((standing.value.offset + view.value) / rowHeight()),
    isInSight(index) {
      const seen = (element.value?.clientHeight ?? 0) - head()
      const middle = (index + 0.5) * rowHeight() - standing.value.offset - Math.min(0, passed())
      // What is not laid out yet hides nothing.
      return seen <= 0 || (middle >= 0 && middle <= seen)
    },
    fitting: () => Math.ceil(view.value / rowHeight()),
    scrollTo,
    restart() {
      lives.value++
      scrollTo(0)
    },
    reveal: (index) => {
      const wanted = offsetToReveal(index, standing.value.offset, extent.value)
      if (wanted !== standing.value.offset) scrollTo(wanted)
    },
    onScroll
  }
}
