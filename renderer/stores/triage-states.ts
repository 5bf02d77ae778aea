import { shallowReactive } from 'vue'
import type { Product } from '../../electron/contract/product'
import type { ReviewState } from '../../electron/contract/review-state'

/** States that products of a queue have come to since they were read. */
export interface TriageStates {
  of: (product: Product) => ReviewState
  /** As it is told beside the product on screen: an approval that does not hold any more is none. */
  beside: (product: Product) => ReviewState
  set: (id: string, state: ReviewState) => void
  /** It has changed since it was approved on the way, and comes again at its end. */
  comesAgain: (id: string) => void
  /** What is known of it does not hold for what it is now. */
  forget: (id: string) => void
  forgetAll: () => void
}

export function createTriageStates(): TriageStates {
  const states = shallowReactive(new Map<string, ReviewState>())
  const coming = shallowReactive(new Set<string>())
  const of = (product: Product): ReviewState => states.get(product.id) ?? product.review.state

  return {
    of,
    beside: (product) => (coming.has(product.id) ? 'changed' : of(product)),
    set(id, state) {
      states.set(id, state)
      coming.delete(id)
    },
    comesAgain: (id) => void coming.add(id),
    forget(id) {
      states.delete(id)
      coming.delete(id)
    },
    forgetAll() {
      states.clear()
      coming.clear()
    }
  }
}
