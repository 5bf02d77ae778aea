import { nextTick, ref, type Ref } from 'vue'

/** Keys that go from row to row, and how far: whole numbers of rows, or a fraction of nothing for the ends. */
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
 * One tab stop for the whole table: arrows, Home, End, Page up and Page down go from row to row, left and right
 * to the other button of a row.
 */
export function useRowFocus(
  scroller: Readonly<Ref<HTMLElement | null>>,
  count: () => number
): {
  active: Ref<number>
  focusRow: (index: number, button?: string) => Promise<void>
  onKeydown: (event: KeyboardEvent) => void
  onFocusin: (event: FocusEvent) => void
} {
  const active = ref(0)

  function rows(): Element[] {
    return [...(scroller.value?.querySelectorAll('tbody > tr') ?? [])]
  }

  async function focusRow(index: number, button = '[data-thumbnail]'): Promise<void> {
    active.value = index
    await nextTick()
    const row = rows()[index]
    const found = row?.querySelector(button) ?? row?.querySelector('button')
    row?.scrollIntoView({ block: 'nearest' })
    if (found instanceof HTMLElement) found.focus({ preventScroll: true })
  }

  function besides(from: Element, key: string): HTMLElement | null {
    const buttons = [...(from.closest('tr')?.querySelectorAll('button') ?? [])]
    const at = buttons.findIndex((button) => button === from)
    return buttons[at + (key === 'ArrowRight' ? 1 : -1)] ?? null
  }

  function onKeydown(event: KeyboardEvent): void {
    const from = event.target
    if (!(from instanceof HTMLButtonElement) || event.ctrlKey || event.metaKey || event.altKey) return
    const index = rows().indexOf(from.closest('tr') ?? from)
    if (index < 0) return
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      besides(from, event.key)?.focus()
      return
    }
    const height = from.closest('tr')?.getBoundingClientRect().height ?? 1
    const visible = Math.max(1, Math.floor((scroller.value?.clientHeight ?? 0) / height) - 1)
    const to = target(event.key, index, count(), visible)
    if (to === null) return
    event.preventDefault()
    void focusRow(to, 'details' in from.dataset ? '[data-details]' : '[data-thumbnail]')
  }

  function onFocusin(event: FocusEvent): void {
    const row = event.target instanceof Element ? event.target.closest('tbody > tr') : null
    if (row) active.value = Math.max(0, rows().indexOf(row))
  }

  return { active, focusRow, onKeydown, onFocusin }
}
