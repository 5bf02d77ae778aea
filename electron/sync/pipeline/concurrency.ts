/** Never more requests at once than this: more gain little and look like an attack. */
export const widest = 8
const first = 2

/** How many pages may be asked for at once: as many as the store answers without getting slower. */
export interface Pace {
  /** From 1 to `widest`. */
  width(): number
  /** A page came, after that many ms. */
  worked(ms: number): void
  /** The store had trouble: half as many from now on, and more again only slowly. */
  trouble(): void
}

/**
 * Begins with 2 and adds one with each page while pages come about as fast as when the store had least to do. After
 * trouble, or once it became too much, one is added for each round only, so that a store that says nothing of its limits is not driven into them
 * again and again.
 */
export function createPace(): Pace {
  let width = first
  let careful = false
  let usual: number | null = null
  let best = Infinity

  return {
    width: () => Math.floor(width),
    worked(ms) {
      usual = usual === null ? ms : usual + (ms - usual) * 0.2
      // The best is forgotten slowly: a store that became slower for good is not punished for ever.
      best = Math.min(usual, best * 1.001)
      if (usual <= best * 2 + 25) width = Math.min(widest, width + (careful ? 1 / width : 1))
      else if (usual > best * 3 + 50) {
        width = Math.max(1, width - 0.5)
        careful = true
      }
    },
    trouble() {
      width = Math.max(1, Math.floor(width / 2))
      careful = true
    }
  }
}
