import { formatCount } from '../../../shared/format/number'
import { t } from '../../../shared/i18n'
import { useSelection } from '../../catalog'
import { useReviews, type MarkSubject } from '../../review'

/**
 * All that is selected, to be marked; null: nothing is, or something else is being marked. It is let go of once that is done; what was not
 * approved, since it has changed, stays to be looked at again.
 */
export function selectedSubject(): MarkSubject | null {
  const selection = useSelection()
  const reviews = useReviews()
  const of = selection.asMarked()
  if (of === null || reviews.underWay > 0) return null
  const keepOnly = selection.lend()
  return {
    of,
    name: t('reviewSession.said.products', { number: formatCount(selection.count, null) }, selection.count),
    isMany: true,
    findings: [],
    reason: null,
    save: (wish) =>
      reviews.mark(selection.connectionId, wish, of, { onMarked: ({ stale }) => keepOnly(stale) })
  }
}
