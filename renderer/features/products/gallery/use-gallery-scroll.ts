import { useResizeObserver } from '@vueuse/core'
import { computed, ref, watch, type ComputedRef, type Ref, onMounted } from 'vue'
import type { TileSize } from '../../../../electron/contract/view'
import type { PlacedList } from '../table/use-scroll-anchor'
import { useVirtualScroll, type VirtualScroll } from '../../../shared/list/use-virtual-scroll'
import { gridIn, keptOf, offsetOfKept, rowOf, rowsOf, type GalleryGrid } from './grid-geometry'
import { useTextScale } from '../../../shared/ui/use-text-scale'

/** Rows of tiles that are kept ready on either side of those in sight. */
const over = 1

/** A gallery that scrolls: how its tiles stand, and which rows of them are in sight. */
export interface GalleryScroll {
  grid: ComputedRef<GalleryGrid>
  scroll: VirtualScroll
  /** The first tile of the first row that is in sight as a whole. */
  firstVisible: () => number
  /** Whole rows that are in sight at a time, one at least. */
  rowsInSight: () => number
  scrollToTile: (index: number) => void
  /** Brings a tile into sight, by no more than is needed. */
  reveal: (index: number) => void
  /** The scroll position as it is kept, and back. */
  position: () => number
  scrollTo: (position: number) => void
  onScroll: () => void
  /** Where tiles stand, for `useScrollAnchor`. */
  placed: Pick<PlacedList, 'inSight' | 'offset' | 'catchUp' | 'distance' | 'scrollTo'>
}

/** Lays out `count` tiles in a scrolling element; in another width, or another size, the tile on top stays there. */
export function useGalleryScroll(
  element: Readonly<Ref<HTMLElement | null>>,
  count: () => number,
  size: () => TileSize
): GalleryScroll {
  const width = useWidth(element)
  const scale = useTextScale()
  const grid = computed<GalleryGrid>((before) => {
    const next = gridIn(width.value, size(), scale.value)
    return before?.columns === next.columns &&
      before.side === next.side &&
      before.rowHeight === next.rowHeight
      ? before
      : next
  })
  const scroll = useVirtualScroll(
    element,
    () => rowsOf(count(), grid.value),
    () => grid.value.rowHeight,
    () => 0,
    over,
    0
  )
  /** The tile that was on top when the list was scrolled last, by whatever but another width: narrow, wide and narrow again leads back to it. */
  const anchor = ref(0)

  function firstVisible(): number {
    const { columns, rowHeight } = grid.value
    // A row of which a sliver is hidden is still the first one.
    const row = Math.ceil(scroll.offset() / rowHeight - 0.2)
    return Math.max(0, Math.min(Math.max(0, count() - 1), row * columns))
  }

  function scrollToTile(index: number): void {
    anchor.value = index
    scroll.scrollTo(rowOf(index, grid.value) * grid.value.rowHeight)
  }

  function reveal(index: number): void {
    scroll.reveal(rowOf(index, grid.value))
    anchor.value = firstVisible()
  }

  function scrollTo(position: number): void {
    scroll.scrollTo(offsetOfKept(position, grid.value))
    anchor.value = firstVisible()
  }

  function onScroll(): void {
    const before = scroll.offset()
    scroll.onScroll()
    if (scroll.offset() !== before) anchor.value = firstVisible()
  }

  watch(
    grid,
    (now, before) => {
      if (before.columns > 0 && now.columns > 0) scroll.scrollTo(rowOf(anchor.value, now) * now.rowHeight)
    },
    { flush: 'post' }
  )

  const placed: GalleryScroll['placed'] = {
    inSight: () => {
      const { columns } = grid.value
      const first = scroll.firstVisible() * columns
      return { first, end: Math.max(first, Math.min(count(), scroll.endVisible() * columns)) }
    },
    offset: scroll.offset,
    catchUp: onScroll,
    distance: (from, to) => (rowOf(to, grid.value) - rowOf(from, grid.value)) * grid.value.rowHeight,
    scrollTo(offset) {
      scroll.scrollTo(offset)
      anchor.value = firstVisible()
    }
  }

  return {
    grid,
    scroll,
    placed,
    firstVisible,
    rowsInSight: () => Math.max(1, Math.floor((element.value?.clientHeight ?? 0) / grid.value.rowHeight)),
    scrollToTile,
    reveal,
    position: () => keptOf(scroll.offset(), grid.value),
    scrollTo,
    onScroll
  }
}

/** The width inside of an element's padding, CSS pixels, kept current; 0 before it is mounted. */
function useWidth(element: Readonly<Ref<HTMLElement | null>>): Readonly<Ref<number>> {
  const width = ref(0)

  function measure(): void {
    if (!element.value) return
    const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(element.value)
    const padding = (Number.parseFloat(paddingInlineStart) || 0) + (Number.parseFloat(paddingInlineEnd) || 0)
    width.value = Math.max(0, element.value.clientWidth - padding)
  }

  useResizeObserver(element, measure)
  onMounted(measure)
  return width
}
