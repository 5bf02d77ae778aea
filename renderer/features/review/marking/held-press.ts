import { defineStore } from 'pinia'
import { watch } from 'vue'
import { useReviews } from '../reviews'
import { watchForDrumming } from './drumming'

/** Tells a press that answers why a mark was held from one of a hand that drums on a key or a button: nobody has read it by then. */
export const useHeldPress = defineStore('held-press', () => {
  const reviews = useReviews()
  const { restart, isRead } = watchForDrumming()
  watch(
    () => reviews.last,
    (last) => {
      if (last?.kind === 'unseen') restart()
    },
    { flush: 'sync' }
  )
  return {
    /** Whether a mark of this product was held so little ago that a press is of a drumming hand. */
    isDrumming(productId: string): boolean {
      const { last } = reviews
      const isHeld = last?.kind === 'unseen' && last.product.id === productId
      const isSoon = isHeld && !isRead()
      if (isSoon) restart()
      return isSoon
    }
  }
})
