import { computed, type ComputedRef } from 'vue'
import type { Coverage } from '../../../electron/contract/coverage'
import type { ProductPage } from '../../../electron/contract/product'
import { useSync } from './sync'

/**
 * How much of the store's list the catalog holds; null while it is not known. A page tells it as of when it was read, and a run
 * tells more often: while the catalog is filled both count the same, and the greater number is the later one.
 */
export function useCoverage(
  page: () => ProductPage | null,
  connectionId: () => string
): ComputedRef<Coverage | null> {
  const sync = useSync()
  return computed(() => {
    const coverage = page()?.coverage ?? null
    const run = sync.of(connectionId())
    if (coverage?.state !== 'partial' || !run || run.phase === 'idle') return coverage
    // Of items that are no products of their own a run does not tell.
    const isPlain = coverage.products === coverage.here && coverage.total === run.total
    if (!isPlain || run.here <= coverage.here) return coverage
    return { ...coverage, here: run.here, products: run.here }
  })
}
