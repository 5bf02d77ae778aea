import { useEventListener } from '@vueuse/core'
import { computed, ref, shallowRef, watch, type ComputedRef } from 'vue'
import type { Change } from '../../../electron/contract/history'
import { useOwnKeys } from '../../shared/commands/own-commands'
import { isForPage, releaseFocus } from '../../shared/ui/keyboard-context'
import { useUndosUnderWay } from '../review'
import { startOf } from './paged-changes'
import { farthest, useLeftPlace, type ListedChanges, type ScrollingList } from './use-left-place'

/** The list that the change stands in. */
interface ShownList extends ScrollingList {
  /** The change whose row the keyboard is in, or was in last; null: a heading's. */
  focusedChange: () => number | null
  /** The change that the keyboard is in stands there now; `stays` where it is seen, if it is in sight. */
  put: (index: number, stays: boolean) => void
}

/** The change that a person is at: the one whose row the keyboard is in, and whose product is shown beside the list while that is open. */
export interface CurrentChange {
  /** What keys are for; null: it neither stands in the list nor beside it. */
  current: ComputedRef<Change | null>
  /** Its product is shown beside the list; it stays there when it leaves the list, as when it is marked. */
  chosen: ComputedRef<Change | null>
  /** Where it stands in the list; null when it does not. */
  place: ComputedRef<number | null>
  choose: (index: number) => void
  /** The keyboard came to this one. */
  follow: (index: number) => void
  close: () => void
  /** Closes it and goes back to its row, to the one that came in its place, or to the page where none is left. */
  leave: () => void
  /** Back to its row, or to the page where it has left the list: keys are for it there too. It stays open. */
  toRow: () => void
  /**
   * What was decided of this product is undone, or was not done: the keyboard goes to it once it stands in the list. `open`: it is shown
   * beside the list.
   */
  comeBack: (productId: string, open?: boolean) => void
}

/** The key D shows the product of the row that the keyboard is in, or leaves. */
export function useCurrentChange(listed: ListedChanges, list: () => ShownList | null): CurrentChange {
  const { at, isRead, look, groups } = listed
  const left = listed.left()
  const leftAt = left?.current[0]
  const met = shallowRef<Change | null>(leftAt?.change ?? null)
  const isOpen = ref(left?.isOpen ?? false)
  const last = ref(leftAt?.index ?? 0)
  /** Where it stood among the changes of its run, which those of others that come before it leave as it is. */
  const within = ref(leftAt?.within ?? 0)
  const expected = computed(() => startOf(met.value?.run ?? null, groups()) + within.value)
  /** The part of the list in which it is looked for. */
  const around = computed(() => {
    const total = groups().reduce((sum, group) => sum + group.total, 0)
    const [first, from] = [Math.max(0, expected.value - farthest), expected.value]
    return { first, end: Math.max(from + 1, Math.min(from + farthest + 1, total)) }
  })
  const isAroundRead = computed(() => {
    const { first, end } = around.value
    return [first, expected.value, end - 1].every(isRead)
  })
  const place = computed(() => {
    const number = met.value?.number
    if (number === undefined) return null
    for (let by = 0; by <= farthest; by += 1)
      for (const from of [expected.value, last.value]) {
        if (at(from + by)?.number === number) return from + by
        if (at(from - by)?.number === number) return from - by
      }
    return null
  })
  /** The product that the person is led back to, once it is in the list again. */
  const awaited = shallowRef<{ id: string; open: boolean } | null>(null)
  const undos = useUndosUnderWay()
  const hasKeyboard = (): boolean => list()?.hasKeyboard() ?? false

  function follow(index: number): void {
    const change = at(index)
    if (!change) return
    met.value = change
    standAt(index)
  }

  function standAt(index: number): void {
    last.value = index
    within.value = index - startOf(met.value?.run ?? null, groups())
  }

  /** Where a change of a product stands near the one that the person was at last; null: nowhere. */
  function placeOf(productId: string): number | null {
    const from = Math.max(0, last.value - farthest)
    const near = Array.from({ length: 2 * farthest + 1 }, (_, by) => from + by)
    return near.find((index) => at(index)?.product.id === productId) ?? null
  }

  /** The change beside the list has left it: what its product is now, another change of it tells. */
  function refreshProduct(): void {
    if (met.value === null) return
    const index = placeOf(met.value.product.id)
    const other = index !== null && isRead(index) ? at(index) : undefined
    if (other) met.value = { ...met.value, product: other.product }
  }

  /** It has left the list: the keyboard is with what came in its place. Without a keyboard a person begins at the first one. */
  function followKeyboard(): void {
    if (!hasKeyboard()) {
      if (isOpen.value) refreshProduct()
      else follow(0)
      return
    }
    list()?.focus(last.value)
    follow(list()?.focusedChange() ?? -1)
  }

  // Rows have their new places by then.
  watch(
    [place, () => at(list()?.focusedChange() ?? -1), () => at(0), isAroundRead],
    ([now]) => {
      if (now === null) {
        // So many came before it that its place is not read yet: until then nothing is decided of what came in its place.
        if (met.value === null || isAroundRead.value) followKeyboard()
        else void look(around.value.first, around.value.end)
        return
      }
      // What is known of it may be other than it was.
      met.value = at(now) ?? met.value
      const moved = now !== last.value
      standAt(now)
      if (!moved) return
      // Others came before it, or left: the keyboard stays with it. Where Undo brought them back it goes to them in a moment.
      if (hasKeyboard()) list()?.put(now, awaited.value === null && undos.count === 0)
    },
    { flush: 'post', immediate: true }
  )

  function choose(index: number): void {
    follow(index)
    isOpen.value = met.value !== null
  }

  const close = (): void => void (isOpen.value = false)

  /** To a row, or to the page where there is none to go to. */
  function go(index: number | null): void {
    releaseFocus()
    const shown = list()
    if (shown === null || index === null) document.getElementById('main')?.focus()
    else shown.focus(index)
  }

  const toRow = (): void => go(place.value)

  function leave(): void {
    close()
    go(place.value ?? last.value)
    if (place.value === null) follow(list()?.focusedChange() ?? -1)
  }

  const placeOfAwaited = computed(() => awaited.value && placeOf(awaited.value.id))
  watch(
    placeOfAwaited,
    (index) => {
      if (index === null) return
      if (awaited.value?.open === true) choose(index)
      else follow(index)
      awaited.value = null
      list()?.focus(index)
    },
    { flush: 'post' }
  )

  useLeftPlace(listed, list, {
    placed: () => met.value && { change: met.value, index: last.value, within: within.value },
    place: () => place.value,
    isOpen: () => isOpen.value,
    goOnAt(index) {
      if (isOpen.value) standAt(index)
      else follow(index)
    }
  })

  useOwnKeys({
    'toggle-details'() {
      if (isOpen.value) leave()
      else choose(list()?.focusedChange() ?? 0)
    }
  })

  // From the list as from the pane itself.
  useEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !isOpen.value || !isForPage(event.target)) return
    event.preventDefault()
    leave()
  })

  return {
    current: computed(() => (isOpen.value || place.value !== null ? met.value : null)),
    chosen: computed(() => (isOpen.value ? met.value : null)),
    place,
    choose,
    follow,
    close,
    leave,
    toRow,
    comeBack: (id, open = false) => void (awaited.value = { id, open })
  }
}
