import type { Product } from '../../../../electron/contract/product'
import type { ReviewMark } from '../../../../electron/contract/review-state'
import { wasInSight } from '../../../shared/ui/is-uncovered'
import { useReasonQuestion } from '../panel/reason-question'
import type { Untold } from '../last-action'
import { useReviews } from '../reviews'
import { useApprovalQuestion } from './approval-question'
import { useChangeUnderEyes, type SeenProduct } from './change-under-eyes'
import { useHeldPress } from './held-press'

/**
 * By what a person knows on which product they decide, and, before it is approved, what is wrong with it at worst. Whatever shows it has the
 * product's ID in the attribute `data-told-…`.
 */
const parts = ['name', 'price', 'picture', 'finding'] as const
type Part = (typeof parts)[number]

/** Where these parts of a product stand out of sight, and nowhere else in sight; none: a person has all before them. */
function hiddenParts(productId: string, among: readonly Part[]): Element[] {
  return among.flatMap((part) => {
    const found = document.querySelectorAll(`[data-told-${part}="${CSS.escape(productId)}"]`)
    const shown = [...found].filter((each) => each.getClientRects().length > 0)
    return shown.some((each) => wasInSight(each, part === 'picture')) ? [] : shown.slice(0, 1)
  })
}

/**
 * A product is looked at before it is marked: where its name, its price or half of its large picture is out of sight, as under what was told
 * last, or in a window that is too low for it, the first press is for none. So is one of Approve where a page shows what is wrong with it
 * further down. A page that has no room for them holds nobody up for longer.
 */
export function useToldProduct(): {
  /** What is to be looked at first, the product or what was found of it: asked once of each, until it is asked of another product; null: nothing. */
  untold: (productId: string, mark: ReviewMark) => Untold | null
  /** Brings what was asked about into sight, as far as there is room. */
  bring: (productId: string) => void
} {
  let looked: string | null = null
  let asked: Part[] = []
  return {
    untold(productId, mark) {
      if (productId !== looked) asked = []
      looked = productId
      const before = asked
      const now = parts.filter(
        (part) => !before.includes(part) && (part !== 'finding' || mark === 'approved')
      )
      asked = [...before, ...now]
      const hidden = now.find((part) => hiddenParts(productId, [part]).length > 0)
      if (hidden === undefined) return null
      return hidden === 'finding' ? 'finding-out-of-sight' : 'out-of-sight'
    },
    bring(productId) {
      const hidden = hiddenParts(productId, asked)
      for (const part of hidden) part.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    }
  }
}

/**
 * Holds a mark whose product a person cannot have seen as it is, and says so in place of what was asked or told: the next press sets it, save
 * one of a hand that drums on a key or a button.
 *
 * @param current the product that marks are for now; null: there is none
 * @param beside others that a person has before them with it
 * @returns whether it does
 */
export function useHeldMark(
  connectionId: () => string,
  current: () => SeenProduct | null,
  beside?: () => readonly SeenProduct[]
): (mark: ReviewMark, product: Pick<Product, 'id' | 'name'>) => boolean {
  const reviews = useReviews()
  const [question, approval] = [useReasonQuestion(), useApprovalQuestion()]
  const { untold, bring } = useToldProduct()
  const change = useChangeUnderEyes(current, beside)
  const held = useHeldPress()

  return (mark, product) => {
    if (held.isDrumming(product.id)) return true
    const news = change.news()
    const hidden = untold(product.id, mark)
    const why = news ?? hidden
    if (why === null) return false
    question.close()
    approval.close()
    reviews.holdMark(connectionId(), { mark, product, why })
    bring(product.id)
    return true
  }
}
