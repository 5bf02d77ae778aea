import { createColumnHelper, tableFeatures, type DisplayColumnDef } from '@tanstack/vue-table'
import type { ProductPage } from '../../../electron/contract/product'
import { t } from '../../i18n'
import type { ProductRow } from './product-rows'

/** None yet: rows come in the store's order, a page at a time. */
export const features = tableFeatures({})

export type ColumnId = 'image' | 'name' | 'price' | 'description' | 'id'
type Column = DisplayColumnDef<typeof features, ProductRow>

const helper = createColumnHelper<typeof features, ProductRow>()

const columns: Record<ColumnId, () => Column> = {
  image: () => helper.display({ id: 'image', header: t('products.column.image') }),
  name: () => helper.display({ id: 'name', header: t('products.column.name') }),
  price: () => helper.display({ id: 'price', header: t('products.column.price') }),
  description: () => helper.display({ id: 'description', header: t('products.column.description') }),
  id: () => helper.display({ id: 'id', header: t('products.column.id') })
}

/** The columns of a form, in order: the short one knows neither pictures nor descriptions, so neither has one. */
export function columnIdsOf(form: ProductPage['form']): readonly ColumnId[] {
  return form === 'full' ? ['image', 'name', 'price', 'description', 'id'] : ['name', 'price', 'id']
}

/** The table's columns for their ids. */
export function productColumns(ids: readonly ColumnId[]): Column[] {
  return ids.map((id) => columns[id]())
}
