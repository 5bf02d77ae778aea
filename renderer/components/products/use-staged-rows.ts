import { onScopeDispose, shallowRef, watch, type Ref } from 'vue'

/** Runs after the browser has painted what stands now. */
function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run, 0)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/**
 * Rows in two steps where a page was turned: those in sight at the top first, the rest once they are painted. Until
 * then the rest stays as it was, out of sight, so that nothing moves. A turn of 200 rows is seen as soon as one of 25.
 */
export function useStagedRows<T>(
  rows: () => readonly T[],
  /** What changes when a page is turned; all else takes over every row at once. */
  turn: () => unknown,
  /** How many rows can be in sight. */
  inSight: () => number
): Readonly<Ref<readonly T[]>> {
  const staged = shallowRef<readonly T[]>(rows())
  let cancel = (): void => undefined

  watch([rows, turn], ([next, at], [, before]) => {
    cancel()
    const first = inSight()
    if (at === before || staged.value.length <= first) {
      staged.value = next
      return
    }
    staged.value = [...next.slice(0, first), ...staged.value.slice(first, next.length)]
    cancel = afterPaint(() => (staged.value = next))
  })
  onScopeDispose(() => cancel())
  return staged
}
