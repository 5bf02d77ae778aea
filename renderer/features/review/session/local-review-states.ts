import { shallowReactive } from 'vue'
import type { Product } from '../../../../electron/contract/product'
import type { ReviewState } from '../../../../electron/contract/review-state'

/** States that products of a queue have come to since they were read. */
export interface LocalReviewStates {
  of: (product: Product) => ReviewState
  /** As it is told beside the product on screen: an approval that does not hold anymore is none. */
  beside: (product: Product) => ReviewState
  /** Marks of this sitting that hold, by the ids of their products. */
  decided: ReadonlyMap<string, ReviewState>
  /**
   * A person marks it: that holds at once, whatever is read while it is being saved. The answer is called once it is saved (true), or is
   * not (false), and then puts back what was there, the last mark first.
   */
  mark: (id: string, state: ReviewState) => (isSaved: boolean) => void
  /** Whether a mark of it is being saved. */
  isBeingSaved: (id: string) => boolean
  /** A mark of this sitting, which has this state, holds again. */
  decide: (id: string, state: ReviewState) => void
  /** The mark of this sitting was taken back. */
  undecide: (id: string) => void
  /** Another sitting begins, whose products are read anew: only marks that are being saved are known better than that. */
  decideAnew: () => void
  /** What it is now; a mark of this sitting that is another one does not hold anymore. */
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
  /** How many marks of a product are being saved. */
  const unsaved = new Map<string, number>()
  const of = (product: Product): ReviewState => states.get(product.id) ?? product.review.state

  function set(id: string, state: ReviewState): void {
    if (unsaved.has(id)) return
    put(id, state)
  }

  function put(id: string, state: ReviewState): void {
    states.set(id, state)
    coming.delete(id)
    if (decided.get(id) !== state) decided.delete(id)
  }

  return {
    of,
    beside: (product) => (coming.has(product.id) ? 'changed' : of(product)),
    decided,
    mark(id, state) {
      const [stateBefore, decidedBefore] = [states.get(id), decided.get(id)]
      unsaved.set(id, (unsaved.get(id) ?? 0) + 1)
      put(id, state)
      // A mark that is taken away decides nothing.
      if (state !== 'unreviewed') decided.set(id, state)
      return (isSaved) => {
        const left = (unsaved.get(id) ?? 1) - 1
        if (left === 0) unsaved.delete(id)
        else unsaved.set(id, left)
        if (isSaved) return
        restore(states, id, stateBefore)
        restore(decided, id, decidedBefore)
      }
    },
    isBeingSaved: (id) => unsaved.has(id),
    decide: (id, state) => void decided.set(id, state),
    undecide: (id) => void decided.delete(id),
    decideAnew() {
      decided.clear()
      coming.clear()
      for (const id of states.keys()) if (!unsaved.has(id)) states.delete(id)
    },
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

function restore<T>(map: Map<string, T>, key: string, before: T | undefined): void {
  if (before === undefined) map.delete(key)
  else map.set(key, before)
}
