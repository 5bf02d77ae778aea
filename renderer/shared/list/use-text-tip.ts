import { useEventListener } from '@vueuse/core'
import { onScopeDispose, ref, shallowRef, type Ref } from 'vue'
import { isPlain } from '../ui/keyboard-context'

/** The text of the tip, and the edges (CSS pixels in the window) of its cell. */
export interface TextTip {
  text: string
  anchor: { left: number; top: number; bottom: number }
}

/** ms of hovering before a tip opens, and after which it closes. */
const openAfter = 450
const closeAfter = 150

/** The reason that an element has for its tip, or its own text. */
function wholeTextOf(element: HTMLElement): string {
  return element.dataset.tip ?? element.textContent
}

/** An element's tip: its reason, or its own text if the cell truncates it; '' for none. */
function tipOf(element: HTMLElement): string {
  const cut = element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1
  return cut || element.dataset.tip !== undefined ? wholeTextOf(element) : ''
}

/** Whether something else lies over it, as the details of a product do in a small window. */
function isCovered(element: HTMLElement): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  const inSight = document.elementFromPoint(left + width / 2, top + height / 2)
  const row = element.closest('tr, [role=row]') ?? element
  return inSight !== null && !row.contains(inSight) && !inSight.contains(row)
}

/**
 * One tip for all cells of a table: texts that are cut, and reasons of missing pictures, in full while they are
 * pointed at or have the keyboard's focus, until a key is pressed. The tip itself may be pointed at.
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
  /** Where the pointer was pressed last, CSS pixels in the window. */
  let pressed: { x: number; y: number } | null = null
  /** What the tip stands beside, and whether since it has the keyboard's focus. */
  let beside: { element: HTMLElement; isFocused: boolean } | null = null
  const changes = new MutationObserver(onChange)

  function close(): void {
    clearTimeout(timer)
    over.value = null
    hide()
  }

  function hide(): void {
    tip.value = null
    beside = null
    changes.disconnect()
  }

  function show(element: HTMLElement, isFocused: boolean): void {
    hide()
    const text = element.isConnected && !isCovered(element) ? tipOf(element) : ''
    if (text === '') return
    tip.value = { text, anchor: element.getBoundingClientRect() }
    beside = { element, isFocused }
    const parts = { subtree: true, childList: true, characterData: true, attributeFilter: ['data-tip'] }
    changes.observe(document.body, parts)
  }

  /** Other rows may have come under the pointer, which has not moved; with the keyboard's focus the tip goes with them. */
  function onChange(): void {
    if (beside === null) return
    const { element, isFocused } = beside
    if (element.isConnected && wholeTextOf(element) === tip.value?.text) return
    close()
    if (isFocused) show(element, true)
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
    timer = setTimeout(() => show(element, false), openAfter)
  }

  function onFocus(event: FocusEvent): void {
    clearTimeout(timer)
    const { target } = event
    // The focused cell contains its texts: the first of them that is cut, or has a reason.
    const texts = target instanceof HTMLTableCellElement ? target.querySelectorAll<HTMLElement>(selector) : []
    const inCell = [...texts].find((text) => tipOf(text) !== '') ?? null
    const element = find(event) ?? inCell
    if (element && target instanceof Element && target.matches(':focus-visible')) show(element, true)
    else hide()
  }

  /** A menu opens there, or the keyboard goes elsewhere, as to a dialog: a tip would lie over it. What is pointed at has had its turn. */
  function giveWay(): void {
    clearTimeout(timer)
    hide()
  }

  /** What a key opens stands near its product, as the reasons do; with Ctrl or Cmd it may copy what is selected in the tip. */
  function onKey(event: KeyboardEvent): void {
    const { key } = event
    const isModifier = key === 'Control' || key === 'Meta' || key === 'Alt' || key === 'Shift'
    if (isPlain(event) && !isModifier) giveWay()
  }

  function onPress({ clientX, clientY }: PointerEvent): void {
    pressed = { x: clientX, y: clientY }
  }

  useEventListener('contextmenu', giveWay, { capture: true })
  // On its way down: a cell that has the focus now shows its own after that.
  useEventListener('focusin', giveWay, { capture: true })
  useEventListener('keydown', onKey, { capture: true })
  useEventListener('pointerdown', onPress, { capture: true })
  onScopeDispose(close)
  return { tip, onPoint, onFocus, keep: () => clearTimeout(timer), leave, close }
}
