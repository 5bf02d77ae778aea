import { computed, ref, shallowRef } from 'vue'
import type { Product } from '../../../electron/contract/product'
import { call } from '../../bridge'
import { defineConnectionStore, onConnectionEvent } from '../../shared/data/open-connection'
import { onProductsLoaded } from './on-products-loaded'

/** Side by side there is room for so many, on the narrowest window. */
export const mostCompared = 4
/** One alone compares with nothing. */
const leastCompared = 2

/** Whether so many products can be seen side by side. */
export function canCompare(count: number): boolean {
  return count >= leastCompared && count <= mostCompared
}

/** The products that a person sees side by side, in the order in which they are shown. */
export const useComparison = defineConnectionStore((connectionId) => {
  const compared = shallowRef<readonly Product[]>([])
  /** They are being looked at. */
  const isOpen = ref(false)
  /** The one that keys decide on, from 0. */
  const at = ref(0)
  const current = computed(() => compared.value[at.value] ?? null)

  /** Shows products side by side: as many as there is room for, where there are enough. */
  function show(products: readonly Product[]): void {
    compared.value = products.slice(0, mostCompared)
    at.value = 0
    isOpen.value = canCompare(compared.value.length)
  }

  /** Takes one out; nothing is left to compare where one remains. */
  function remove(id: string): void {
    compared.value = compared.value.filter((product) => product.id !== id)
    if (compared.value.length < leastCompared) isOpen.value = false
    choose(at.value)
  }

  /** Makes the product at a place the current one; at an end it stays. */
  function choose(place: number): void {
    at.value = Math.max(0, Math.min(compared.value.length - 1, place))
  }

  /** Makes a product the current one, if it is compared. */
  function goTo(id: string): void {
    const place = compared.value.findIndex((product) => product.id === id)
    if (place >= 0) at.value = place
  }

  const close = (): void => void (isOpen.value = false)

  function take(products: readonly Product[]): void {
    const now = new Map(products.map((product) => [product.id, product]))
    if (!compared.value.some(({ id }) => now.has(id))) return
    compared.value = compared.value.map((product) => now.get(product.id) ?? product)
  }

  // What is compared and on screen is shown as it is there: a refresh may have brought another price.
  onProductsLoaded((page) => take(page.items))
  onConnectionEvent(connectionId, ['reviews:changed', 'catalog:changed'], () => {
    if (!isOpen.value) return
    const ids = compared.value.map(({ id }) => id)
    void call('products:of', { connectionId, ids }).then((answer) => answer.ok && take(answer.value))
  })

  return { compared, isOpen, at, current, show, remove, choose, goTo, close }
})
