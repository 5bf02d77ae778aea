import type { Product } from '../../../../electron/contract/product'
import type { ReviewMark } from '../../../../electron/contract/review-state'
import { wasInSight } from '../../../shared/ui/is-uncovered'
import { useReasonQuestion } from '../panel/reason-question'
import { useReviews } from '../reviews'
import { useApprovalQuestion } from './approval-question'
import { useChangeUnderEyes, type SeenProduct } from './change-under-eyes'

/** By what a person knows on which product they decide. Whatever shows it has the product's ID in the attribute `data-told-…`. */
const parts = ['name', 'price', 'picture'] as const

/** Where name, price or large picture of a product stand out of sight, and nowhere else in sight; none: a person has all before them. */
function hiddenParts(productId: string): Element[] {
  return parts.flatMap((part) => {
    const found = document.querySelectorAll(`[data-told-${part}="${CSS.escape(productId)}"]`)
    const shown = [...found].filter((each) => each.getClientRects().length > 0)
    return shown.some((each) => wasInSight(each, part === 'picture')) ? [] : shown.slice(0, 1)
  })
}

/**
 * A product is looked at before it is marked: where its name, its price or half of its large picture is out of sight, as under what was told
 * last, or in a window that is too low for it, the first press is for none. A page that has no room for them holds nobody up for longer.
 */
export function useToldProduct(): {
  /** Whether the product is to be looked at first: asked once, until it is asked of another one. */
  isUntold: (productId: string) => boolean
  /** Brings them into sight, as far as there is room. */
  bring: (productId: string) => void
} {
  let looked: string | null = null
  return {
    isUntold(productId) {
      if (productId === looked) return false
      looked = productId
      return hiddenParts(productId).length > 0
    },
    bring(productId) {
      for (const part of hiddenParts(productId)) part.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    }
  }
}

/**
 * Holds a mark whose product a person cannot have seen as it is, and says so in place of what was asked or told: the next press sets it.
 *
 * @param current the product that marks are for now; null: there is none
 * @returns whether it does
 */
export function useHeldMark(
  connectionId: () => string,
  current: () => SeenProduct | null
): (mark: ReviewMark, product: Pick<Product, 'id' | 'name'>) => boolean {
  const reviews = useReviews()
  const [question, approval] = [useReasonQuestion(), useApprovalQuestion()]
  const { isUntold, bring } = useToldProduct()
  const change = useChangeUnderEyes(current)

  return (mark, product) => {
    const isNew = change.isNew()
    const isOutOfSight = isUntold(product.id)
    if (!isNew && !isOutOfSight) return false
    question.close()
    approval.close()
    reviews.holdMark(connectionId(), { mark, product, why: isNew ? 'changed' : 'out-of-sight' })
    bring(product.id)
    return true
  }
}
