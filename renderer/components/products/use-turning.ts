import { onScopeDispose, shallowRef, type Ref } from 'vue'

/**
 * The short while from a turn to other rows until those in sight are on the screen: rows out of sight need not be made before
 * that. `begin` starts it.
 */
export function useTurning(): { turning: Readonly<Ref<boolean>>; begin: () => void } {
  const turning = shallowRef(false)
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function cancel(): void {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }

  function begin(): void {
    cancel()
    turning.value = true
    // Pictures are decoded beside the frame that shows them first. The next one is left to them; then, in a task after that
    // frame, nothing waits any more.
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        timer = setTimeout(() => (turning.value = false), 0)
      })
    })
  }

  onScopeDispose(cancel)
  return { turning, begin }
}
