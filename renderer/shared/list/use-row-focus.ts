import { nextTick, ref, type Ref } from 'vue'
import { keyOfEvent } from '../commands/keys'
import { useFocusRetention } from './use-focus-retention'

/** What the keyboard needs to know of a list's rows or tiles, counted from 0. */
export interface FocusableRows {
  scroller: Readonly<Ref<HTMLElement | null>>
  count: () => number
  /** Brings a row into sight, so that it is in the document at the next tick. */
  reveal: (index: number) => void
  /** What changes whenever other rows are rendered. */
  rendered: () => unknown
  /** Where a key, letters in capitals, leads from a row; null: nowhere. Home and End may be pressed with Ctrl or Cmd as well. */
  move: (key: string, from: number) => number | null
}

/**
 * One row or tile of a list that the keyboard is in. Each carries its place in `data-index`; its picture, or else its first
 * button, has the focus, or its button for details where the keyboard was on such a one.
 */
export function useRowFocus({ scroller, count, reveal, rendered, move }: FocusableRows): {
  active: Ref<number>
  focusRow: (index: number, button?: string) => Promise<void>
  /** The row that the keyboard is in; null: it is not in the rows. */
  keyboardAt: () => number | null
  /** The row that the keyboard is in, or was in last; null: it never came to the rows. */
  keyboardRow: () => number | null
  /** How often it went to another row, other than by `putKeyboard`. */
  keyboardMoves: () => number
  /** What the keyboard is on stands in this row now. */
  putKeyboard: (index: number) => void
  /** Where that stands now is not known yet: the focus waits on the list, and keys lead nowhere, until `putKeyboard`. */
  suspendKeyboard: () => void
  /** Comes to a row as the list puts it there: nobody went to what stands in it. */
  bringKeyboard: (index: number) => void
  /** Goes to the first row: further rows of the same list stand there now. */
  restart: () => void
  /** Takes the keyboard from the rows, if it is there, to the page: rows of another list stand there now, to which nobody went. */
  leaveRows: () => void
  onKeydown: (event: KeyboardEvent) => void
  onFocusin: (event: FocusEvent) => void
  onFocusout: (event: FocusEvent) => void
} {
  const active = ref(0)
  let hasCome = false
  let moves = 0
  let wished = '[data-thumbnail]'

  function activeRow(): HTMLElement | null {
    return scroller.value?.querySelector<HTMLElement>(`[data-index="${active.value}"]`) ?? null
  }

  function rowOf(element: EventTarget | null): HTMLElement | null {
    return element instanceof Element ? element.closest<HTMLElement>('[data-index]') : null
  }

  const { isHeld, hold, release, put, suspend, isSuspended, settle, onFocusout } = useFocusRetention(
    scroller,
    rendered,
    () => {
      if (active.value >= count()) putAt(Math.max(0, count() - 1))
      const row = activeRow()
      const button = row?.querySelector<HTMLElement>(wished) ?? row?.querySelector('button')
      return row ? { to: button ?? row, within: row } : null
    },
    (target) => rowOf(target) !== null
  )

  async function focusRow(index: number, button = '[data-thumbnail]'): Promise<void> {
    active.value = index
    moves += 1
    wished = button
    hasCome = true
    hold()
    reveal(index)
    await nextTick()
    settle(true)
    // The list itself may be out of sight: in a low window with large texts the page scrolls too.
    const row = activeRow()
    if (row?.contains(document.activeElement) === true) row.scrollIntoView({ block: 'nearest' })
  }

  function onKeydown(event: KeyboardEvent): void {
    const from = event.target
    const inRows = rowOf(from) !== null || (from === scroller.value && isHeld())
    if (!(from instanceof HTMLElement) || !inRows) return
    const isToEnd = event.key === 'Home' || event.key === 'End'
    // As in a table, where it is they that lead to the first and the last row; without a meaning here the list would only scroll.
    if (((event.ctrlKey || event.metaKey) && !isToEnd) || event.altKey) return
    const to = move(keyOfEvent(event), active.value)
    if (to === null) return
    event.preventDefault()
    if (isSuspended()) return
    void focusRow(to, 'details' in from.dataset ? '[data-details]' : '[data-thumbnail]')
  }

  function onFocusin(event: FocusEvent): void {
    const row = rowOf(event.target)
    if (!row) return
    hold()
    const to = Number(row.dataset.index ?? 0)
    if (to !== active.value || !hasCome) moves += 1
    hasCome = true
    active.value = to
    if (event.target instanceof HTMLElement) {
      wished = 'details' in event.target.dataset ? '[data-details]' : '[data-thumbnail]'
    }
  }

  function putAt(index: number): void {
    active.value = index
    put()
  }

  function putKeyboard(index: number): void {
    putAt(index)
    void nextTick(() => settle())
  }

  return {
    active,
    focusRow,
    keyboardAt: () => (isHeld() ? active.value : null),
    keyboardRow: () => (hasCome ? active.value : null),
    keyboardMoves: () => moves,
    putKeyboard,
    suspendKeyboard() {
      suspend()
      void nextTick(() => settle())
    },
    bringKeyboard(index) {
      hold()
      reveal(index)
      putKeyboard(index)
    },
    restart() {
      active.value = 0
      hasCome = isHeld()
    },
    leaveRows() {
      if (isHeld()) document.getElementById('main')?.focus({ preventScroll: true })
      release()
      active.value = 0
      hasCome = false
    },
    onKeydown,
    onFocusin,
    onFocusout
  }
}
