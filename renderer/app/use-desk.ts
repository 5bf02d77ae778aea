import type { RuleId } from '../../electron/contract/audit-rules'
import type { Product } from '../../electron/contract/product'
import type { Filters, ProductQuery } from '../../electron/contract/product-query'
import { emptyQuery } from '../../electron/contract/empty-query'
import type { QueueScope } from '../../electron/contract/review-state'
import { filtersForFinding, showFiltered, useProductDetails } from '../features/catalog'
import { useListExport } from '../features/export'
import { useReviewSession } from '../features/review/session/review-session'
import { useNavigation, type QualityPlace } from '../shared/navigation'

/** What pages ask for that other pages do: they do not know each other. */
export interface Desk {
  /** Goes through the products of a list in Review. */
  review: (productQuery: ProductQuery, name: string) => void
  reviewFiltered: (filters: Filters, name: string | null, scope?: QueueScope) => void
  /** Lists what these filters let through. */
  show: (filters: Filters) => void
  /** Lists it, and asks how it is to be exported. */
  exportList: (filters: Filters) => Promise<void>
  /** Shows a product's details beside the list of products, or of those that a rule found. */
  details: (product: Product, from?: QualityPlace & { rule?: RuleId }, part?: 'pane' | 'note') => void
  detailsOf: (productId: string) => Promise<void>
}

export function useDesk(): Desk {
  const navigation = useNavigation()
  const [details, session] = [useProductDetails(), useReviewSession()]
  const exportProducts = useListExport()

  function review(productQuery: ProductQuery, name: string | null, scope: QueueScope = 'to-do'): void {
    void session.startList({ productQuery, name, scope })
    navigation.go({ name: 'review' })
  }

  return {
    review,
    reviewFiltered: (filters, name, scope) => review({ ...emptyQuery, filters }, name, scope),
    show(filters) {
      void showFiltered(filters)
      navigation.go({ name: 'products' })
    },
    async exportList(filters) {
      await showFiltered(filters)
      await exportProducts()
    },
    async detailsOf(productId) {
      const show = async (): Promise<boolean> => {
        details.wantsRow = await details.show(productId)
        if (details.wantsRow) details.openAt('pane')
        return true
      }
      await navigation.goAfter(show, { name: 'products' })
    },
    details(product, from, part = 'pane') {
      const filters = from?.rule === undefined ? null : filtersForFinding(from.rule)
      if (filters) void showFiltered(filters)
      navigation.go(from ? { name: 'products', from } : { name: 'products' })
      details.follow(product, -1)
      details.wantsRow = true
      details.openAt(part)
    }
  }
}
