import { computed, ref, shallowRef, watch, type ComputedRef, type Ref } from 'vue'
import type { Change } from '../../../electron/contract/history'
import { useOwnKeys } from '../../shared/commands/use-own-keys'

/** The list beside which a change is shown. */
interface ShownList {
  focus: (index: number) => void
  /** The change whose row the keyboard is in. */
  focusedChange: () => number | null
  /** The change that the keyboard is in stands there now. */
  put: (index: number) => void
}

/** So far from where it stood is a change looked for that moved. */
const farthest = 100

/**
 * The change whose product is shown beside a list. It stays shown when it leaves the list, as when it is marked; `place` is
 * where it stands there, null when it does not. `follow` goes on to another one, if one is shown; `leave` closes it and goes back
 * to its row. The key D shows the product of the row that the keyboard is in, or leaves.
 */
export function useChosenChange(
  at: (index: number) => Change | undefined,
  list: () => ShownList | null
): {
  chosen: Readonly<Ref<Change | null>>
  place: ComputedRef<number | null>
  choose: (index: number) => void
  follow: (index: number) => void
  close: () => void
  leave: () => void
} {
  const chosen = shallowRef<Change | null>(null)
  const last = ref(0)
  const place = computed(() => {
    const number = chosen.value?.number
    if (number === undefined) return null
    for (let by = 0; by <= farthest; by += 1) {
      if (at(last.value + by)?.number === number) return last.value + by
      if (at(last.value - by)?.number === number) return last.value - by
    }
    return null
  })

  // Others came before it, or left: the keyboard stays with the product that is shown.
  watch(place, (now, before) => {
    if (now === null || now === last.value) return
    if (before !== null && list()?.focusedChange() === before) list()?.put(now)
    last.value = now
  })

  function choose(index: number): void {
    const change = at(index)
    if (!change) return
    chosen.value = change
    last.value = index
  }

  const close = (): void => void (chosen.value = null)

  function leave(): void {
    const index = place.value
    close()
    if (index !== null) list()?.focus(index)
  }

  useOwnKeys({
    'toggle-details'() {
      if (chosen.value !== null) leave()
      else choose(list()?.focusedChange() ?? 0)
    }
  })

  return {
    chosen,
    place,
    choose,
    follow(index) {
      if (chosen.value !== null) choose(index)
    },
    close,
    leave
  }
}
