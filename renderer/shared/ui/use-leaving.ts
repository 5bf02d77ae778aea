import { useEventListener } from '@vueuse/core'

/** Runs when the window may not come back, since it is hidden, and when the page goes (`isLast`). */
export function useLeaving(run: (isLast: boolean) => void): void {
  useEventListener('pagehide', () => run(true))
  useEventListener(document, 'visibilitychange', () => {
    if (document.visibilityState === 'hidden') run(false)
  })
}
