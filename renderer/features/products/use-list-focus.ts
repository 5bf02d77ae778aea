import { useEventListener } from '@vueuse/core'
import { nextTick, shallowRef, watch } from 'vue'
import { useKeysOnPage } from '../../shared/list/use-keys-on-page'
import { isOnPage, releaseFocus } from '../../shared/ui/keyboard-context'
import { waitUntil } from '../../shared/data/wait-until'
import { placeOf, useProductDetails, useProducts, useView } from '../catalog'
import type { PlaceOfGone } from './details/use-place-of-gone'
import { useComing } from './use-coming'

/** The rows or tiles on screen; indexes count from 0. */
interface FocusableList {
  focusRow: (index: number) => unknown
  /** As `focusRow`, where nobody goes to the row: what stands there is not current yet. */
  bringKeyboard: (index: number) => void
  firstVisible: () => number
  isInSight: (index: number) => boolean
  /** The row that the keyboard was in last; null: none, or one that is out of sight. */
  rowToGoOn: () => number | null
}

interface Surroundings {
  table: () => FocusableList | null
  hasRows: () => boolean
  /** Where the product of the details stands in the list; null: it is none of its rows. */
  detailed: () => number | null
  /** Where the keys go on once it has gone. */
  gone: () => PlaceOfGone | null
  /** The pane of details; null while it is closed. */
  pane: () => { focus: () => void } | null
}

/** ms: Enter leads to nothing that is found later. Long enough for a large copy on a slow disk; a key or a press ends the wait at once. */
const longestWait = 10_000

/** Where the keyboard goes on when what it was in is left, or goes. */
export function useListFocus({ table, hasRows, detailed, gone, pane }: Surroundings): {
  toRows: () => void
  toFound: () => Promise<void>
  backToRows: () => void
  fromBar: () => void
  fromDetails: () => void
  goOn: (by: 1 | -1) => void
  /** Where the list begins for keys while no product is current, from 0; null: it is not on screen. */
  first: () => number | null
  fromNote: () => void
  fromPreview: (index: number | null) => void
  comeBack: () => Promise<void>
} {
  const [products, view, details] = [useProducts(), useView(), useProductDetails()]

  /** To a row, or to the page where there is none to go to. */
  function go(row: () => number | null): void {
    releaseFocus()
    const [list, to] = [table(), row()]
    if (list && hasRows() && to !== null) void list.focusRow(to)
    else document.getElementById('main')?.focus()
  }

  /** From the search to the rows: to the first one in sight, as the arrow keys go on from there. */
  const toRows = (): void => go(() => table()?.firstVisible() ?? 0)

  /** From the search to what it finds, which may still be on its way; not where a person has done anything else meanwhile. */
  async function toFound(): Promise<void> {
    const { activeElement } = document
    const asked = products.productQuery
    const isElsewhere = shallowRef(false)
    const leave = (): void => void (isElsewhere.value = true)
    const stop = useEventListener(window, ['keydown', 'pointerdown'], leave, { capture: true })
    const isOver = (): boolean => isElsewhere.value || products.productQuery !== asked
    await waitUntil(() => products.shownFor === asked || isOver(), longestWait)
    stop()
    const isStill = !isOver() && document.activeElement === activeElement
    if (products.shownFor === asked && isStill) toRows()
  }

  /** Back to where the keyboard was among the rows, to what stands there now, or to the first one in sight. */
  const backToRows = (): void => go(() => table()?.rowToGoOn() ?? table()?.firstVisible() ?? 0)

  /** From a bar that has gone likewise, but to no row that nobody went to: the next key would mark its product. */
  const fromBar = (): void => go(() => table()?.rowToGoOn() ?? null)

  // A list that became empty, by marks or a sync, takes the row that the keyboard was in with it.
  watch(
    hasRows,
    (has) => {
      if (!has && document.activeElement === document.body) toRows()
    },
    { flush: 'post' }
  )

  // Table and gallery take each other's place, with what had the focus: the keyboard goes on at the same product.
  watch(
    () => view.state.layout,
    () => {
      const before = document.activeElement
      const isHere = before === null || before === document.body || before.closest('[data-scroller]') !== null
      const index = isHere ? (placeOf(before) ?? detailed()) : null
      if (index !== null) void nextTick(() => table()?.focusRow(index))
    }
  )

  /** The current product, where it stood in the list last. */
  let stood: string | null = null
  // It had left the list, and is back: the keyboard, which the list put elsewhere meanwhile, is at it again.
  watch(
    [detailed, () => details.shown?.product.id ?? null] as const,
    async ([now, id], [before]) => {
      const isBack = now !== null && before === null && id === stood
      if (now !== null) stood = id
      if (!isBack) return
      // The list keeps the keyboard where it was first.
      await nextTick()
      const [index, at] = [detailed(), placeOf(document.activeElement)]
      if (index !== null && at !== null && at !== index) void table()?.focusRow(index)
    },
    { flush: 'post' }
  )

  /** The row of the current product. Out of sight it is not gone on at: what a person comes back to is what they see. */
  function inSight(): number | null {
    const index = detailed()
    return index !== null && table()?.isInSight(index) === true ? index : null
  }

  const coming = useComing(hasRows)
  useKeysOnPage(() => {
    if (hasRows()) go(() => inSight() ?? first() ?? 0)
    return hasRows()
  })

  /** The keyboard comes to what stands where the current product was: the first key that marks asks there. */
  function bring({ place }: PlaceOfGone): void {
    releaseFocus()
    table()?.bringKeyboard(place)
  }

  /** From the details back to their row: to where the keyboard was in it. Where it has gone, to what stands there now; where it never was, to no other product. */
  function fromDetails(): void {
    const next = gone()
    if (next === null) go(detailed)
    else bring(next)
  }

  /** From the details to the row after theirs, or before it: they follow. */
  function goOn(by: 1 | -1): void {
    const [index, next] = [detailed(), gone()]
    if (index !== null) go(() => Math.max(0, index + by))
    else if (next === null) toRows()
    else go(() => Math.max(0, by === -1 && !next.isBefore ? next.place - 1 : next.place))
  }

  /** Where the current product stood that has gone, or else the first row in sight. */
  function first(): number | null {
    const [list, next] = [table(), gone()]
    const isSeen = next !== null && list?.isInSight(next.place) === true
    return isSeen ? next.place : (list?.firstVisible() ?? null)
  }

  /** From a note that is saved back to its product: to its row, or to its details where it stands in none. */
  function fromNote(): void {
    const index = detailed()
    if (index === null) pane()?.focus()
    else go(() => index)
  }

  /** From the preview back to the row of the product shown last, or to the details that led to it. */
  function fromPreview(index: number | null): void {
    if (index === null) pane()?.focus()
    else void table()?.focusRow(index)
  }

  /** Back on the page, to the row that was current, if the list has it in sight and nobody has gone elsewhere meanwhile. */
  async function comeBack(): Promise<void> {
    if (!coming.is.value) return
    await nextTick()
    const [index, next] = [detailed(), gone()]
    const to = index ?? next?.place
    if (to !== undefined && table()?.isInSight(to) === true && isOnPage(document.activeElement)) {
      if (next === null) go(() => to)
      else bring(next)
    }
    await coming.end()
  }

  return { toRows, toFound, backToRows, fromBar, fromDetails, goOn, first, fromNote, fromPreview, comeBack }
}
