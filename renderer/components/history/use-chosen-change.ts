import { computed, ref, shallowRef, type ComputedRef, type Ref } from 'vue'
import type { Change } from '../../../electron/contract/history'

/**
 * The change whose product is shown beside a list. It stays shown when it leaves the list, as when it is marked; `place` is
 * where it stands there, null when it does not. `follow` goes on to another one, if one is shown.
 */
export function useChosenChange(at: (index: number) => Change | undefined): {
  chosen: Readonly<Ref<Change | null>>
  place: ComputedRef<number | null>
  choose: (index: number) => void
  follow: (index: number) => void
  close: () => void
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

  return {
    chosen,
    place,
    choose,
    follow(index) {
      if (chosen.value !== null) choose(index)
    },
    close: () => (chosen.value = null)
  }
}
