import { computed, ref, shallowRef, type ComputedRef, type Ref } from 'vue'
import type { Change } from '../../../electron/contract/history'
import { useDetailsKey } from '../../composables/use-details-key'

/** The list beside which a change is shown. */
interface ShownList {
  focus: (index: number) => void
  /** The change whose row the keyboard is in. */
  focusedChange: () => number | null
}

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
    const there = at(last.value)
    const isThere = chosen.value !== null && there?.number === chosen.value.number
    return isThere ? last.value : null
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

  useDetailsKey(() => {
    if (chosen.value !== null) leave()
    else choose(list()?.focusedChange() ?? 0)
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
