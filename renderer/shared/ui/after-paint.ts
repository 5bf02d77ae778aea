import { onScopeDispose, ref, type Ref } from 'vue'

/** Runs once what is rendered now is painted; where the window shows nothing, once it does. Returns how to call it off. */
export function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  // A frame's callbacks run before it is painted.
  const frame = requestAnimationFrame(() => (timer = setTimeout(run, 0)))
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/**
 * False while what is being set up is first painted, true from then on. In a window that shows nothing there is no frame to wait for: true
 * at once.
 */
export function useIsPainted(): Readonly<Ref<boolean>> {
  const isPainted = ref(document.hidden)
  if (!isPainted.value) onScopeDispose(afterPaint(() => (isPainted.value = true)))
  return isPainted
}
