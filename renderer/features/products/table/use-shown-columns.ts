import { computed, type ComputedRef } from 'vue'
import type { Connection } from '../../../../electron/contract/connection'
import { type Column, type ColumnId, useListColumns, useProducts } from '../../catalog'
import { useFindingFacts } from '../../quality'
import type { RowStyle } from './product-rows'

function isSame(a: readonly string[] | undefined, b: readonly string[]): a is string[] {
  return a?.length === b.length && a.every((each, index) => each === b[index])
}

/**
 * Which columns the rows show, and which words they mark. Both stay the same objects while they say the same, so that a
 * dragged width or another page does not render rows that did not change.
 */
export function useShownColumns(
  columns: () => readonly Column[],
  searched: () => readonly string[]
): { shown: ComputedRef<readonly ColumnId[]>; terms: ComputedRef<readonly string[]> } {
  const shown = computed<readonly ColumnId[]>((before) => {
    const ids = columns()
      .filter((column) => column.shown)
      .map(({ id }) => id)
    return before && isSame(before, ids) ? before : ids
  })
  const terms = computed<readonly string[]>((before) => {
    const words = searched()
    return before && isSame(before, words) ? before : words
  })
  return { shown, terms }
}

/** How rows and tiles are written: what they say, and how prices and numbers look. */
export function useRowStyle(connection: () => Connection): ComputedRef<RowStyle> {
  const products = useProducts()
  const columns = useListColumns()
  const findings = useFindingFacts(
    connection,
    () => columns.tellsFindings(products.productQuery.filters),
    () => products.productQuery.filters.finding
  )
  return computed(() => {
    const { currency, locale } = connection()
    return { currency, locale, findings: findings.value }
  })
}
