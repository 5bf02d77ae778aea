import { useEventListener } from '@vueuse/core'
import { computed, watch, type ComputedRef } from 'vue'
import type { Product } from '../../../../electron/contract/product'
import { reviewMarks, type ReviewMark, type ReviewState } from '../../../../electron/contract/review-state'
import { isForPage } from '../../../shared/ui/keyboard-context'
import {
  approvalKey,
  useApprovalPatience,
  useApprovalQuestion,
  type AskedApproval,
  type Overwritten
} from '../marking/approval-question'
import { statesWith } from '../marking/doubts-among'

/** What the next press of a mark does in spite of what is told of it. */
export type ArmedApproval = Omit<AskedApproval, 'offer' | 'of'>

/** What of the page it asks about. */
interface Asked {
  connectionId: () => string
  current: () => Product | null
  /** Those that a mark is for together. */
  selected: () => readonly Product[]
  countErrors: (product: Product) => number
  stateOf: (product: Product) => ReviewState
  /** The person's name in a team, where only their own marks would be overwritten; null: there is no team. */
  own: () => string | null
}

/**
 * In Review, where the question stands over the button: the first press on products with errors, or on several of which some have another
 * mark, only asks, and a second one marks them; Escape takes it back. `armed` is null where nothing was pressed yet.
 */
export function useSessionApprovalQuestion({
  connectionId,
  current,
  selected,
  countErrors,
  stateOf,
  own
}: Asked): {
  armed: ComputedRef<ArmedApproval | null>
  press: (wish: ReviewMark, products: readonly Product[]) => boolean
} {
  const approval = useApprovalQuestion()

  function overwritten(wish: ReviewMark, products: readonly Product[]): Overwritten {
    const marks = reviewMarks.filter((mark) => mark !== 'unreviewed').filter((mark) => mark !== wish)
    const isMine = ({ review }: Product): boolean =>
      own() === null || review.reviewer === own() || review.approvals?.isMine === true
    const states = products.filter(isMine).map(stateOf)
    return marks
      .map((mark) => ({ mark, count: states.filter((state) => statesWith[mark].includes(state)).length }))
      .filter(({ count }) => count > 0)
  }

  /** Whether these are marked by this press. */
  function press(wish: ReviewMark, products: readonly Product[]): boolean {
    const named = products.map(({ id, contentFingerprint }) => ({ id, contentFingerprint }))
    const of = approvalKey(connectionId(), wish, { products: named })
    if (approval.isAsked(of)) return approval.answers(of)
    const errors = wish === 'approved' ? products.map(countErrors).filter((count) => count > 0) : []
    const isMany = products.length > 1
    return approval.press({
      wish,
      of,
      errors: isMany ? errors.length : (errors[0] ?? 0),
      overwritten: isMany && wish !== 'unreviewed' ? overwritten(wish, products) : [],
      isMany,
      offer: null
    })
  }

  useApprovalPatience()
  useEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || approval.asked === null) return
    if (!isForPage(event.target)) return
    event.preventDefault()
    approval.close()
  })
  watch(() => current()?.id, approval.close, { flush: 'sync' })
  watch(selected, approval.close, { flush: 'sync' })
  return { armed: computed(() => approval.asked), press }
}
