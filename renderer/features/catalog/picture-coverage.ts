import { shallowRef } from 'vue'
import type { Filters } from '../../../electron/contract/product-query'
import { call } from '../../bridge'
import { emptyQuery, noFilters } from '../../../electron/contract/empty-query'
import { defineConnectionStore } from '../../shared/data/open-connection'
import { latestOnly } from '../../shared/data/latest-only-queue'

/** How many pictures of a catalog were ever looked at, by a person or in the background, and how many there are. */
export interface LookedPictures {
  known: number
  total: number
}

/** Of how many pictures the catalog knows anything: filters of pictures know no more than that. */
export const usePictureCoverage = defineConnectionStore((connectionId) => {
  const looked = shallowRef<LookedPictures | null>(null)
  const inTurn = latestOnly()

  /** How many products these filters let through: the smallest page says it. */
  async function count(filters: Partial<Filters>): Promise<number | null> {
    const productQuery = { ...emptyQuery, filters: { ...noFilters, ...filters } }
    const query = { connectionId, page: 1, limit: 1, from: 'copy' as const, productQuery }
    const answer = await call('products:page', query)
    return answer.ok ? answer.value.totalItems : null
  }

  async function ask(): Promise<void> {
    const [total, unknown] = await Promise.all([
      count({ picture: 'with' }),
      count({ pictureState: 'unchecked' })
    ])
    looked.value = total === null || unknown === null ? null : { known: Math.max(0, total - unknown), total }
  }

  return {
    /** null while it is not known. */
    looked,
    /** Counts anew. Many callers make one count, and one more after it. */
    load: () => inTurn(ask)
  }
})
