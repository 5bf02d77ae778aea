import { defineStore } from 'pinia'
import { watch } from 'vue'
import { useReviews } from '../reviews'
import { drumming } from './approval-question'

/** Tells a press that answers why a mark was held from one of a hand that drums on a key or a button: nobody has read it by then. */
export const useHeldPress = defineStore('held-press', () => {
  const reviews = useReviews()
  /** When a mark was held last, or pressed for again by a drumming hand, by `performance.now()`. */
  let at = 0
  watch(
    () => reviews.last,
    (last) => {
      if (last?.kind === 'unseen') at = performance.now()
    },
    { flush: 'sync' }
  )
  return {
    /** Whether a mark of this product was held so little ago that a press is of a drumming hand. */
    isDrumming(productId: string): boolean {
      const { last } = reviews
      const isHeld = last?.kind === 'unseen' && last.product.id === productId
      const isSoon = isHeld && performance.now() - at < drumming
      if (isSoon) at = performance.now()
      return isSoon
    }
  }
})
