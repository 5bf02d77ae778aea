import { onScopeDispose } from 'vue'

/** Runs when the network is back, as far as the system tells. */
export function useBackOnline(run: () => void): void {
  window.addEventListener('online', run)
  onScopeDispose(() => window.removeEventListener('online', run))
}

/** Runs when the window may not come back, since it is hidden, and when the page goes (`isLast`). */
export function useLeaving(run: (isLast: boolean) => void): void {
  const onVisibility = (): void => {
    if (document.visibilityState === 'hidden') run(false)
  }
  const onHide = (): void => run(true)
  window.addEventListener('pagehide', onHide)
  document.addEventListener('visibilitychange', onVisibility)
  onScopeDispose(() => {
    window.removeEventListener('pagehide', onHide)
    document.removeEventListener('visibilitychange', onVisibility)
  })
}
