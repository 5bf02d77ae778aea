import { onScopeDispose, watch } from 'vue'
import { call } from '../bridge'
import { useContinuousList } from '../stores/continuous-list'
import { everything } from '../stores/narrowing'
import { useProducts } from '../stores/products'

/** A start is over by then, ms after its first page: nothing competes with that. */
const afterStart = 1500
/** Greater copies get ready only for a person who comes to the search: that takes seconds, and memory. */
const mostUnasked = 200_000
/** A word that no product is expected to have: looking for it takes all that looking for another does, and brings no rows. */
const nothing = 'zqxjzqxjzqxj'

/**
 * The copy reads what it searches in at the first search, up to half a second for 100,000 products. This has it do so
 * before: a while after the start, and, by the function returned, when a person comes to the search. Nobody waits for it.
 */
export function useWarmSearch(): () => void {
  const products = useProducts()
  const list = useContinuousList()
  let isWarming = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function warm(): void {
    const { connectionId, narrowing, shown, wanted } = products
    if (connectionId === null || narrowing.search !== '' || !shown?.coverage.here) return
    // A question about another page would end those of the long list that wait for the store.
    if (isWarming || list.fetching) return
    isWarming = true
    const question = {
      ...wanted,
      connectionId,
      from: 'copy',
      narrowing: { ...everything, search: nothing }
    } as const
    void call('products:page', question).finally(() => (isWarming = false))
  }

  watch(
    () => products.shown !== null && products.connectionId,
    (id) => {
      clearTimeout(timer)
      if (typeof id !== 'string') return
      timer = setTimeout(() => {
        if ((products.shown?.coverage.here ?? 0) <= mostUnasked) warm()
      }, afterStart)
    },
    { immediate: true }
  )
  onScopeDispose(() => clearTimeout(timer))
  return warm
}
