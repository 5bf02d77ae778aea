import { computed, ref, shallowRef } from 'vue'
import type { Product } from '../../../electron/contract/product'
import { onProductsLoaded } from './on-products-loaded'
import { defineConnectionStore } from '../../shared/data/open-connection'

/** Side by side there is room for so many, on the narrowest window. */
export const mostCompared = 4
/** One alone compares with nothing. */
export const leastCompared = 2

/**
 * The products that a person has chosen to see side by side, in the order in which they were chosen. They stay while pages
 * are turned and lists are narrowed.
 */
export const useComparison = defineConnectionStore(() => {
  const chosen = shallowRef<readonly Product[]>([])
  /** They are being looked at. */
  const isOpen = ref(false)
  /** The last wish for one more was refused, since there are as many as can be. */
  const wasFull = ref(false)

  const ids = computed(() => new Set(chosen.value.map(({ id }) => id)))
  const canCompare = computed(() => chosen.value.length >= leastCompared)

  const has = (id: string): boolean => ids.value.has(id)

  function remove(id: string): void {
    wasFull.value = false
    chosen.value = chosen.value.filter((product) => product.id !== id)
    if (chosen.value.length === 0) isOpen.value = false
  }

  /** Chooses a product, or no longer. Where there are as many as can be it changes nothing but `wasFull`. */
  function toggle(product: Product): void {
    if (has(product.id)) remove(product.id)
    else if (chosen.value.length >= mostCompared) wasFull.value = true
    else {
      wasFull.value = false
      chosen.value = [...chosen.value, product]
    }
  }

  function clear(): void {
    chosen.value = []
    isOpen.value = false
    wasFull.value = false
  }

  /** Begins to compare, if there are enough to do so. */
  function compare(): void {
    if (canCompare.value) isOpen.value = true
  }

  function close(): void {
    isOpen.value = false
  }

  // What is chosen and on screen is shown as it is there: a refresh may have brought another price.
  onProductsLoaded((page) => {
    const now = new Map(page.items.filter(({ id }) => has(id)).map((item) => [item.id, item]))
    if (now.size > 0) chosen.value = chosen.value.map((product) => now.get(product.id) ?? product)
  })

  return { chosen, isOpen, wasFull, canCompare, has, toggle, remove, clear, compare, close }
})
