import { useTimeoutFn } from '@vueuse/core'
import { ref, watch } from 'vue'

/** Long enough to read two lines, and to come to their button with the keyboard, ms. */
export const readingTime = 12_000

/**
 * Calls `dismiss` once a notice has stood for `stay` ms, unless a person points at it or has the focus in it; then it
 * gets the whole time again. A notice that is not transient stays. Bind the result to the notice's element with `v-on`.
 */
export function useAutoDismiss(
  notice: () => object | null,
  isTransient: () => boolean,
  stay: number,
  dismiss: () => void
): Record<'pointerenter' | 'pointerleave' | 'focusin' | 'focusout', () => void> {
  const isPointedAt = ref(false)
  const hasFocus = ref(false)
  const { start, stop } = useTimeoutFn(dismiss, stay, { immediate: false })
  watch(
    [notice, () => isTransient() && !isPointedAt.value && !hasFocus.value],
    ([now, isGoing]) => {
      if (now && isGoing) start()
      else stop()
      // An element that goes says nothing of the pointer and the focus that were on it.
      if (!now) isPointedAt.value = hasFocus.value = false
    },
    { immediate: true }
  )
  return {
    pointerenter: () => (isPointedAt.value = true),
    pointerleave: () => (isPointedAt.value = false),
    focusin: () => (hasFocus.value = true),
    focusout: () => (hasFocus.value = false)
  }
}
