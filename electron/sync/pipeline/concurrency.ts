/** Never more requests at once than this: more gain little and look like an attack. */
export const mostConcurrent = 8
const first = 2

/** How many pages may be asked for at once: as many as the store answers without getting slower. */
export interface Concurrency {
  /** From 1 to `mostConcurrent`. */
  limit(): number
  /** A page came, after that many ms. */
  succeeded(ms: number): void
  /** The store had trouble: half as many from now on, and more again only slowly. */
  failed(): void
}

/**
 * Begins with 2 and adds one with each page while pages come about as fast as when the store had least to do. After
 * trouble, or once it became too much, one is added for each round only, so that a store that says nothing of its limits is not driven into them
 * again and again.
 */
export function createConcurrency(): Concurrency {
  let limit = first
  let careful = false
  let usual: number | null = null
  let best = Infinity

  return {
    limit: () => Math.floor(limit),
    succeeded(ms) {
      usual = usual === null ? ms : usual + (ms - usual) * 0.2
      // The best is forgotten slowly: a store that became slower for good is not punished for ever.
      best = Math.min(usual, best * 1.001)
      if (usual <= best * 2 + 25) limit = Math.min(mostConcurrent, limit + (careful ? 1 / limit : 1))
      else if (usual > best * 3 + 50) {
        limit = Math.max(1, limit - 0.5)
        careful = true
      }
    },
    failed() {
      limit = Math.max(1, Math.floor(limit / 2))
      careful = true
    }
  }
}
