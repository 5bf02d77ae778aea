import { onScopeDispose, watch } from 'vue'
import { call } from '../../bridge'
import { useProducts } from './product-pages'

/** A start is over by then, ms after its first page: nothing competes with that. */
const afterStart = 1500
/** Greater copies get ready only for a person who comes to the search: that takes seconds, and memory. */
const mostUnasked = 200_000

/**
 * The catalog reads what it searches in at the first search, up to half a second for 100,000 products. This has it do so
 * before: a while after the start, and, by the function returned, when a person comes to the search. Nobody waits for it.
 */
export function useWarmSearch(): () => void {
  const products = useProducts()
  let isWarming = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function warm(): void {
    const { connectionId, productQuery, shown } = products
    if (isWarming || productQuery.search !== '' || !shown?.coverage.here) return
    isWarming = true
    void call('catalog:warm-search', { connectionId }).finally(() => (isWarming = false))
  }

  watch(
    () => products.shown !== null,
    (isShown) => {
      clearTimeout(timer)
      if (!isShown) return
      timer = setTimeout(() => {
        if ((products.shown?.coverage.here ?? 0) <= mostUnasked) warm()
      }, afterStart)
    },
    { immediate: true }
  )
  onScopeDispose(() => clearTimeout(timer))
  return warm
}
