import type { ProductPage } from '../../../../electron/contract/product'
import { formatCount } from '../../../shared/format/number'
import { t } from '../../../shared/i18n'

/** `214 matches · best first`; the store's order is told only of a search, where another one is expected. */
export function resultWords(
  { totalItems, order }: Pick<ProductPage, 'totalItems' | 'order'>,
  isSearch: boolean,
  locale: string | null
): string {
  if (totalItems === null) return ''
  const matches = t('narrowing.result.matches', { number: formatCount(totalItems, locale) }, totalItems)
  if (!isSearch || totalItems < 2 || order === 'sorted') return matches
  const how = order === 'relevance' ? t('narrowing.result.relevance') : t('narrowing.result.store')
  return `${matches} · ${how}`
}
