import { nextTick, ref, watch, type Ref } from 'vue'

/** What the keyboard needs to know of a table's rows, counted from 0. */
export interface FocusableRows {
  scroller: Readonly<Ref<HTMLElement | null>>
  count: () => number
  /** CSS pixels. */
  rowHeight: () => number
  /** Brings a row into sight, so that it is in the document at the next tick. */
  reveal: (index: number) => void
  /** What changes whenever other rows are rendered. */
  rendered: () => unknown
  /** Where a key leads from a row, where rows stand side by side; null: nowhere. Otherwise they stand one below the other. */
  move?: (key: string, from: number) => number | null
}

/** Keys that go from row to row, and where to. */
function target(key: string, from: number, count: number, visible: number): number | null {
  const last = count - 1
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, from + 1)
    case 'ArrowUp':
      return Math.max(0, from - 1)
    case 'PageDown':
      return Math.min(last, from + visible)
    case 'PageUp':
      return Math.max(0, from - visible)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}

/**
 * One tab stop for all rows of a table: arrows, Home, End, Page up and Page down go from row to row, left and right to
 * the other button of a row. Each row carries its place in `data-index`. Of a long list only some rows are in the document:
 * the focus waits on the table itself while its row is not, and goes back to it when it is.
 */
export function useRowFocus({ scroller, count, rowHeight, reveal, rendered, move }: FocusableRows): {
  active: Ref<number>
  focusRow: (index: number, button?: string) => Promise<void>
  onKeydown: (event: KeyboardEvent) => void
  onFocusin: (event: FocusEvent) => void
  onFocusout: (event: FocusEvent) => void
} {
  const active = ref(0)
  /** The keyboard is in the rows, whether or not their row can hold the focus just now. */
  let held = false
  let rendering = false
  let wished = '[data-thumbnail]'

  function rowOf(element: EventTarget | null): HTMLElement | null {
    return element instanceof Element ? element.closest<HTMLElement>('[data-index]') : null
  }

  /** Puts the focus where the keyboard is: on its row, or on the table while that is not there. */
  function settle(): void {
    const table = scroller.value
    if (!held || !table) return
    active.value = Math.max(0, Math.min(active.value, count() - 1))
    // Rows of another page may be there as well, kept ready out of reach.
    const row = table.querySelector<HTMLElement>(
      `:not([aria-hidden='true']) > [data-index="${active.value}"]`
    )
    const now = document.activeElement
    const aside = now !== null && now !== document.body && !table.contains(now)
    // The focus is in a dialog, or on a row's details: it is given back from there.
    if (aside || (row !== null && row.contains(now) && now !== row)) return
    const button = row?.querySelector<HTMLElement>(wished) ?? row?.querySelector('button')
    const to = button ?? row ?? table
    if (to !== now) to.focus({ preventScroll: true })
  }

  async function focusRow(index: number, button = '[data-thumbnail]'): Promise<void> {
    active.value = index
    wished = button
    held = true
    reveal(index)
    await nextTick()
    settle()
  }

  function besides(from: Element, key: string): HTMLElement | null {
    // The toggle of the comparison and the box are reached with the Tab key; the box has the space bar besides.
    const others = 'button:not([data-choose], [data-select])'
    const buttons = [...(rowOf(from)?.querySelectorAll<HTMLElement>(others) ?? [])]
    const at = buttons.findIndex((button) => button === from)
    return buttons[at + (key === 'ArrowRight' ? 1 : -1)] ?? null
  }

  function onKeydown(event: KeyboardEvent): void {
    const from = event.target
    const inRows = rowOf(from) !== null || (from === scroller.value && held)
    if (!(from instanceof HTMLElement) || !inRows) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (!move && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      besides(from, event.key)?.focus()
      return
    }
    const visible = Math.max(1, Math.floor((scroller.value?.clientHeight ?? 0) / rowHeight()) - 1)
    const to = move ? move(event.key, active.value) : target(event.key, active.value, count(), visible)
    if (to === null) return
    event.preventDefault()
    void focusRow(to, 'details' in from.dataset ? '[data-details]' : '[data-thumbnail]')
  }

  function onFocusin(event: FocusEvent): void {
    const row = rowOf(event.target)
    if (!row) return
    held = true
    active.value = Number(row.dataset.index ?? 0)
    if (event.target instanceof HTMLElement) {
      wished = 'details' in event.target.dataset ? '[data-details]' : '[data-thumbnail]'
    }
  }

  /** Leaving the rows lets go of them, unless it was the row that left. */
  function onFocusout(event: FocusEvent): void {
    if (rendering) return
    const to = event.relatedTarget
    held = to instanceof Node && (rowOf(to) !== null || to === scroller.value)
  }

  watch(rendered, () => (rendering = true))
  watch(
    rendered,
    () => {
      rendering = false
      settle()
    },
    { flush: 'post' }
  )
  return { active, focusRow, onKeydown, onFocusin, onFocusout }
}
