import { computed, ref, type ComputedRef, type Ref } from 'vue'

export interface ChosenPoint {
  /** The index of the point that is told of; null: none. */
  chosen: Ref<number | null>
  /** The first and the last that has a value, in the order of the line. */
  known: ComputedRef<readonly number[]>
  onKeydown: (event: KeyboardEvent) => void
  /** To the last point, unless one is told of already. */
  begin: () => void
}

/** Goes along the points that have a value: arrow keys, Home and End; Escape puts the point out. */
export function useChosenPoint(values: () => readonly (number | null)[]): ChosenPoint {
  const chosen = ref<number | null>(null)
  const known = computed(() => values().flatMap((value, index) => (value === null ? [] : [index])))

  function move(by: number): void {
    const now = chosen.value === null ? known.value.length - 1 : known.value.indexOf(chosen.value)
    const to = Math.min(known.value.length - 1, Math.max(0, now + by))
    chosen.value = known.value[to] ?? null
  }

  const keys = new Map<string, () => void>([
    ['ArrowLeft', () => move(-1)],
    ['ArrowDown', () => move(-1)],
    ['ArrowRight', () => move(1)],
    ['ArrowUp', () => move(1)],
    ['Home', () => move(-known.value.length)],
    ['End', () => move(known.value.length)],
    ['Escape', () => (chosen.value = null)]
  ])

  return {
    chosen,
    known,
    onKeydown(event) {
      const run = keys.get(event.key)
      if (!run || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Escape' && chosen.value === null) return
      event.preventDefault()
      event.stopPropagation()
      run()
    },
    begin: () => {
      chosen.value ??= known.value.at(-1) ?? null
    }
  }
}
