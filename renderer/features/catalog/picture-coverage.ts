import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { Filters } from '../../../electron/contract/product-query'
import { call } from '../../bridge'
import { emptyQuery, noFilters } from '../../../electron/contract/empty-query'
import { latestOnly } from '../../shared/data/latest-only-queue'

/** How many pictures of a catalog were ever looked at, by a person or in the background, and how many there are. */
export interface LookedPictures {
  known: number
  total: number
}

/** Of how many pictures the copy knows anything: filters of pictures know no more than that. */
export const usePictureCoverage = defineStore('looked-pictures', () => {
  const connectionId = ref<string | null>(null)
  const looked = shallowRef<LookedPictures | null>(null)
  const inTurn = latestOnly()

  /** How many products these filters let through: the smallest page says it. */
  async function count(id: string, filters: Partial<Filters>): Promise<number | null> {
    const productQuery = { ...emptyQuery, filters: { ...noFilters, ...filters } }
    const query = { connectionId: id, page: 1, limit: 1, from: 'copy' as const, productQuery }
    const answer = await call('products:page', query)
    return answer.ok ? answer.value.totalItems : null
  }

  async function ask(id: string): Promise<void> {
    const [total, unknown] = await Promise.all([
      count(id, { picture: 'with' }),
      count(id, { pictureState: 'unchecked' })
    ])
    if (id !== connectionId.value) return
    looked.value = total === null || unknown === null ? null : { known: Math.max(0, total - unknown), total }
  }

  /** Counts anew; those of another connection go at once. Many callers make one count, and one more after it. */
  function load(id: string): Promise<void> {
    if (id !== connectionId.value) looked.value = null
    connectionId.value = id
    return inTurn(() => ask(id))
  }

  return {
    load,
    of: (id: string): LookedPictures | null => (id === connectionId.value ? looked.value : null)
  }
})
