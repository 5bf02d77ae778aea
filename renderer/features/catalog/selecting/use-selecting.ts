import { useEventListener } from '@vueuse/core'
import { onScopeDispose } from 'vue'
import type { Product } from '../../../../electron/contract/product'
import { mostNamed } from '../../../../electron/contract/review-state'
import { useCommands } from '../../../shared/commands/registry'
import { isForPage, releaseFocus } from '../../../shared/ui/keyboard-context'
import { usePointerInput } from '../../../shared/ui/pointer-input'
import { placeOf } from './place-of'
import type { ListSelection } from './selection'
import { useRangeDrawing } from './use-range-drawing'

/** Keys that go from row to row of a table; with Shift the range follows. */
export const rowKeys: ReadonlySet<string> = new Set([
  'ArrowDown',
  'ArrowUp',
  'PageDown',
  'PageUp',
  'Ctrl Home',
  'Ctrl End'
])
/** Keys that go from tile to tile, and in a list whose rows have no cells. */
export const tileKeys: ReadonlySet<string> = new Set([...rowKeys, 'ArrowLeft', 'ArrowRight', 'Home', 'End'])

/** What the space bar chooses by, rather than pressing it: a picture opens by Enter, a cell has nothing to be pressed. */
const chosenBy = '[data-thumbnail], [role=gridcell]:focus, [role=rowheader]:focus'

const isPart = (target: EventTarget | null, part: string): boolean =>
  target instanceof Element && target.closest(part) !== null

/** The list that products are selected in. */
export interface SelectableList {
  selection: ListSelection
  /** The product at a place, from 0; null while it is not read. */
  productAt: (index: number) => Product | null
  /** Those from a place to before another, also where they were not read; null where not all of them can be, or the list became another one. */
  between: (first: number, end: number) => Promise<readonly Product[] | null>
  /** All that can be taken one by one out of the whole list, or let go of by the box above all others. */
  beside: () => readonly Product[]
  /** Selects all that there is. */
  all: () => void
  /** Whether what it holds can be selected. */
  canSelect: () => boolean
  /** Keys that go from one product to another; with Shift the range follows. */
  keys: () => ReadonlySet<string>
  /** null: it is not on screen. */
  table: () => { firstVisible: () => number; isInSight: (index: number) => boolean } | null
}

/** More tiles than fit into the largest window. */
const mostInSight = 400

/** What the element around the list hears. */
export interface SelectingListeners {
  click: (event: MouseEvent) => void
  keydown: (event: KeyboardEvent) => void
  focusin: (event: FocusEvent) => void
}

/**
 * Selecting products of a list: by their boxes, or Ctrl or Cmd with a press on the row; Shift for a range, or the pointer drawn
 * from a box over others; with the keyboard by the space bar, Shift with the arrows, Ctrl or Cmd with A, Escape to let go. Rows and tiles carry their place in `data-index`,
 * their boxes `data-select`. Hears of presses before what is pressed does.
 */
export function useSelecting({
  selection,
  productAt,
  between,
  beside,
  all,
  canSelect,
  keys,
  table
}: SelectableList): SelectingListeners {
  const isByPointer = usePointerInput()
  /** The focus goes to another row in a moment: the range with it, or the place where the next one begins. */
  let going: 'extending' | 'beginning' | null = null

  function inSight(): Product[] {
    const shown = table()
    const found: Product[] = []
    const first = shown?.firstVisible() ?? 0
    for (let index = first; shown && index < first + mostInSight; index += 1) {
      const product = shown.isInSight(index) ? productAt(index) : null
      if (product) found.push(product)
    }
    return found
  }

  function toggle(index: number): void {
    const product = productAt(index)
    if (product) selection.toggle(product, index, beside())
  }

  /** The last range that was wished for: answers to earlier ones come too late. */
  let latest = 0

  /** Chooses all from where the range begins to here, as far as there is room. */
  async function extendTo(index: number): Promise<void> {
    const from = selection.anchor
    if (from === null) {
      toggle(index)
      return
    }
    const [first, last] = from < index ? [from, index] : [index, from]
    // One more than there is room for: so it is told of.
    const end = Math.min(last + 1, first + mostNamed + 1)
    latest += 1
    const wish = latest
    const products = await between(first, end)
    if (products && selection.anchor === from && wish === latest) selection.extend(products)
  }

  /** From the filters as well: what is done next is for all of these, and not about a filter. */
  function allByKey(): void {
    all()
    if (isPart(document.activeElement, '[data-narrows]')) releaseFocus()
  }

  /** The box above all others: what it chose it lets go of as well. */
  function toggleAll(isChecked: boolean): void {
    if (!isChecked) all()
    else if (selection.whole) selection.clear()
    else selection.remove(beside().map(({ id }) => id))
  }

  const drawing = useRangeDrawing({
    startAt: selection.startAt,
    extendTo: (index) => void extendTo(index),
    isFrom: (index) => selection.anchor === index
  })

  function click(event: MouseEvent): void {
    if (drawing.ends()) {
      event.stopPropagation()
      return
    }
    const box = event.target instanceof Element ? event.target.closest('[data-select-all]') : null
    if (box) toggleAll(box.getAttribute('aria-checked') === 'true')
    const index = placeOf(event.target)
    if (index === null) return
    const isBox = isPart(event.target, '[data-select]')
    const isToggle = isBox || event.ctrlKey || event.metaKey
    if (event.shiftKey || isToggle) {
      // The picture would open as well.
      if (!isBox) event.stopPropagation()
      if (event.shiftKey) void extendTo(index)
      else toggle(index)
    } else selection.startAt(index)
  }

  function keydown(event: KeyboardEvent): void {
    const index = placeOf(event.target)
    if (index === null || event.altKey) return
    const isPlain = !event.ctrlKey && !event.metaKey
    if (isPlain && event.key === ' ' && isPart(event.target, chosenBy)) {
      event.preventDefault()
      if (!event.repeat) toggle(index)
    }
    if (!keys().has(isPlain ? event.key : `Ctrl ${event.key}`)) return
    if (event.shiftKey) {
      if (selection.anchor === null) toggle(index)
      going = 'extending'
    } else {
      // A range begins where the keyboard is, not where it was when a row was pressed.
      selection.forgetRange()
      going = 'beginning'
    }
  }

  function focusin(event: FocusEvent): void {
    const index = placeOf(event.target)
    if (index !== null && going === 'extending') void extendTo(index)
    // So it does where the keyboard is put, as after a mark: the row that was pressed last is behind the person.
    const isPut = going === null && selection.isEmpty && !isByPointer()
    if (index !== null && (going === 'beginning' || isPut)) selection.startAt(index)
    going = null
  }

  function onKey(event: KeyboardEvent): void {
    if (event.defaultPrevented || !isForPage(event.target)) return
    if (event.key !== 'Escape' || selection.isEmpty) return
    event.preventDefault()
    selection.clear()
  }

  useCommands({
    'select-all': { can: canSelect, run: allByKey },
    'clear-selection': { can: () => !selection.isEmpty, run: selection.clear }
  })

  /** At the end of the list the focus went nowhere: where it goes later is no part of the range. */
  const onKeyUp = (): void => void (going = null)

  useEventListener('keydown', onKey)
  useEventListener('keyup', onKeyUp)
  selection.look(inSight)
  onScopeDispose(() => selection.look(() => []))
  return { click, keydown, focusin }
}
