import { shallowReactive } from 'vue'
import type { Product } from '../../../../electron/contract/product'
import type { ReviewState } from '../../../../electron/contract/review-state'

/** States that products of a queue have come to since they were read. */
export interface LocalReviewStates {
  of: (product: Product) => ReviewState
  /** As it is told beside the product on screen: an approval that does not hold any more is none. */
  beside: (product: Product) => ReviewState
  /** Marks of this sitting that hold, by the ids of their products. */
  decided: ReadonlyMap<string, ReviewState>
  /** A person has marked it. */
  decide: (id: string, state: ReviewState) => void
  /** The mark of this sitting was taken back. */
  undecide: (id: string) => void
  /** Another sitting begins. */
  decideAnew: () => void
  /** What it is now; a mark of this sitting that is another one does not hold any more. */
  set: (id: string, state: ReviewState) => void
  /** It has changed since it was approved on the way, and comes again at its end. */
  comesAgain: (id: string) => void
  /** What is known of it does not hold for what it is now. */
  forget: (id: string) => void
  forgetAll: () => void
}

export function createLocalReviewStates(): LocalReviewStates {
  const states = shallowReactive(new Map<string, ReviewState>())
  const coming = shallowReactive(new Set<string>())
  const decided = shallowReactive(new Map<string, ReviewState>())
  const of = (product: Product): ReviewState => states.get(product.id) ?? product.review.state

  function set(id: string, state: ReviewState): void {
    states.set(id, state)
    coming.delete(id)
    if (decided.get(id) !== state) decided.delete(id)
  }

  return {
    of,
    beside: (product) => (coming.has(product.id) ? 'changed' : of(product)),
    decided,
    decide(id, state) {
      set(id, state)
      // A mark that is taken away decides nothing.
      if (state !== 'unreviewed') decided.set(id, state)
    },
    undecide: (id) => void decided.delete(id),
    decideAnew: () => decided.clear(),
    set,
    comesAgain(id) {
      coming.add(id)
      decided.delete(id)
    },
    forget(id) {
      states.delete(id)
      coming.delete(id)
    },
    forgetAll() {
      states.clear()
      coming.clear()
      decided.clear()
    }
  }
}
