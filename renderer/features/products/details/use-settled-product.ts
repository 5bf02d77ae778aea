import { useTimeoutFn } from '@vueuse/core'
import { shallowRef, watch, type Ref } from 'vue'
import type { DetailedProduct } from '../../catalog'

/** A product that is looked at for this long is more than passed by, ms: holding an arrow key asks for nothing. */
const stay = 140

/** The product of the pane once it was there for a moment; null while another one is passed by. */
export function useSettledProduct(
  shown: () => DetailedProduct | null
): Readonly<Ref<DetailedProduct | null>> {
  const settled = shallowRef(shown())
  const { start, stop } = useTimeoutFn(() => (settled.value = shown()), stay, { immediate: false })

  watch(shown, (now, before) => {
    stop()
    if (now?.product.id === before?.product.id && settled.value !== null) {
      settled.value = now
      return
    }
    settled.value = null
    start()
  })
  return settled
}
