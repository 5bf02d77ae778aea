import { computed, shallowRef, watch } from 'vue'
import type { Product } from '../../../../electron/contract/product'
import type { ProductQuery } from '../../../../electron/contract/product-query'
import type { ReviewMark } from '../../../../electron/contract/review-state'
import { call } from '../../../bridge'
import { useCommands } from '../../../shared/commands/registry'
import { useOwnCommands, useOwnKeys } from '../../../shared/commands/own-commands'
import { useContinuousList, useProductDetails, useProducts, useSelection, useView } from '../../catalog'
import { usePicturePreview } from '../../pictures'
import {
  notMarked,
  useMarkCommands,
  useMarking,
  useReviews,
  useUndosUnderWay,
  useUntoldChanges,
  type MarkSubject
} from '../../review'
import { pageOfPlace } from '../../../shared/format/places'
import { useOwnTeam } from '../../../shared/data/own-team'
import { useAssigning } from '../selection/assigning'
import { selectedSubject } from '../selection/mark-selection'
import { isBesideRows, takeFocusTo } from './keyboard-beside-rows'
import { useUnseenProduct } from './unseen-product'
import { useComparing } from '../../quality'

/** Rows before and after the current one in which an undone product is looked for. */
const around = 200

/** A product that is looked for in the list. */
interface Awaited {
  id: string
  /** Where the whole list has it, from 0, as far as that is known. */
  near: number | null
  /** Called when the keyboard is on it. */
  found?: () => void
  /** Called where the list does not hold it. */
  missing?: () => void
}

/**
 * What was decided of one product is undone, or was not done since it has changed: it becomes the current one again, at once or when it is in the
 * list again, unless a person has gone to another one meanwhile. One that is far away in the list in one piece is read first, and so is the page
 * that has it in a list by pages. Returns `seek`, which does so for any product.
 */
function comeBack({
  connectionId,
  productAt,
  at,
  goTo,
  turnsPages
}: {
  connectionId: () => string
  productAt: (index: number) => Product | null
  /** Where the current product stands among the rows or tiles on screen, from 0; null: the person is not here. */
  at: () => number | null
  goTo: (index: number) => void
  turnsPages: boolean
}): { seek: (sought: Omit<Awaited, 'near'>) => void } {
  const [reviews, list, products, view] = [useReviews(), useContinuousList(), useProducts(), useView()]
  const awaited = shallowRef<Awaited | null>(null)
  // The current product alone does not tell: a list that is read again may have another one there for a moment.
  const undos = useUndosUnderWay()
  watch(
    () => undos.navigations,
    () => (awaited.value = null),
    { flush: 'sync' }
  )

  const place = computed(() => {
    // The rows of the list in one piece are not reactive themselves, this number is.
    if (awaited.value === null || list.version < 0) return null
    const { id, near } = awaited.value
    const first = Math.max(0, (at() ?? 0) - around)
    const beside = Array.from({ length: 2 * around + 1 }, (_, by) => first + by)
    // Rows of before stand elsewhere by now, where others came or went above them.
    const isFresh = (index: number): boolean => view.state.mode === 'paged' || list.isFreshAt(index)
    const found = beside.find((index) => productAt(index)?.id === id && isFresh(index)) ?? null
    return found ?? (near === null ? null : list.freshPlaceOf(id, near))
  })

  async function lookFurther(sought: Awaited): Promise<void> {
    const isPaged = view.state.mode === 'paged'
    const listed = (): ProductQuery | null => (isPaged ? products.shownFor : list.shown)
    const productQuery = listed()
    if (productQuery === null || (isPaged && !turnsPages)) return
    const answer = await call('products:place', {
      connectionId: connectionId(),
      productQuery,
      productId: sought.id
    })
    const isStill = awaited.value === sought && listed() === productQuery
    if (!isStill || !answer.ok) return
    if (answer.value === null) sought.missing?.()
    else if (!isPaged) awaited.value = { ...sought, near: answer.value - 1 }
    else if (products.shown !== null) {
      const page = pageOfPlace(answer.value, products.shown.pageSize)
      if (page !== products.wanted.page) void products.goTo(page)
    }
  }

  watch(
    () => reviews.last,
    (last) => {
      const index = at()
      const skipped = index === null || index < 1 ? undefined : productAt(index - 1)?.id
      const undone = last?.kind === 'undone' && !undos.hasNavigated ? last.entry.product?.id : undefined
      const id = undone ?? (skipped === notMarked(last) ? skipped : undefined)
      awaited.value = id === undefined || index === null ? null : { id, near: null }
    }
  )
  // The list may have it again only when it is told of the change.
  watch([() => awaited.value, () => list.renewals, () => products.shown], () => {
    if (awaited.value?.near === null && place.value === null) void lookFurther(awaited.value)
  })
  watch(
    place,
    (index) => {
      const sought = awaited.value
      if (sought === null || index === null) return
      awaited.value = null
      if (at() === null) return
      goTo(index)
      sought.found?.()
    },
    { flush: 'post' }
  )
  // Until it is read: rows that are looked at, or another change, come before it.
  watch([() => awaited.value?.near ?? null, () => list.version], ([near]) => {
    if (near !== null && !list.isFreshAt(near)) list.need(near)
  })

  return { seek: (sought) => (awaited.value = { ...sought, near: null }) }
}

/** Lets it be told of an undone product that the list does not have it. It is asked again when the list is read again. */
function tellElsewhere(connectionId: () => string, listed: () => ProductQuery): void {
  const [reviews, list, products] = [useReviews(), useContinuousList(), useProducts()]

  watch([() => reviews.last, listed, () => list.renewals, () => products.shown], async () => {
    const [{ last }, productQuery] = [reviews, listed()]
    if (last?.kind !== 'undone' || last.entry.product === null) return
    const { id } = last.entry.product
    const answer = await call('products:listed', { connectionId: connectionId(), productQuery, ids: [id] })
    if (reviews.last !== last || listed() !== productQuery || !answer.ok) return
    reviews.elsewhere = answer.value.length === 0 ? last : null
  })
}

/** The rows or tiles on screen; places count from 0. */
interface ListOnScreen {
  isInSight: (index: number) => boolean
  /** Puts the keyboard on a row or tile. */
  focusRow: (index: number) => unknown
  scrollToRow: (index: number) => void
}

interface Surroundings {
  connectionId: () => string
  /** Where the current product stands among the rows or tiles on screen, from 0; null: it is none of them. */
  place: () => number | null
  productAt: (index: number) => Product | null
  /** null: it is not on screen. */
  table: () => ListOnScreen | null
  /** What is listed. */
  listed: () => ProductQuery
  /** Where the list begins for keys while no product is current; null: it is not on screen. */
  first: () => number | null
  preview: (index: number) => void
}

/**
 * What the keys of a product do: to all that are selected, or to the current product, which is the one in large, or else the
 * row or tile that was pressed or that the keyboard is on. After a mark the current one is the next, as in Review.
 */
export function useCurrentCommands({
  connectionId,
  place,
  productAt,
  table,
  listed,
  first,
  preview
}: Surroundings): {
  mark: (wish: ReviewMark) => void
} {
  const details = useProductDetails()
  const selection = useSelection()
  const inLarge = usePicturePreview()
  const comparing = useComparing(connectionId, selection)
  const [team, assigning, reviews] = [useOwnTeam(), useAssigning(), useReviews()]
  const { subjectOf } = useMarking(connectionId)
  const untold = useUntoldChanges(
    (id) => inLarge.product === null && details.isOpen && details.shown?.product.id === id,
    () => {
      if (inLarge.product === null) details.isOpen = true
    }
  )
  const goTo = (index: number): void => void table()?.focusRow(index)

  /** What is not in the list is not marked by a key, unless the keyboard is in its details. */
  const current = computed<Product | null>(() => {
    if (inLarge.product !== null) return inLarge.product
    return place() !== null || details.isAtHand ? (details.shown?.product ?? null) : null
  })
  /** In the details of a product keys are for that one, whatever is selected in the list. */
  const isOfSelection = (): boolean => inLarge.product === null && !details.isAtHand && !selection.isEmpty

  function subject(): MarkSubject | null {
    if (isOfSelection()) return selectedSubject(selection)
    return current.value === null ? null : subjectOf(current.value, null, untold(current.value))
  }

  function moveOn(): void {
    if (inLarge.product !== null) {
      if (inLarge.hasNext) inLarge.step(1)
      return
    }
    const index = place()
    const next = index === null ? null : productAt(index + 1)
    if (index === null || next === null) return
    if (details.isAtHand && !selection.isEmpty) {
      // In the rows the next key would be for what is selected.
      details.follow(next, index + 1)
      details.openAt('pane')
      if (table()?.isInSight(index + 1) === false) table()?.scrollToRow(index + 1)
    } else if (isBesideRows(document.activeElement)) void takeFocusTo(index + 1, goTo)
    else goTo(index + 1)
  }

  // On from a selection that was decided on: the next key would decide on the last of them anew. Out of sight it would ask.
  watch(
    () => selection.decided,
    (decided) => {
      const index = place()
      if (decided === null || inLarge.product !== null || index === null) return
      if (table()?.isInSight(index) !== true) return
      let next = index
      while (decided.has(productAt(next)?.id ?? '')) next += 1
      if (next !== index && productAt(next)) void takeFocusTo(next, goTo)
    },
    { flush: 'post' }
  )

  function writeNote(): void {
    const [product, index] = [current.value, place()]
    if (!product) return
    inLarge.close()
    details.follow(product, index ?? -1)
    details.openAt('note')
  }

  function showPicture(): void {
    const index = place()
    if (index !== null) preview(index)
    else if (details.shown) inLarge.openAlone(details.shown.product)
  }

  const { seek } = comeBack({
    connectionId,
    productAt,
    at: () => (inLarge.product === null ? (details.shown?.index ?? 0) : null),
    goTo: (index) => void takeFocusTo(index, goTo),
    turnsPages: true
  })
  comeBack({
    connectionId,
    productAt,
    at: () => inLarge.index,
    goTo: preview,
    // The page stays behind the picture.
    turnsPages: false
  })

  tellElsewhere(connectionId, listed)

  const isThere = (): boolean => current.value !== null
  const canCompare = (): boolean => comparing.can(current.value)
  const compare = (): void => void comparing.compare(current.value)

  useOwnCommands({ compare: { can: canCompare, run: compare } })
  useCommands({
    'show-picture': { can: isThere, run: showPicture },
    assign: {
      can: () => team.isIn && (isOfSelection() || isThere()),
      run() {
        if (isOfSelection()) assigning.askForSelection(selection)
        else if (current.value) assigning.askFor(current.value)
      }
    }
  })
  useOwnKeys({
    compare() {
      const { value: alone } = current
      if (alone === null || isOfSelection() || canCompare()) return false
      reviews.last = { kind: 'alone', connectionId: connectionId(), product: alone }
      return true
    },
    'show-picture'() {
      // The one in large is shown already.
      if (!isThere() || inLarge.product !== null) return false
      showPicture()
      return true
    }
  })

  const unseen = useUnseenProduct({
    connectionId,
    listed,
    productAt,
    current: () => current.value,
    place,
    isInSight: (index) => table()?.isInSight(index) ?? true,
    first,
    goTo: (index) => void takeFocusTo(index, goTo),
    seek,
    isElsewhere: () => inLarge.product !== null || isOfSelection()
  })

  return useMarkCommands({ connectionId, subject, unseen, moveOn, isNotable: isThere, writeNote })
}
