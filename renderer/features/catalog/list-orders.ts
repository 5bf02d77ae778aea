import type { Sort } from '../../../electron/contract/product-query'
import { t } from '../../shared/i18n'

/** An order that a list can be given where it has no headings; `sort` null: the store's own. */
interface ListOrder {
  id: string
  sort: Sort | null
  label: string
}

/** The orders that people ask for, the store's own first. */
export function listOrders(): ListOrder[] {
  return [
    { id: 'usual', sort: null, label: t('gallery.order.usual') },
    { id: 'name', sort: { by: 'name', descending: false }, label: t('gallery.order.name') },
    { id: 'nameDown', sort: { by: 'name', descending: true }, label: t('gallery.order.nameDown') },
    { id: 'price', sort: { by: 'price', descending: false }, label: t('gallery.order.price') },
    { id: 'priceDown', sort: { by: 'price', descending: true }, label: t('gallery.order.priceDown') }
  ]
}

/** Whether two orders are the same. */
export function isSameOrder(a: Sort | null, b: Sort | null): boolean {
  return a?.by === b?.by && a?.descending === b?.descending
}
