import { computed, shallowRef } from 'vue'
import type { ProductReview } from '../../../electron/contract/review'
import { reviewMarks, type ReviewState } from '../../../electron/contract/review-state'
import type { OwnTeam } from '../../../electron/contract/team'
import { call, startupEnd } from '../../bridge'
import { defineConnectionStore, onConnectionEvent } from './open-connection'

/** Whether the store that is open has a team, under which name this person is in it, and how it decides. */
export const useOwnTeam = defineConnectionStore((connectionId) => {
  /** null: the store has no team, or that is not read yet. */
  const own = shallowRef<OwnTeam | null>(null)
  const isRead = shallowRef(false)

  async function load(): Promise<void> {
    if (connectionId === '') return
    await startupEnd()
    const answer = await call('team:self', { connectionId })
    if (!answer.ok) return
    own.value = answer.value
    isRead.value = true
  }

  /**
   * What this person says themself of a product that people disagree about, whatever it is by the newest
   * mark. `state`: as it is known by now, where that may be newer than the product.
   */
  function ownStateOf(
    { review }: { review: Pick<ProductReview, 'state' | 'disagreeing'> },
    state: ReviewState = review.state
  ): ReviewState {
    const { disagreeing = [] } = review
    // What was marked a moment ago is this person's own.
    if (own.value === null || disagreeing.length === 0 || state !== review.state) return state
    const { name } = own.value
    return disagreeing.find(({ by }) => by === name)?.mark ?? 'unreviewed'
  }

  /** The state whose button is pressed: none where colleagues alone have marked the product. */
  function pressedStateOf(product: { review: ProductReview }, state = product.review.state): ReviewState {
    const { review } = product
    const told = ownStateOf(product, state)
    const isOthers = own.value !== null && state === review.state && review.own === 'unreviewed'
    return isOthers && reviewMarks.some((mark) => mark === told) ? 'unreviewed' : told
  }

  onConnectionEvent(connectionId, ['team:changed'], () => void load())
  void load()
  return {
    name: computed(() => own.value?.name ?? null),
    isIn: computed(() => own.value !== null),
    /** It is read whether the store has a team. */
    isRead,
    ownStateOf,
    pressedStateOf,
    /** How many people must approve a product. */
    approvals: computed(() => own.value?.approvals ?? 1),
    /** This computer may do what only owners of the team may. */
    mayDecide: computed(() => own.value?.mayDecide ?? false),
    /** Products that nobody has can be taken. */
    canClaim: computed(() => own.value?.canClaim ?? false)
  }
})
