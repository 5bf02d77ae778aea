import { computed, watch, type ComputedRef } from 'vue'
import type { Product } from '../../../../electron/contract/product'
import { approvalKey, useApprovalPatience, useApprovalQuestion } from '../marking/approval-question'

/** What the next press of Approve approves: a product with so many errors, or so many products with errors. */
export interface ArmedApproval {
  errors: number
  isMany: boolean
}

/**
 * In Review, where the question stands over the button: the first press on products with errors only asks, a second one approves them.
 * `armed` is null where nothing was pressed yet.
 */
export function useSessionApprovalQuestion(
  connectionId: () => string,
  current: () => Product | null,
  countErrors: (product: Product) => number
): { armed: ComputedRef<ArmedApproval | null>; press: (products: readonly Product[]) => boolean } {
  const approval = useApprovalQuestion()

  /** Whether these are approved by this press. */
  function press(products: readonly Product[]): boolean {
    const errors = products.map(countErrors).filter((count) => count > 0)
    const isMany = products.length > 1
    const named = products.map(({ id, contentFingerprint }) => ({ id, contentFingerprint }))
    return approval.press({
      of: approvalKey(connectionId(), { products: named }),
      errors: isMany ? errors.length : (errors[0] ?? 0),
      isMany,
      offer: null
    })
  }

  useApprovalPatience()
  watch(() => current()?.id, approval.close, { flush: 'sync' })
  return { armed: computed(() => approval.asked), press }
}
