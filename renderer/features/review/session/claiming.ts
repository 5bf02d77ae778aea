import { ref, shallowRef } from 'vue'
import type { Failure } from '../../../../electron/contract/failure'
import type { ProductQuery } from '../../../../electron/contract/product-query'
import { call } from '../../../bridge'
import { defineConnectionStore } from '../../../shared/data/open-connection'

/** Products that are taken at once: what one person reviews in half an hour or so. */
export const claimedAtOnce = 50

/** Takes products of a list that nobody has, so that two people who do that at once get different ones. */
export const useClaiming = defineConnectionStore((connectionId) => {
  const isBusy = ref(false)
  /** How many products were taken last; null: none yet, or that failed. */
  const taken = ref<number | null>(null)
  const failure = shallowRef<Failure | null>(null)

  function forget(): void {
    taken.value = null
    failure.value = null
  }

  /** Whether there was any to take. */
  async function take(productQuery: ProductQuery): Promise<boolean> {
    if (isBusy.value) return false
    forget()
    isBusy.value = true
    const answer = await call('reviews:claim', { connectionId, productQuery, count: claimedAtOnce })
    isBusy.value = false
    if (answer.ok) taken.value = answer.value.claimed
    else failure.value = answer.failure
    return answer.ok && answer.value.claimed > 0
  }

  return { isBusy, taken, failure, take, forget }
})
