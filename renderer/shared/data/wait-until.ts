import { watch } from 'vue'

/**
 * Waits until a reactive condition holds, `most` ms at the longest; says whether it does. The condition is not evaluated anymore once the
 * answer is there: what it reads may be gone by then.
 */
export function waitUntil(condition: () => boolean, most: number): Promise<boolean> {
  if (condition()) return Promise.resolve(true)
  return new Promise((resolve) => {
    function end(holds: boolean): void {
      unwatch()
      clearTimeout(timer)
      resolve(holds)
    }
    const unwatch = watch(
      condition,
      (holds) => {
        if (holds) end(true)
      },
      { flush: 'sync' }
    )
    const timer = setTimeout(() => end(false), most)
  })
}
