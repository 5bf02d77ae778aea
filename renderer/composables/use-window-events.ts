import { onScopeDispose } from 'vue'

/** Runs when the network is back, as far as the system tells. */
export function useBackOnline(run: () => void): void {
  window.addEventListener('online', run)
  onScopeDispose(() => window.removeEventListener('online', run))
}

/** Runs when the window may not come back: it is hidden, or goes. */
export function useLeaving(run: () => void): void {
  const onVisibility = (): void => {
    if (document.visibilityState === 'hidden') run()
  }
  window.addEventListener('pagehide', run)
  document.addEventListener('visibilitychange', onVisibility)
  onScopeDispose(() => {
    window.removeEventListener('pagehide', run)
    document.removeEventListener('visibilitychange', onVisibility)
  })
}
