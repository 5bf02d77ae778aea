import { onScopeDispose, watch } from 'vue'
import { useReviews } from '../reviews'

/** Reads the reviews of products that come next: their notes can be written, and their changes are there, at once. */
export function useReviewsAhead(connectionId: () => string, productIds: () => readonly string[]): void {
  const reviews = useReviews()
  let held = new Map<string, () => void>()

  /** Those that go on being wanted are held on to before the others are let go. */
  function hold(connection: string, ids: readonly string[]): void {
    const before = held
    held = new Map(
      ids.map((productId) => {
        const key = `${connection}\n${productId}`
        return [key, before.get(key) ?? reviews.look({ connectionId: connection, productId })]
      })
    )
    for (const [key, release] of before) if (!held.has(key)) release()
  }

  watch([connectionId, productIds], ([connection, ids]) => hold(connection, ids), { immediate: true })
  onScopeDispose(() => hold('', []))
}
