import type { Facet } from '../../../../electron/contract/facets'
import { t } from '../../../shared/i18n'
import type { SelectOption } from '../../../shared/ui/select-option'

/** How many products a value would list; undefined while it is not known. */
export function countOf(facet: Facet | undefined, value: string): number | undefined {
  return facet?.values.find((each) => each.value === value)?.count
}

/** Any, with and without, each with its number. */
export function presenceOptions(facet: Facet | undefined): SelectOption<'any' | 'with' | 'without'>[] {
  return [
    { value: 'any', label: t('filters.filters.any') },
    { value: 'with', label: t('filters.filters.with'), count: countOf(facet, 'with') },
    { value: 'without', label: t('filters.filters.without'), count: countOf(facet, 'without') }
  ]
}
