import { useEventListener } from '@vueuse/core'
import { computed, onBeforeUnmount, onMounted, watch, type ComputedRef } from 'vue'
import type { Product } from '../../../electron/contract/product'
import { isKeyOf } from '../../shared/commands/keys'
import { useOwnCommands } from '../../shared/commands/own-commands'
import { isProduct, type Slot } from '../../shared/data/block-cache'
import { useRowFocus, type FocusableRows } from '../../shared/list/use-row-focus'
import type { useVirtualScroll } from '../../shared/list/use-virtual-scroll'
import { isInOverlay, isTyping } from '../../shared/ui/keyboard-context'
import type { CurrentFinding } from './findings'

interface FindingsList extends Pick<FocusableRows, 'scroller' | 'rendered'> {
  scroll: Pick<ReturnType<typeof useVirtualScroll>, 'reveal' | 'fitting'>
  total: () => number
  /** The product at a place, from 0; undefined: it is not read yet. */
  at: (index: number) => Slot | undefined
  onOpen: (product: Product) => void
  onException: (product: Product) => void
  /** A key was for an item that could not be read, of which nothing can be decided. */
  onRefused: () => void
  /** Told of the product that keys are for; null: there is none. */
  onCurrent: (finding: CurrentFinding | null) => void
}

/** Keys that decide on a product, or lead to it. */
const productCommands = ['approved', 'needs-work', 'ignored', 'unreviewed', 'note', 'add-exception'] as const

/** Rows before and after the current one in which a product is looked for. */
const around = 100

const isOnPage = (element: EventTarget | null): boolean =>
  element === document.body || (element instanceof Element && element.id === 'main')

const isPlain = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => !ctrlKey && !metaKey && !altKey

/** Keys in the products that a rule found, and on the page around them: arrows, Enter for the details, and the key for an exception. */
export function useFindingsKeyboard(list: FindingsList): {
  focus: ReturnType<typeof useRowFocus>
  /** The product that keys are for; null where it is not read, or could not be. */
  current: ComputedRef<Product | null>
  /** For keys in the list. */
  onKeydown: (event: KeyboardEvent) => void
} {
  const { scroller, scroll, rendered, total, at } = list
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
  const current = computed(() => {
    const slot = at(focus.active.value)
    return isProduct(slot) ? slot : null
  })

  /** Puts the keyboard on a row, from wherever on the page it is. */
  function toRow(index: number): void {
    const { activeElement } = document
    // A list does not take the focus from where a person is.
    if (activeElement instanceof HTMLElement && !isInOverlay(activeElement)) activeElement.blur()
    void focus.focusRow(Math.max(0, Math.min(total() - 1, index)))
  }

  function moveOn(): void {
    if (focus.active.value < total() - 1) toRow(focus.active.value + 1)
  }

  function comeBack(productId: string): void {
    if (isTyping(document.activeElement) || isInOverlay(document.activeElement)) return
    const from = Math.max(0, focus.active.value - around)
    const near = Array.from({ length: 2 * around + 1 }, (_, by) => from + by)
    const index = near.find((place) => at(place)?.id === productId)
    if (index !== undefined) toRow(index)
  }
  watch(current, (product) => list.onCurrent(product && { product, moveOn, comeBack }), { immediate: true })
  onBeforeUnmount(() => list.onCurrent(null))

  // Whoever came by a key is at the first product; a control that has the focus keeps it.
  onMounted(() => {
    if (isOnPage(document.activeElement)) toRow(0)
  })

  function onKeydown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && isPlain(event) && current.value) {
      event.preventDefault()
      list.onOpen(current.value)
    } else focus.onKeydown(event)
  }

  function isForProduct(event: KeyboardEvent): boolean {
    const { target, key } = event
    if (isTyping(target) || isInOverlay(target) || !isPlain(event)) return false
    const isInList = isOnPage(target) || (target instanceof Node && scroller.value?.contains(target) === true)
    return (key === 'Enter' && isInList) || productCommands.some((id) => isKeyOf(id, event))
  }

  /** From the page as from the current row; from a rule down to its products. */
  function onPageKey(event: KeyboardEvent): void {
    const { target, key } = event
    const slot = at(focus.active.value)
    if (slot && !isProduct(slot) && isForProduct(event)) list.onRefused()
    if (event.defaultPrevented || !isPlain(event)) return
    const isOnRule = target instanceof Element && target.matches('[data-rule] > [aria-current]')
    if (isOnRule && key === 'ArrowDown') toRow(focus.active.value)
    else if (isOnPage(target) && key === 'ArrowDown') toRow(focus.active.value + 1)
    else if (isOnPage(target) && key === 'ArrowUp') toRow(focus.active.value - 1)
    else if (isOnPage(target) && key === 'Enter' && current.value) list.onOpen(current.value)
    else return
    event.preventDefault()
  }
  useEventListener('keydown', onPageKey)

  useOwnCommands({
    'add-exception': {
      can: () => current.value !== null,
      run: () => current.value && list.onException(current.value)
    }
  })

  return { focus, current, onKeydown }
}
