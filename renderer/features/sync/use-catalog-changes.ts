import { onScopeDispose } from 'vue'
import { on } from '../../bridge'

/** At most so often is what is on screen read again, ms. */
const pace = 500

/**
 * Runs when the catalog of a connection, or its reviews, have changed: at once, then no more often than twice a second. A page that
 * hears of reviews by itself leaves them out of `events`.
 */
export function useCatalogChanges(
  connectionId: () => string,
  run: () => void,
  events: readonly ('catalog:changed' | 'reviews:changed')[] = ['catalog:changed', 'reviews:changed']
): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let again = false

  function start(): void {
    again = false
    run()
    timer = setTimeout(() => {
      timer = undefined
      if (again) start()
    }, pace)
  }

  onScopeDispose(() => clearTimeout(timer))
  function onChanged(change: { connectionId: string }): void {
    if (change.connectionId !== connectionId()) return
    if (timer === undefined) start()
    else again = true
  }

  for (const event of events) onScopeDispose(on(event, onChanged))
}

/** Runs at once when reviews of a connection were written, with the ids of their products; [] when they may be any. */
export function useReviewChanges(connectionId: () => string, run: (productIds: string[]) => void): void {
  onScopeDispose(
    on('reviews:changed', (change) => {
      if (change.connectionId === connectionId()) run(change.productIds ?? [])
    })
  )
}
