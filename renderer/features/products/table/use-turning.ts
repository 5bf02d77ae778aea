import { onScopeDispose, shallowRef, type Ref } from 'vue'

/** ms */
const longest = 100

/**
 * The short while from a turn to other rows until those in sight are on the screen: rows out of sight need not be made before
 * that. `begin` starts it.
 */
export function useTurning(): { turning: Readonly<Ref<boolean>>; begin: () => void } {
  const turning = shallowRef(false)
  let frame = 0
  let idle = 0

  function cancel(): void {
    cancelAnimationFrame(frame)
    cancelIdleCallback(idle)
  }

  function begin(): void {
    cancel()
    turning.value = true
    // Pictures are decoded beside the frame that shows them first. The next one is left to them; then nothing waits any longer
    // than there is something else to do.
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        idle = requestIdleCallback(() => (turning.value = false), { timeout: longest })
      })
    })
  }

  onScopeDispose(cancel)
  return { turning, begin }
}
