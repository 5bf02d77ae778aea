import type { Product } from '../../../../electron/contract/product'
import type { ReviewMark } from '../../../../electron/contract/review-state'
import type { Untold } from '../last-action'
import { useChangeUnderEyes } from '../marking/change-under-eyes'
import { watchForDrumming } from '../marking/drumming'
import { useToldProduct } from '../marking/told-product'
import { isGone } from './review-refresh'
import { useReviewSession } from './review-session'

/** The tile of the product on screen, where the queue is a grid. */
export interface GridInSight {
  isInSight: () => boolean
  bring: () => void
}

/**
 * What of the product on screen a person has not read when they mark it in Review: what is out of sight, as on other pages, and that the store
 * has taken it out. A change of its content is no matter of this: no approval holds for what was not shown.
 */
export function useUnreadProduct(
  current: () => Product | null,
  grid: () => GridInSight | null
): {
  /** What is to be read first: that it has gone is asked once, save of a hand that drums on the key; null: nothing. */
  unread: (productId: string, mark: ReviewMark) => Untold | 'gone' | null
  /** Brings what was asked about into sight, as far as there is room. */
  bring: (productId: string) => void
} {
  const session = useReviewSession()
  const { untold, bring } = useToldProduct()
  const { restart, isRead } = watchForDrumming()
  const change = useChangeUnderEyes(() => {
    const product = current()
    return product !== null && isGone(product) ? { ...product, position: null } : product
  })
  /** The product of which a mark was held last, since it has gone. */
  let held: string | null = null
  /** Those of which one was held. */
  const asked = new Set<string>()

  /** Whether it had gone when the person came to it, in a queue that leads to no such product: they have gone back there. */
  function isFoundGone(productId: string): boolean {
    const product = current()
    const isAmiss = product?.id === productId && !session.isCounted(product)
    return isAmiss && !asked.has(productId)
  }

  function isUnreadGone(productId: string): boolean {
    const isNews = change.news() === 'gone'
    if (isNews || isFoundGone(productId)) {
      held = productId
      asked.add(productId)
    } else if (held !== productId || isRead()) return false
    restart()
    return true
  }

  /** The product of which a mark was held last, since its tile was out of sight. */
  let sought: string | null = null

  /** Whether its tile was scrolled away, and that was not said. */
  function isScrolledAway(productId: string): boolean {
    const isAway = grid()?.isInSight() === false
    const isNews = isAway && sought !== productId
    sought = isAway ? productId : null
    return isNews
  }

  return {
    unread(productId, mark) {
      if (isUnreadGone(productId)) return 'gone'
      return isScrolledAway(productId) ? 'out-of-sight' : untold(productId, mark)
    },
    bring(productId) {
      grid()?.bring()
      bring(productId)
    }
  }
}
