import { useEventListener } from '@vueuse/core'
import { computed, onBeforeUnmount, onMounted, shallowRef, watch, type ComputedRef, type Ref } from 'vue'
import type { Product } from '../../../electron/contract/product'
import { isKeyOf } from '../../shared/commands/keys'
import { useOwnCommands } from '../../shared/commands/own-commands'
import { isProduct, type Slot } from '../../shared/data/block-cache'
import { moveOf, type AnchoredProduct } from '../../shared/list/row-moves'
import { keyOnPage, passOn } from '../../shared/list/use-keys-on-page'
import { useRowFocus, type FocusableRows } from '../../shared/list/use-row-focus'
import type { useVirtualScroll } from '../../shared/list/use-virtual-scroll'
import {
  isAtPage,
  isForPage,
  isInOverlay,
  isOnPage,
  isPlain,
  releaseFocus
} from '../../shared/ui/keyboard-context'
import type { CurrentFinding } from './findings'
import type { RowPlace } from './quality-place'

interface FindingsList extends Pick<FocusableRows, 'scroller' | 'rendered'> {
  scroll: Pick<
    ReturnType<typeof useVirtualScroll>,
    'reveal' | 'fitting' | 'firstVisible' | 'endVisible' | 'isInSight'
  >
  total: () => number
  /** The row to begin at. */
  start: RowPlace
  /** The row, and how much of it was cut, that stood on top when the list was left; null: it was not shown yet. */
  top: number | null
  scrollToTop: (top: number) => void
  /** The product at a place, from 0; undefined: it is not read yet. */
  at: (index: number) => Slot | undefined
  /** The product that the person takes out of the list by an exception, until it has left; null: none. */
  excepted: Ref<string | null>
  /** Where an item stands, nearest to a row; null: it does not. */
  placeOf: (id: string, near: number) => number | null
  onOpen: (product: Product) => void
  onException: (product: Product) => void
  /** A key was for an item that could not be read, of which nothing can be decided. */
  onRefused: () => void
  /** Told of the product that keys are for; null: there is none. */
  onCurrent: (finding: CurrentFinding | null) => void
  /** Told of the row that keys are for, and of those around it, once they are others. */
  onPlace: (place: RowPlace) => void
}

/** Keys that decide on a product, or lead to it. */
const productCommands = ['approved', 'needs-work', 'ignored', 'unreviewed', 'note', 'add-exception'] as const

/** Rows before and after the current one, of which the nearest that stays is gone on at. */
const nearRows = 100

/** Whether it is the line of the rule whose products are shown. */
const isOnRule = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('[data-rule] > [aria-current]')

/** The page as a whole, or that rule: its button has nothing more to do. */
const isAround = (target: EventTarget | null): boolean => isOnPage(target) || isOnRule(target)

/** Keys in the products that a rule found, and on the page around them: arrows, Enter for the details, and the key for an exception. */
export function useFindingsKeyboard(list: FindingsList): {
  focus: ReturnType<typeof useRowFocus>
  /** The row of the item that keys are for. */
  index: ComputedRef<number>
  /** For keys in the list. */
  onKeydown: (event: KeyboardEvent) => void
} {
  const { scroller, scroll, rendered, total, at, start } = list
  const focus = useRowFocus({
    scroller,
    count: total,
    reveal: (index) => scroll.reveal(index),
    rendered,
    move(key, from) {
      const page = Math.max(1, scroll.fitting() - 2)
      const to: Record<string, number> = {
        ArrowDown: from + 1,
        ArrowUp: from - 1,
        PageDown: from + page,
        PageUp: from - page,
        Home: 0,
        End: total() - 1
      }
      const wanted = to[key]
      return wanted === undefined ? null : Math.max(0, Math.min(total() - 1, wanted))
    }
  })
  /** The item that keys are for; null: what stands at its place is not read yet. */
  const met = shallowRef<string | null>(null)
  const idAt = (index: number): string | null => at(index)?.id ?? null
  const startsAt = start.id === null ? null : list.placeOf(start.id, start.row)
  const begins = startsAt ?? goneOnFrom(start.around, start.row)
  focus.active.value = Math.max(0, Math.min(begins, total() - 1))
  const placeOf = (id: string | null): number | null =>
    id === null ? null : list.placeOf(id, focus.active.value)
  const first = idAt(focus.active.value)
  // What was there has left its place to another; where the rows are not read yet, it may be there still.
  met.value = first === null || placeOf(start.id) !== null ? (start.id ?? first) : first
  const place = computed(() => placeOf(met.value))
  const index = computed(() => place.value ?? focus.active.value)
  const current = computed(() => {
    const slot = at(index.value)
    return isProduct(slot) ? slot : null
  })
  watch(focus.active, (row) => (met.value = idAt(row)), { flush: 'sync' })

  const around = computed(() => {
    const first = Math.max(0, index.value - nearRows)
    const end = Math.min(total(), index.value + nearRows + 1)
    return Array.from({ length: Math.max(0, end - first) }, (_, n) => first + n).flatMap((row) => {
      const slot = at(row)
      return isProduct(slot) ? [{ id: slot.id, index: row }] : []
    })
  })
  /** The products around the current one, as they stood when it was there last. */
  let stood = start.around

  /** Where the keyboard goes on from a product that went: at the next one that stayed, whatever came or went before it. */
  function goneOnFrom(products: readonly AnchoredProduct[], row: number): number {
    return moveOf(products, list.placeOf, row)?.keyboard ?? row
  }

  /** The product that the keyboard was at last, as it was. */
  let last: Product | null = null
  watch(
    [current, met],
    ([product, id]) => {
      if (product !== null && product.id === id) last = product
    },
    { immediate: true, flush: 'sync' }
  )
  /** A product that has left the list unasked, the item that is in its place since, and how often the keyboard had moved by then. */
  let left: { product: Product; to: string | null; moves: number } | null = null

  /** The product whose mark or exception is undone, and the item that the keyboard was at then. */
  const awaited = shallowRef<{ id: string; from: string | null } | null>(null)
  const isInSight = (row: number): boolean => row >= scroll.firstVisible() && row < scroll.endVisible()

  // The rows were read anew: the keyboard stays with its item, or is at what took the place of one that left.
  watch([place, () => idAt(focus.active.value), around], ([now]) => {
    put(now ?? goOn())
    if (placeOf(list.excepted.value) === null) list.excepted.value = null
    stood = place.value === null ? [] : around.value
    list.onPlace({ row: index.value, id: met.value, around: stood })
  })

  /** The row where the keyboard is once its product has left the list, and met is what stands there; a row that is not read yet is waited for. */
  function goOn(): number {
    const { value: before } = focus.active
    const row = met.value === null ? before : goneOnFrom(stood, before)
    const to = Math.max(0, Math.min(row, total() - 1))
    const next = idAt(to)
    const isTaken = met.value === list.excepted.value
    if (last?.id === met.value && !isTaken) left = { product: last, to: next, moves: focus.keyboardMoves() }
    const { value: wish } = awaited
    if (wish !== null && wish.from === met.value) awaited.value = { id: wish.id, from: next }
    met.value = next
    return to
  }

  function put(row: number): void {
    const { value: before } = focus.active
    if (row === before) return
    const wasInSight = isInSight(before)
    focus.putKeyboard(row)
    if (wasInSight) scroll.reveal(row)
  }

  /** Puts the keyboard on a row, from wherever on the page it is. */
  function toRow(row: number): void {
    if (!isInOverlay(document.activeElement)) releaseFocus()
    void focus.focusRow(Math.max(0, Math.min(total() - 1, row)))
  }

  function moveOn(isDecided: (id: string) => boolean = () => false): void {
    let next = index.value + 1
    while (isDecided(idAt(next) ?? '')) next += 1
    if (next < total()) toRow(next)
  }

  const comeBack = (id: string): void => void (awaited.value = { id, from: met.value })
  // At once, or when it is in the list again, unless a person has gone on meanwhile.
  watch(
    [() => placeOf(awaited.value?.id ?? null), met],
    ([row]) => {
      if (awaited.value === null) return
      const hasGoneOn = met.value !== awaited.value.from
      if (row === null && !hasGoneOn) return
      awaited.value = null
      const { activeElement } = document
      if (row === null || hasGoneOn || !isForPage(activeElement)) return
      toRow(row)
    },
    { flush: 'post' }
  )
  const seen = {
    isInSight: () => scroll.isInSight(index.value),
    left: () => (left?.to === met.value && left.moves === focus.keyboardMoves() ? left.product : null),
    bring: () => toRow(index.value)
  }
  watch(current, (product) => list.onCurrent(product && { product, ...seen, moveOn, comeBack }), {
    immediate: true
  })
  onBeforeUnmount(() => list.onCurrent(null))

  // Whoever came by a key is at the product; a control that has the focus keeps it.
  onMounted(() => {
    const row = focus.active.value
    // What stood around the current product stands there again, also where others came or went before it.
    if (list.top !== null) list.scrollToTop(list.top + row - start.row)
    // What was scrolled out of sight is not gone on at: what a person comes back to is what they see. Where the page scrolls, it begins at its top.
    const isSeen = scroll.isInSight(row) || isInSight(row)
    if (list.top !== null && !isSeen) return
    if (isOnPage(document.activeElement)) toRow(row)
    else scroll.reveal(row)
  })

  function onKeydown(event: KeyboardEvent): void {
    const isOnButton = event.target instanceof Element && event.target.closest('[data-compare]') !== null
    if (event.key === 'Enter' && isPlain(event) && current.value && !isOnButton) {
      event.preventDefault()
      list.onOpen(current.value)
    } else focus.onKeydown(event)
  }

  function isForProduct(event: KeyboardEvent): boolean {
    const { target, key } = event
    if (!isForPage(target) || !isPlain(event)) return false
    const isInList = target instanceof Node && scroller.value?.contains(target) === true
    return (
      (key === 'Enter' && (isInList || isAround(target))) || productCommands.some((id) => isKeyOf(id, event))
    )
  }

  /** From the page and its rule as from the current row; from a rule down to its products. */
  function onPageKey(event: KeyboardEvent): void {
    const { target, key } = event
    const slot = at(index.value)
    if (slot && !isProduct(slot) && isForProduct(event)) list.onRefused()
    if (event.defaultPrevented) return
    const by = isAtPage(target) ? keyOnPage(event) : undefined
    if (isOnRule(target) && key === 'ArrowDown' && isPlain(event)) toRow(index.value)
    else if (by !== undefined) {
      toRow(index.value + by)
      if (by === 0) void passOn(event)
    } else if (isAround(target) && key === 'Enter' && isPlain(event) && current.value) {
      // A key that is held chose the rule.
      if (!event.repeat) list.onOpen(current.value)
    } else return
    event.preventDefault()
  }
  useEventListener('keydown', onPageKey)

  useOwnCommands({
    'add-exception': {
      can: () => current.value !== null,
      run: () => current.value && list.onException(current.value)
    }
  })

  return { focus, index, onKeydown }
}
