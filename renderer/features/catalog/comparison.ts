import { ref, shallowRef } from 'vue'
import type { Product } from '../../../electron/contract/product'
import { onProductsLoaded } from './on-products-loaded'
import { defineConnectionStore } from '../../shared/data/open-connection'

/** Side by side there is room for so many, on the narrowest window. */
export const mostCompared = 4
/** One alone compares with nothing. */
const leastCompared = 2

/** Whether so many products can be seen side by side. */
export function canCompare(count: number): boolean {
  return count >= leastCompared && count <= mostCompared
}

/** The products that a person sees side by side, in the order in which they are shown. */
export const useComparison = defineConnectionStore(() => {
  const compared = shallowRef<readonly Product[]>([])
  /** They are being looked at. */
  const isOpen = ref(false)

  /** Shows products side by side: as many as there is room for, where there are enough. */
  function show(products: readonly Product[]): void {
    compared.value = products.slice(0, mostCompared)
    isOpen.value = canCompare(compared.value.length)
  }

  /** Takes one out; nothing is left to compare where one remains. */
  function remove(id: string): void {
    compared.value = compared.value.filter((product) => product.id !== id)
    if (compared.value.length < leastCompared) isOpen.value = false
  }

  const close = (): void => void (isOpen.value = false)

  // What is compared and on screen is shown as it is there: a refresh may have brought another price.
  onProductsLoaded((page) => {
    const ids = new Set(compared.value.map(({ id }) => id))
    const now = new Map(page.items.filter(({ id }) => ids.has(id)).map((item) => [item.id, item]))
    if (now.size > 0) compared.value = compared.value.map((product) => now.get(product.id) ?? product)
  })

  return { compared, isOpen, show, remove, close }
})
