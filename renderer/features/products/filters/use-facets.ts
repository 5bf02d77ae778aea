import { refDebounced } from '@vueuse/core'
import { computed, ref, shallowRef, watch, type ComputedRef, type Ref } from 'vue'
import { facetNames, type Facet, type FacetName, type Facets } from '../../../../electron/contract/facets'
import { activeFilters, type FilterPart } from '../../../../electron/contract/filter-parts'
import type { ProductQuery } from '../../../../electron/contract/product-query'
import { useBridgeQuery } from '../../../shared/data/queries'
import { t } from '../../../shared/i18n'
import type { SelectOption } from '../../../shared/ui/select-option'

/** Those that take longest to count, and are asked for least: only while they are in sight. */
const rare: readonly (FacetName & FilterPart)[] = [
  'picture-host',
  'reviewer',
  'reasons',
  'assigned-to',
  'disagreement'
]

/** ms after which a search that is being typed is counted. */
const pause = 150

/** The numbers beside the values of filters. To be called in the setup of a component. */
interface FacetCounts {
  /** null before they are known; those of before stay until the new ones are there. */
  facets: Ref<Facets | null>
  failed: ComputedRef<boolean>
  /** Whether the filters that are used less are in sight. */
  isMoreOpen: Ref<boolean>
}

export function useFacets(connectionId: () => string, productQuery: () => ProductQuery): FacetCounts {
  const isMoreOpen = ref(
    activeFilters(productQuery().filters).some((part) => rare.some((each) => each === part))
  )
  const asked = refDebounced(computed(productQuery), pause)
  const wanted = computed(() =>
    facetNames.filter((name) => isMoreOpen.value || !rare.some((each) => each === name))
  )
  const { data, failure } = useBridgeQuery('products:facets', () => ({
    connectionId: connectionId(),
    productQuery: asked.value,
    facets: wanted.value
  }))
  const facets = shallowRef<Facets | null>(null)
  watch(
    data,
    (counted) => {
      if (counted !== null) facets.value = counted
    },
    { immediate: true }
  )
  return { facets, failed: computed(() => failure.value !== null), isMoreOpen }
}

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
