import { formatCount } from '../../../shared/format/number'
import { t } from '../../../shared/i18n'
import type { BuiltInReason } from '../../../../electron/contract/review-state'
import type { ListSelection } from '../../catalog'
import { useReviews, type MarkSubject } from '../../review'

type Marked = MarkSubject['of']

/**
 * All that is selected, to be marked; null: nothing is, or something else is being marked. It is let go of once that is done; what was not
 * approved, since it has changed, stays to be looked at again.
 *
 * @param topic the reason that the page is about; null: none
 */
export function selectedSubject(
  selection: ListSelection,
  topic: BuiltInReason | null = null
): MarkSubject | null {
  const reviews = useReviews()
  const of = selection.asMarked()
  if (of === null || reviews.underWay > 0) return null
  const keepOnly = selection.lend()
  return {
    of,
    product: null,
    name: t('reviewSession.said.products', { number: formatCount(selection.count, null) }, selection.count),
    isMany: true,
    findings: [],
    reason: null,
    topic,
    errors: null,
    save: (wish, part = of) =>
      reviews.mark(selection.connectionId, wish, part, {
        onMarked: ({ stale }) => keepOnly([...stale, ...leftOut(of, part)], wish !== 'unreviewed')
      })
  }
}

/** Those that only a part was marked beside stay selected. */
function leftOut(of: Marked, part: Marked): string[] {
  if (!('products' in of) || !('products' in part)) return []
  const marked = new Set(part.products.map(({ id }) => id))
  return of.products.map(({ id }) => id).filter((id) => !marked.has(id))
}
