import { ref, shallowRef } from 'vue'
import type { ProductPage } from '../../../electron/contract/product'
import { call } from '../../bridge'
import { emptyQuery } from '../../../electron/contract/empty-query'
import { defineConnectionStore } from '../../shared/data/open-connection'
import { latestOnly } from '../../shared/data/latest-only-queue'

/** So many of the best matches are shown. */
const most = 8

/** Products of the connection's catalog that match what is typed outside of its list. It works the same without a network. */
export const useProductLookup = defineConnectionStore((connectionId) => {
  /** The first of what matches `words`; what was found before stays until the next is there. null: nothing was searched for. */
  const page = shallowRef<ProductPage | null>(null)
  const words = ref('')
  const state = ref<'idle' | 'searching' | 'failed'>('idle')
  const inTurn = latestOnly()

  async function ask(search: string): Promise<void> {
    if (words.value !== search) return
    const productQuery = { ...emptyQuery, search }
    const query = { connectionId, page: 1, limit: most, from: 'copy' as const, productQuery }
    const answer = await call('products:page', query)
    // Something else is looked for by now.
    if (words.value !== search) return
    state.value = answer.ok ? 'idle' : 'failed'
    page.value = answer.ok ? answer.value : null
  }

  function clear(): void {
    words.value = ''
    page.value = null
    state.value = 'idle'
  }

  /** Looks for words, cut to what a search can be; '' for nothing. Only the last of many quick searches is made. */
  function search(typed: string): void {
    const wish = typed.trim().slice(0, 200)
    if (wish === '') clear()
    if (wish === words.value) return
    words.value = wish
    state.value = 'searching'
    void inTurn(() => ask(wish))
  }

  return { page, words, state, search, clear }
})
