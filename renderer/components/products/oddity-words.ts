import type { PageOddity, ProductPage, SetAsideReason } from '../../../electron/contract/product'
import { formatCount } from '../../format/number'
import { t } from '../../i18n'

/** What is odd about a page, a sentence each. */
export function oddityWords(page: ProductPage, locale: string | null): string[] {
  const words: Record<PageOddity, () => string> = {
    'limit-capped': () => t('products.oddity.limitCapped', { count: formatCount(page.pageSize, locale) }),
    'totals-unknown': () => t('products.oddity.totalsUnknown'),
    'status-differs': () => t('products.oddity.statusDiffers'),
    'empty-before-end': () => t('products.oddity.emptyBeforeEnd')
  }
  return page.oddities.map((oddity) => words[oddity]())
}

const reasons: Record<SetAsideReason, () => string> = {
  'not-an-object': () => t('products.reason.notAnObject'),
  'id-missing': () => t('products.reason.idMissing'),
  'id-empty': () => t('products.reason.idEmpty'),
  'id-unsafe-number': () => t('products.reason.idUnsafeNumber'),
  'id-too-long': () => t('products.reason.idTooLong'),
  'id-wrong-type': () => t('products.reason.idWrongType')
}

/** Why an item could not be read, as a phrase. */
export function reasonWords(reason: SetAsideReason): string {
  return reasons[reason]()
}
