import type { Connection } from '../../../../electron/contract/connection'
import { formatCount } from '../../../shared/format/number'
import { t } from '../../../shared/i18n'
import { isFiltered } from '../../../../electron/contract/empty-query'
import { heldBy, type useProducts, type useSelection } from '../../catalog'
import type { SharedProducts } from './review-sharing'

/** Whose reviews can be saved: all, those that the list holds, those of the products that are selected in it. */
export interface SharedChoice {
  value: 'all' | 'list' | 'selection'
  label: string
  of: SharedProducts
}

/** What can be chosen from: always `all`, and what else there is just now. */
export function sharedChoices(
  connection: Connection,
  products: ReturnType<typeof useProducts>,
  selection: ReturnType<typeof useSelection>
): SharedChoice[] {
  const choices: SharedChoice[] = [{ value: 'all', label: t('care.sharing.all'), of: null }]
  const { shown, shownFor: productQuery } = products
  const isListed = products.connectionId === connection.id && shown !== null
  // The whole list is `all`, and what was set aside is no product.
  if (isListed && isFiltered(productQuery) && !productQuery.filters.setAside) {
    const count = heldBy(shown, productQuery)
    const number = formatCount(count, connection.locale)
    const label = t('care.sharing.list', { number }, count)
    if (count > 0) choices.push({ value: 'list', label, of: { productQuery, count } })
  }
  if (selection.connectionId === connection.id && !selection.isEmpty) {
    const number = formatCount(selection.count, connection.locale)
    const label = t('care.sharing.selection', { number }, selection.count)
    choices.push({ value: 'selection', label, of: selection.whole ?? { products: selection.ids() } })
  }
  return choices
}
