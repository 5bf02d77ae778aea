import { nextTick, onMounted, watch, type Ref } from 'vue'
import {
  cellByKey,
  cellIn,
  cellWith,
  makeTabStop,
  rowIn,
  rowWith,
  stopByKey,
  stopsIn,
  type GridCell,
  type GridPress
} from '../../../shared/list/grid-keys'
import type { ColumnId } from '../../catalog'
import { useFocusRetention } from '../../../shared/list/use-focus-retention'

/** What the keyboard needs to know of a table, its rows counted from 0. */
export interface FocusableCells {
  scroller: Readonly<Ref<HTMLElement | null>>
  count: () => number
  columns: () => readonly ColumnId[]
  /** CSS pixels. */
  rowHeight: () => number
  firstVisible: () => number
  /** Brings a row into sight, so that it is in the document at the next tick. */
  reveal: (index: number) => void
  /** What changes whenever other rows are rendered. */
  rendered: () => unknown
}

export interface CellFocus {
  /** Goes to a row, in the column that the keyboard was in. */
  focusRow: (index: number) => Promise<void>
  /** The row that the keyboard is in; null: it is not in the rows. */
  keyboardAt: () => number | null
  /** The row that the keyboard is in, or was in last; null: it never came to the rows. */
  keyboardRow: () => number | null
  /** How often it went to another row, other than by `putKeyboard`. */
  keyboardMoves: () => number
  /** What the keyboard is on stands in this row now. */
  putKeyboard: (row: number) => void
  /** Where that stands now is not known yet: the focus waits on the table, and keys lead nowhere, until `putKeyboard`. */
  suspendKeyboard: () => void
  /** Comes to a row as the list puts it there: nobody went to what stands in it. */
  bringKeyboard: (row: number) => void
  /** Forgets on which row the keyboard was, if it is not among the first ones. */
  restart: (among: number) => void
  /** Other products stand in all rows: the keyboard, where it is in one, goes to the headings, as the next key would mark what nobody went to. */
  leaveRows: () => void
  onKeydown: (event: KeyboardEvent) => void
  onFocusin: (event: FocusEvent) => void
  onFocusout: (event: FocusEvent) => void
  /** Before a press gives the focus: to the cell that is pressed, rather than to the table. */
  onPointerdown: (event: Event) => void
  /** After a press: to its row, where nothing in that took the focus. */
  onClick: (event: Event) => void
}

/** Escape on a box that is ticked lets go of what is selected, as anywhere in the list. */
function isOfSelection({ key, target }: KeyboardEvent): boolean {
  const isTicked = target instanceof Element && target.matches('[role=checkbox][aria-checked=true]')
  return key === 'Escape' && isTicked
}

/**
 * A table as a grid with one stop for the Tab key, whose keys are those of `cellByKey` and `stopByKey`. Enter on a cell
 * that is no control itself shows its product. Which cell has the focus is known to the document alone: no row is rendered for it.
 */
export function useCellFocus(table: FocusableCells): CellFocus {
  const { scroller, columns } = table
  /** The row that the keyboard is in, -1 for the headings; and which of the stops of its cell it is on. */
  let at: { row: number; column: ColumnId; stop: number } = { row: 0, column: 'name', stop: 0 }
  let hasCome = false
  let moves = 0
  const tabStop = makeTabStop()

  const columnAt = (): number => Math.max(0, columns().indexOf(at.column))

  function cellAt(row: number): HTMLElement | null {
    const element = scroller.value && rowIn(scroller.value, row)
    return element && cellIn(element, columnAt())
  }

  /** What has the focus when the keyboard is in a row; null: the row is not in the document. */
  function stopAt(row: number): HTMLElement | null {
    const cell = cellAt(row)
    const stops = cell && stopsIn(cell)
    const stop = stops && (stops[at.stop] ?? stops[0])
    if (stop && !stop.hasAttribute('tabindex')) stop.tabIndex = -1
    return stop
  }

  /** The Tab key always finds a cell that is there. */
  function placeTabStop(): void {
    const cell = cellAt(at.row) ?? cellAt(table.firstVisible())
    tabStop.put(cell && stopsIn(cell)[0])
  }

  const held = useFocusRetention(
    scroller,
    table.rendered,
    () => {
      if (at.row >= table.count()) putAt(Math.max(0, table.count() - 1))
      const [to, row] = [stopAt(at.row), scroller.value && rowIn(scroller.value, at.row)]
      return to && row ? { to, within: row } : null
    },
    (target) => cellWith(target) !== null
  )
  onMounted(placeTabStop)
  watch(table.rendered, placeTabStop, { flush: 'post' })

  /** Whatever has the focus in a cell is where the keyboard is. */
  function remember(target: Element): boolean {
    const [cell, row] = [cellWith(target), rowWith(target)]
    const column = columns()[[...(cell?.parentElement?.children ?? [])].findIndex((each) => each === cell)]
    if (!cell || column === undefined) return false
    const stop = Math.max(
      0,
      stopsIn(cell).findIndex((each) => each === target)
    )
    const to = row ? Number(row.dataset.index) : -1
    if (to !== at.row || !hasCome) moves += 1
    at = { row: to, column, stop }
    hasCome = true
    return true
  }

  /** Puts the focus where the keyboard is, and that into sight from side to side as well. */
  function settle(): void {
    placeTabStop()
    held.settle(true)
    const stop = stopAt(at.row)
    if (stop === document.activeElement) stop?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  async function goTo(row: number): Promise<void> {
    at.row = row
    moves += 1
    hasCome = true
    held.hold()
    if (row >= 0) table.reveal(row)
    await nextTick()
    settle()
  }

  /** Keys within a cell. Whether it was one. */
  function goWithin(press: GridPress): boolean {
    const cell = cellAt(at.row)
    const stops = cell && stopsIn(cell)
    if (!stops) return false
    const to = stopByKey(press, at.stop, stops.length)
    if (to !== null) {
      at.stop = to
      settle()
      return true
    }
    // On a control of its own Enter does what that does.
    const isOnText = at.stop === 0 && stops[0] === cell
    if (press.key !== 'Enter' || press.ctrl || !isOnText) return false
    cell.parentElement?.querySelector<HTMLElement>('[data-details]')?.click()
    return true
  }

  function goByKey(press: GridPress): boolean {
    const from: GridCell = { row: at.row, column: columnAt() }
    const page = Math.max(1, Math.floor((scroller.value?.clientHeight ?? 0) / table.rowHeight()) - 1)
    const extent = {
      rows: table.count(),
      columns: columns().length,
      page,
      firstVisible: table.firstVisible()
    }
    const to = cellByKey(press, from, extent)
    const column = columns()[to?.column ?? -1]
    if (to === null || column === undefined) return false
    if (held.isSuspended()) return true
    // Up and down to the same button of another row; along the row to the cell itself.
    at = {
      row: from.row,
      column,
      stop: column === at.column && to.row !== -1 && from.row !== -1 ? at.stop : 0
    }
    void goTo(to.row)
    return true
  }

  function onKeydown(event: KeyboardEvent): void {
    const inCells = cellWith(event.target) !== null || (event.target === scroller.value && held.isHeld())
    if (!inCells || event.altKey || event.defaultPrevented || isOfSelection(event)) return
    const rtl = scroller.value?.closest('[dir]')?.getAttribute('dir') === 'rtl'
    const ctrl = event.ctrlKey || event.metaKey
    const press = { key: event.key, ctrl, shift: event.shiftKey, rtl }
    if ((!held.isSuspended() && goWithin(press)) || goByKey(press)) event.preventDefault()
  }

  function onFocusin({ target }: FocusEvent): void {
    if (!(target instanceof Element) || !remember(target)) return
    held.hold()
    placeTabStop()
  }

  function putAt(row: number): void {
    at.row = row
    held.put()
  }

  function putKeyboard(row: number): void {
    putAt(row)
    void nextTick(() => {
      placeTabStop()
      held.settle()
    })
  }

  return {
    focusRow: goTo,
    keyboardAt: () => (held.isHeld() && at.row >= 0 ? at.row : null),
    keyboardRow: () => (hasCome && at.row >= 0 ? at.row : null),
    keyboardMoves: () => moves,
    putKeyboard,
    suspendKeyboard() {
      held.suspend()
      void nextTick(() => held.settle())
    },
    bringKeyboard: (row) => {
      held.hold()
      table.reveal(row)
      putKeyboard(row)
    },
    restart: (among) => {
      if (at.row < among) return
      at.row = 0
      hasCome = held.isHeld()
    },
    leaveRows: () => {
      held.resume()
      if (at.row < 0) return
      at.row = held.isHeld() ? -1 : 0
      hasCome = held.isHeld()
    },
    onKeydown,
    onFocusin,
    onFocusout: held.onFocusout,
    onPointerdown: ({ target }) => {
      const cell = rowWith(target) && cellWith(target)
      if (cell && !cell.hasAttribute('tabindex')) cell.tabIndex = -1
    },
    onClick: ({ target }) => {
      const row = rowWith(target)
      if (row && !row.contains(document.activeElement)) void goTo(Number(row.dataset.index))
    }
  }
}
