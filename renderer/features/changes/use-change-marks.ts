import { computed, nextTick, onScopeDispose, watch, type ComputedRef } from 'vue'
import type { Change } from '../../../electron/contract/history'
import { useBridgeQuery } from '../../shared/data/queries'
import { useKeysOnPage } from '../../shared/list/use-keys-on-page'
import { isForPage, releaseFocus } from '../../shared/ui/keyboard-context'
import { useTwinCommand } from '../quality'
import {
  type LastAction,
  reasonOfChange,
  useMarkCommands,
  useMarking,
  useOutOfSight,
  useReviews,
  useUndoneProduct
} from '../review'
import { productOfChange } from './product-of-change'
import type { CurrentChange } from './use-current-change'

/** More rows than fit into a window, before and after the current one. */
const mostInSight = 60

/** A list of changes on whose products a person decides. */
interface DecidedList extends Pick<CurrentChange, 'current' | 'chosen' | 'place' | 'choose' | 'comeBack'> {
  connectionId: () => string
  /** The change at a place, from 0; undefined while it is not read. */
  at: (index: number) => Change | undefined
  /** The list is of changes as they came, each of which is seen or not; otherwise of what a comparison tells apart. */
  isInbox?: boolean
  /** Whether a change is in the part of the list that is in sight. */
  isInSight: (index: number) => boolean
  /** Whether a person reads what changed there: nothing lies over it. */
  isShown: (index: number) => boolean
  /** Puts the keyboard into the row of a change. */
  focus: (index: number) => void
  /** The product that is shown beside the list; null: none is. */
  beside: () => {
    /** Puts the keyboard into its note. */
    writeNote: () => void
    /** Whether a person reads all that changed of it. */
    isShown: () => boolean
    /** Brings that into sight. */
    reveal: () => void
  } | null
}

/**
 * What the keys of a product do in a list of changes: they are for the product of the current one. A decision leads on to the next product,
 * and Undo back to its own. A product that is not known as it is now cannot be marked.
 */
export function useChangeMarks({
  connectionId,
  at,
  current,
  chosen,
  place,
  choose,
  comeBack,
  isInbox = false,
  isInSight,
  isShown,
  focus,
  beside
}: DecidedList): { others: ComputedRef<Change[]> } {
  const { subjectOf } = useMarking(connectionId)
  const reviews = useReviews()
  const product = computed(() => current.value && productOfChange(current.value))

  const { data: timeline } = useBridgeQuery('history:of', () =>
    chosen.value === null || !isInbox
      ? null
      : { connectionId: connectionId(), productId: chosen.value.product.id }
  )
  /** What is shown beside the list is said of it there: all that nobody has seen, but for the one that it was opened at. */
  const others = computed(() =>
    (timeline.value?.changes ?? []).filter(({ seen, number }) => !seen && number !== chosen.value?.number)
  )

  /** The numbers of a product's changes that a person has before them: beside the list, and in it. */
  function shownOf(id: string): number[] {
    const around = Array.from(
      { length: 2 * mostInSight + 1 },
      (_, by) => (place.value ?? 0) - mostInSight + by
    )
    const rows = around.flatMap((index) => {
      const change = at(index)
      return change?.product.id === id && isShown(index) ? [change.number] : []
    })
    // A pane that is too low for all of it is scrolled by whoever was asked, or they know.
    const isRead = id === asked || beside()?.isShown() === true
    const shown = chosen.value?.product.id === id && isRead ? [chosen.value, ...others.value] : []
    return [...rows, ...shown.map(({ number }) => number)]
  }

  /** The product that was not marked since it has changes that the person had not before them: they were told so. */
  let asked: string | null = null
  watch(
    () => current.value?.product.id,
    (id) => {
      if (id !== asked) asked = null
    }
  )

  /** The product that was decided on last, and the change that is current since. */
  let left: { id: string; at: number } | null = null

  /** On to the next product: the other changes of this one are decided on with it. */
  function moveOn(): void {
    let next = place.value
    if (next === null) return
    const id = current.value?.product.id
    while (at(next)?.product.id === id) next += 1
    const change = at(next)
    if (id === undefined || change === undefined) return
    left = { id, at: change.number }
    // From the product beside the list the keyboard goes on in the list.
    if (isForPage(document.activeElement)) releaseFocus()
    focus(next)
  }

  async function openNote(): Promise<void> {
    if (place.value !== null) choose(place.value)
    await nextTick()
    beside()?.writeNote()
  }

  const unseen = useOutOfSight(connectionId, () => {
    const [known, index] = [product.value, place.value]
    if (known === null || index === null) return null
    const isSeen = (): boolean => chosen.value !== null || isInSight(index)
    return { product: known, isInSight: isSeen, bring: () => focus(index) }
  })
  useMarkCommands({
    connectionId,
    unseen,
    subject: () => {
      const [known, change] = [product.value, current.value]
      return (
        known &&
        change &&
        subjectOf(known, reasonOfChange(change.kind), isInbox ? () => shownOf(known.id) : undefined)
      )
    },
    moveOn,
    isNotable: () => product.value !== null,
    writeNote: () => void openNote()
  })
  useTwinCommand({
    connectionId,
    current: () => product.value,
    onAlone: (alone) => (reviews.last = { kind: 'alone', connectionId: connectionId(), product: alone })
  })
  useKeysOnPage((by) => {
    if (place.value === null) return false
    releaseFocus()
    focus(place.value + by)
    return true
  })
  /** The product that was not marked for changes that the person may not have seen; undefined: none. */
  function unseenIn(last: LastAction): string | undefined {
    if (last.kind === 'marked') return last.otherChanges === true ? last.stale[0] : undefined
    if (!isInbox || last.kind !== 'unseen') return undefined
    const { why, product: held } = last
    const isNews = why === 'gone' || (why !== null && typeof why === 'object' && 'changed' in why)
    return isNews ? held.id : undefined
  }
  onScopeDispose(reviews.leave)
  useUndoneProduct(comeBack)
  watch(
    () => reviews.last,
    (last) => {
      // What has other changes, or has changed or gone under the eyes, is shown with them, unless the person has gone on since.
      const id = last === null ? undefined : unseenIn(last)
      const hasGoneOn = last?.kind === 'marked' && left?.id === id
      const isStill = hasGoneOn ? current.value?.number === left?.at : current.value?.product.id === id
      if (id === undefined || !isStill) return
      asked = id
      comeBack(id, true)
      void nextTick(() => beside()?.reveal())
    }
  )
  return { others }
}
