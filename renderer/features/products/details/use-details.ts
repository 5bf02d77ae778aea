import { useEventListener } from '@vueuse/core'
import { nextTick, computed, onScopeDispose, ref, watch, type ComputedRef, type Ref } from 'vue'
import type { Product, ProductPage } from '../../../../electron/contract/product'
import type { ProductQuery } from '../../../../electron/contract/product-query'
import { call } from '../../../bridge'
import {
  isSameQuery,
  placeNear,
  placeOf,
  useContinuousList,
  useProductDetails,
  useProducts,
  useSelection,
  useView,
  type DetailedProduct
} from '../../catalog'
import { useOwnKeys } from '../../../shared/commands/own-commands'
import { useCommands } from '../../../shared/commands/registry'
import { isFocusPut } from '../../../shared/list/use-focus-retention'
import { isForPage, isOnPage, isPlain } from '../../../shared/ui/keyboard-context'
import { usePlaceOfGone, type PlaceOfGone } from './use-place-of-gone'

/** What the element around the list hears. */
interface DetailsListeners {
  click: (event: MouseEvent) => void
  dblclick: (event: MouseEvent) => void
  focusin: (event: FocusEvent) => void
}

/** The pane as it is on screen; closed with the focus in it, it gives that back. */
interface DetailsPaneShown {
  focus: () => void
  close: () => void
}

/** The list that the pane of details is beside. */
interface DetailedList {
  connectionId: () => string
  /** The product at a place among the rows or tiles on screen, from 0. */
  productAt: (index: number) => Product | null
  /** What is listed. */
  listed: () => ProductQuery
  /** The page of it; another object whenever it was read anew. */
  page: () => ProductPage | null
  pane: () => DetailsPaneShown | null
  /** Where the list begins for keys while no product is current. */
  first: () => number
}

/** Keeps the pane of details and the list together. */
export function useDetails(list: DetailedList): {
  listeners: DetailsListeners
  /** Where the pane's product stands among what is on screen, from 0; null: it is none of it. */
  place: ComputedRef<number | null>
  /** Where the keys go on, once the list holds it no longer. */
  gone: () => PlaceOfGone | null
  /** Whether the list does not hold the pane's product. */
  isElsewhere: Readonly<Ref<boolean>>
} {
  const { connectionId, productAt, listed, page } = list
  // Also while the pane is closed: what keys of a product do goes by its mark and its findings as the list has them.
  const details = useProductDetails()
  details.followChanges()
  const place = usePositionOf(() => details.shown, productAt)
  const listeners = useDetailsListeners(list, () => place.value)
  const gone = usePlaceOfGone({ place: () => place.value, productAt, listed, page })
  useDetailsLeaving(list, () => place.value)
  const isElsewhere = useIsElsewhere(connectionId, () => place.value, listed, page)
  return { listeners, place, gone, isElsewhere }
}

/** The list, which is read in parts, puts the keyboard first where its product has gone, ms after the last of them. */
const settling = 50

/**
 * The pane of details follows the row or tile that is pressed or has the focus, also where that has another product once the list was read
 * again and still holds the one before. It opens by the button of a row (`data-details`), Enter in a row or on the page, or a double press,
 * with the focus in it, and opens and closes by the key D.
 *
 * @param place where the pane's product stands in the list, from 0; null: the list does not hold it
 */
function useDetailsListeners(
  { productAt, page, pane, first }: DetailedList,
  place: () => number | null
): DetailsListeners {
  const details = useProductDetails()
  const selection = useSelection()
  const continuous = useContinuousList()
  const [view, products] = [useView(), useProducts()]

  function follow(target: EventTarget | null): boolean {
    const index = placeOf(target)
    const product = index === null ? null : productAt(index)
    if (index === null || product === null) return false
    details.follow(product, index)
    return true
  }

  function open(): void {
    details.isOpen = true
    void nextTick(() => pane()?.focus())
  }

  function click(event: MouseEvent): void {
    const isButton = event.target instanceof Element && event.target.closest('[data-details]') !== null
    if (follow(event.target) && isButton) open()
  }

  /** Buttons of a row do what they say, however often they are pressed. */
  function dblclick(event: MouseEvent): void {
    const isButton = event.target instanceof Element && event.target.closest('button') !== null
    if (!isButton && follow(event.target)) open()
  }

  /** A pane that was about nothing yet begins with the first row in sight. */
  function toggle(target: EventTarget | null): void {
    follow(target)
    if (details.isOpen && details.shown !== null) {
      pane()?.close()
      return
    }
    const product = details.shown === null ? productAt(first()) : null
    if (product) details.follow(product, first())
    details.isOpen = true
  }

  /** On another page, gone to by its buttons, the open pane goes on with the first product in sight: the one before has no row anymore. */
  function beginPage(): void {
    const isOfList = (details.shown?.index ?? -1) >= 0
    if (!details.isOpen || !isOfList || details.isAtHand || place() !== null) return
    const product = productAt(first())
    if (product) details.follow(product, first())
  }

  /** Whether a product stands there still: rows of before are there until the list is read again. */
  function isInList(at: number | null): boolean {
    if (at === null || view.state.mode === 'paged') return at !== null
    return at < continuous.count && continuous.isFreshAt(at)
  }

  /** The list has put the keyboard where it is. */
  let isPut = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The person went to another page. */
  let hasTurned = false
  watch([() => continuous.version, page] as const, ([, now], [, before]) => {
    clearTimeout(timer)
    // The page that the current product went to is no other one for it.
    const isAnchored = products.anchor !== null && now?.limit === before?.limit
    hasTurned ||= now !== null && before !== null && now.page !== before.page && !isAnchored
    timer = setTimeout(() => {
      const isByPerson = hasTurned
      hasTurned = false
      const at = document.activeElement
      const index = placeOf(at)
      // One that a colleague took out of the list hands its keys to no other: nobody has seen that yet.
      const isOther = index !== null && productAt(index)?.id !== details.shown?.product.id
      if (isOther && (isByPerson || (!isPut && isInList(place())))) follow(at)
      if (index === null && isByPerson) beginPage()
    }, settling)
  })
  onScopeDispose(() => clearTimeout(timer))

  useCommands({ 'toggle-details': { run: () => toggle(null), isOn: () => details.isOpen } })
  useOwnKeys({ 'toggle-details': ({ target }) => toggle(target) })
  // On a page that was just opened the keyboard is in no row, though one is marked as the current one.
  useEventListener(window, 'keydown', (event) => {
    if (event.key !== 'Enter' || !isPlain(event) || event.defaultPrevented || !isOnPage(event.target)) return
    if (place() === null || details.isAtHand) return
    event.preventDefault()
    open()
  })

  // From the list as from the pane itself, after what is selected was let go of.
  useEventListener(window, 'keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !isForPage(event.target)) return
    if (!details.isOpen || !selection.isEmpty) return
    event.preventDefault()
    pane()?.close()
  })

  /** From a product that leaves the list the keyboard goes on at another, which nobody has gone to. */
  function focusin({ target }: FocusEvent): void {
    isPut = isFocusPut()
    if (!isPut) follow(target)
  }

  return { click, dblclick, focusin }
}

/**
 * Lets go of the pane's product where it has left the list, by a filter or a mark, and the keyboard is not at it; where the list has it again, or
 * is another one that holds it, as without the filter, it is the current one again.
 */
function useDetailsLeaving(
  { connectionId, listed, productAt }: DetailedList,
  place: () => number | null
): void {
  const details = useProductDetails()
  const leftPlace = usePositionOf(() => details.left?.detailed ?? null, productAt)
  /** The list that had the pane's product last. */
  let seenIn: ProductQuery | null = null

  watch(
    [place, listed] as const,
    ([now, productQuery]) => {
      if (now !== null) seenIn = productQuery
    },
    { immediate: true }
  )
  watch([place, listed, () => details.isAtHand], async ([now, productQuery, isAtHand]) => {
    const before = details.shown
    // One that was not chosen in the list was never in it.
    if (now !== null || before === null || before.index < 0 || isAtHand) return
    const { id } = before.product
    const answer = await call('products:listed', { connectionId: connectionId(), productQuery, ids: [id] })
    const isStill = details.shown?.product.id === id && place() === null && listed() === productQuery
    if (!isStill || details.isAtHand || !answer.ok || answer.value.length > 0) return
    details.letGo(productQuery, seenIn !== null && isSameQuery(seenIn, productQuery))
  })

  watch(leftPlace, (now) => {
    if (now !== null && details.left && isSameQuery(details.left.productQuery, listed())) details.takeBack()
  })

  watch(listed, async (productQuery) => {
    const { left } = details
    if (left === null || isSameQuery(left.productQuery, productQuery)) return
    const ids = [left.detailed.product.id]
    const answer = await call('products:listed', { connectionId: connectionId(), productQuery, ids })
    const isStill = details.left === left && listed() === productQuery
    if (isStill && answer.ok && answer.value.length > 0) details.takeBack()
  })
}

/**
 * Whether the list does not hold the pane's product. A product that stands in none of the rows on screen may be in the list all the same, on
 * another page or beyond the rows that are read: then the catalog is asked, again whenever `list` is read anew.
 */
function useIsElsewhere(
  connectionId: () => string,
  place: () => number | null,
  listed: () => ProductQuery,
  list: () => unknown
): Readonly<Ref<boolean>> {
  const details = useProductDetails()
  const isElsewhere = ref(false)
  const id = (): string | null =>
    details.isOpen && place() === null ? (details.shown?.product.id ?? null) : null

  watch(
    [id, listed, list],
    async ([asked, productQuery], [before]) => {
      if (asked === null || asked !== before) isElsewhere.value = false
      if (asked === null) return
      const answer = await call('products:listed', {
        connectionId: connectionId(),
        productQuery,
        ids: [asked]
      })
      if (id() === asked && listed() === productQuery && answer.ok)
        isElsewhere.value = answer.value.length === 0
    },
    { immediate: true }
  )
  return isElsewhere
}

/**
 * Where a product stands among the rows or tiles on screen, from 0; null: it is none of them. Rows move while others come and go, so it is
 * looked for around where it stood as well.
 */
function usePositionOf(
  stood: () => DetailedProduct | null,
  productAt: (index: number) => Product | null
): ComputedRef<number | null> {
  const list = useContinuousList()

  return computed(() => {
    const last = stood()
    // The rows of the list in one piece are not reactive themselves, this number is.
    return last === null || list.version < 0 ? null : placeNear(last.product.id, last.index, productAt)
  })
}
