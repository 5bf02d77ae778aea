import type { Product } from '../../../electron/contract/product'
import type { ProductQuery } from '../../../electron/contract/product-query'
import type { ReviewMark } from '../../../electron/contract/review-state'
import { filtersForFinding, showFiltered, useProductDetails } from '../../features/catalog'
import { useConnections } from '../../features/connections/connections'
import { useReviews } from '../../features/review'
import { useReviewSession } from '../../features/review/session/review-session'
import { useNavigation, type QualityPlace } from '../../shared/navigation'

/** What pages ask for that other pages do: they do not know each other. */
export interface Desk {
  /** Goes through the products of a list in Review. */
  review: (productQuery: ProductQuery, name: string) => void
  mark: (product: Product, mark: ReviewMark) => void
  /** Shows a product's details beside the list of products. */
  details: (product: Product, from?: QualityPlace) => void
}

export function useDesk(): Desk {
  const [connections, navigation] = [useConnections(), useNavigation()]
  const [details, reviews, session] = [useProductDetails(), useReviews(), useReviewSession()]

  return {
    review(productQuery, name) {
      void session.start({ productQuery, name, scope: 'to-do' })
      navigation.go({ name: 'review' })
    },
    mark({ id, contentFingerprint }, mark) {
      const connection = connections.active
      if (connection) {
        void reviews.markWhenIdle(connection.id, mark, { products: [{ id, contentFingerprint }] })
      }
    },
    details(product, from) {
      const filters = from?.rule === undefined ? null : filtersForFinding(from.rule)
      if (filters) void showFiltered(filters)
      navigation.go(from ? { name: 'products', from } : { name: 'products' })
      details.follow(product, -1)
      details.openAt('pane')
    }
  }
}
