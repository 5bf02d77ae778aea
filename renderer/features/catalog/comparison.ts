import { computed, ref, shallowRef } from 'vue'
import { isSameFingerprint } from '../../../electron/contract/content-fingerprint'
import type { Product } from '../../../electron/contract/product'
import type { Difference } from '../../../electron/contract/review'
import { call } from '../../bridge'
import { defineConnectionStore, onConnectionEvent } from '../../shared/data/open-connection'
import { differencesOf } from './diff-product'
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

  /** What each was when it was shown, or decided on last. */
  const before = shallowRef<ReadonlyMap<string, Product>>(new Map())

  /** Shows products side by side: as many as there is room for, where there are enough. */
  function show(products: readonly Product[]): void {
    compared.value = products.slice(0, mostCompared)
    before.value = new Map(compared.value.map((product) => [product.id, product]))
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

  /** The current product was decided on as it is: the next one may follow. */
  function goOn(): void {
    const { value: product } = current
    if (product !== null) before.value = new Map([...before.value, [product.id, product]])
    choose(at.value + 1)
  }

  /** In what the store has changed a product under the eyes of whoever has not decided on it since. */
  function changesOf(product: Product): Difference['field'][] {
    const was = before.value.get(product.id)
    if (!was || isSameFingerprint(was.contentFingerprint, product.contentFingerprint)) return []
    return differencesOf(was, product).map(({ field }) => field)
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

  return { compared, isOpen, at, current, show, remove, choose, goOn, changesOf, goTo, close }
})
