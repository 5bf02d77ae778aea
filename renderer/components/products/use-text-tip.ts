import { onScopeDispose, ref, shallowRef, type Ref } from 'vue'

/** The text that is shown in full, and the edges (CSS pixels of the window) of what it stands beside. */
export interface TextTip {
  text: string
  anchor: { left: number; top: number; bottom: number }
}

/** Pointing must rest this long before a tip opens, ms; and may leave this long before it closes. */
const openAfter = 450
const closeAfter = 150

/** What an element would say in a tip: its reason, or its own text where the cell cuts it; '' for nothing. */
function tipOf(element: HTMLElement): string {
  const said = element.dataset.tip
  if (said !== undefined) return said
  const cut = element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1
  return cut ? element.textContent : ''
}

/**
 * One tip for all cells of a table: texts that are cut, and reasons of missing pictures, in full while they are
 * pointed at or have the keyboard's focus. The tip itself may be pointed at; Escape closes it.
 */
export function useTextTip(selector: string): {
  tip: Readonly<Ref<TextTip | null>>
  onPoint: (event: PointerEvent) => void
  onFocus: (event: FocusEvent) => void
  keep: () => void
  leave: () => void
  close: () => void
} {
  const tip = shallowRef<TextTip | null>(null)
  const over = ref<HTMLElement | null>(null)
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Where the pointer pressed last, CSS pixels of the window. */
  let pressed: { x: number; y: number } | null = null

  function close(): void {
    clearTimeout(timer)
    over.value = null
    tip.value = null
  }

  function show(element: HTMLElement): void {
    const text = tipOf(element)
    tip.value = text === '' ? null : { text, anchor: element.getBoundingClientRect() }
  }

  function find(event: Event): HTMLElement | null {
    const target = event.target instanceof Element ? event.target.closest(selector) : null
    return target instanceof HTMLElement ? target : null
  }

  function leave(): void {
    over.value = null
    clearTimeout(timer)
    timer = setTimeout(close, closeAfter)
  }

  function onPoint(event: PointerEvent): void {
    if (event.pointerType === 'touch') return
    // It has not moved since: what it lies on came to it, as rows do where a bar goes whose button was pressed.
    if (event.clientX === pressed?.x && event.clientY === pressed.y) return
    const element = find(event)
    if (element === over.value) return
    if (element === null) {
      leave()
      return
    }
    over.value = element
    clearTimeout(timer)
    timer = setTimeout(() => show(element), openAfter)
  }

  function onFocus(event: FocusEvent): void {
    clearTimeout(timer)
    const { target } = event
    // A cell that has the focus has its text in it.
    const inCell = target instanceof HTMLTableCellElement ? target.querySelector<HTMLElement>(selector) : null
    const element = find(event) ?? inCell
    if (element && target instanceof Element && target.matches(':focus-visible')) show(element)
    else tip.value = null
  }

  /** A menu opens there: a tip would lie over it. What is pointed at has had its turn. */
  function giveWay(): void {
    clearTimeout(timer)
    tip.value = null
  }

  function onPress({ clientX, clientY }: PointerEvent): void {
    pressed = { x: clientX, y: clientY }
  }

  window.addEventListener('contextmenu', giveWay, { capture: true })
  window.addEventListener('pointerdown', onPress, { capture: true })
  onScopeDispose(() => window.removeEventListener('pointerdown', onPress, { capture: true }))
  onScopeDispose(() => window.removeEventListener('contextmenu', giveWay, { capture: true }))
  onScopeDispose(() => clearTimeout(timer))
  return { tip, onPoint, onFocus, keep: () => clearTimeout(timer), leave, close }
}
