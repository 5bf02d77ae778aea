import type { PageOddity, ProductPage, SetAsideReason } from '../../../electron/contract/product'
import { t } from '../../shared/i18n'

const oddities: Record<PageOddity, () => string> = {
  // Pages of a store that caps its own are put together to the size asked for: nobody misses anything.
  'limit-capped': () => '',
  'totals-unknown': () => t('products.oddity.totalsUnknown'),
  'status-differs': () => t('products.oddity.statusDiffers'),
  'empty-before-end': () => t('products.oddity.emptyBeforeEnd'),
  'list-emptied': () => t('sync.drop.emptied'),
  'list-shrunk': () => t('sync.drop.shrunk')
}

/** What is odd about a page, a sentence each. */
export function oddityWords(page: ProductPage): string[] {
  return page.oddities.map((oddity) => oddities[oddity]()).filter((words) => words !== '')
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
