import { computed, ref, shallowRef, watch, type ComputedRef } from 'vue'
import type { Change } from '../../../electron/contract/history'
import { useOwnKeys } from '../../shared/commands/own-commands'
import { releaseFocus } from '../../shared/ui/keyboard-context'

/** The list that the change stands in. */
interface ShownList {
  focus: (index: number) => void
  /** The change whose row the keyboard is in, or was in last; null: a heading's. */
  focusedChange: () => number | null
  /** The keyboard is in the rows. */
  hasKeyboard: () => boolean
  /** The change that the keyboard is in stands there now. */
  put: (index: number) => void
}

/** So far from where it stood is a change looked for that moved. */
const farthest = 100

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
  /** Closes it and goes back to its row. */
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
export function useCurrentChange(
  at: (index: number) => Change | undefined,
  list: () => ShownList | null
): CurrentChange {
  const met = shallowRef<Change | null>(null)
  const isOpen = ref(false)
  const last = ref(0)
  const place = computed(() => {
    const number = met.value?.number
    if (number === undefined) return null
    for (let by = 0; by <= farthest; by += 1) {
      if (at(last.value + by)?.number === number) return last.value + by
      if (at(last.value - by)?.number === number) return last.value - by
    }
    return null
  })
  const hasKeyboard = (): boolean => list()?.hasKeyboard() ?? false

  function follow(index: number): void {
    const change = at(index)
    if (!change) return
    met.value = change
    last.value = index
  }

  /** It has left the list: the keyboard is with what came in its place. Without a keyboard a person begins at the first one. */
  function followKeyboard(): void {
    if (!hasKeyboard()) {
      if (!isOpen.value) follow(0)
      return
    }
    list()?.focus(last.value)
    follow(list()?.focusedChange() ?? -1)
  }

  // Rows have their new places by then.
  watch(
    [place, () => at(list()?.focusedChange() ?? -1), () => at(0)],
    ([now]) => {
      if (now === null) {
        followKeyboard()
        return
      }
      // What is known of it may be other than it was.
      met.value = at(now) ?? met.value
      if (now === last.value) return
      last.value = now
      // Others came before it, or left: the keyboard stays with it.
      if (hasKeyboard()) list()?.put(now)
    },
    { flush: 'post', immediate: true }
  )

  function choose(index: number): void {
    follow(index)
    isOpen.value = met.value !== null
  }

  const close = (): void => void (isOpen.value = false)

  function toRow(): void {
    releaseFocus()
    if (place.value !== null) list()?.focus(place.value)
  }

  function leave(): void {
    close()
    toRow()
  }

  const awaited = shallowRef<{ id: string; open: boolean } | null>(null)
  const placeOfAwaited = computed(() => {
    const { value: wish } = awaited
    if (wish === null) return null
    const from = Math.max(0, last.value - farthest)
    const near = Array.from({ length: 2 * farthest + 1 }, (_, by) => from + by)
    return near.find((index) => at(index)?.product.id === wish.id) ?? null
  })
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

  useOwnKeys({
    'toggle-details'() {
      if (isOpen.value) leave()
      else choose(list()?.focusedChange() ?? 0)
    }
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
