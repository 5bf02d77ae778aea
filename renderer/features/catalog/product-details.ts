import { computed, onScopeDispose, ref, shallowRef, toRef } from 'vue'
import type { Product } from '../../../electron/contract/product'
import type { ProductQuery } from '../../../electron/contract/product-query'
import { call } from '../../bridge'
import { useDetailsPane } from './details-pane'
import { onProductsLoaded } from './on-products-loaded'
import { defineConnectionStore, onConnectionEvent } from '../../shared/data/open-connection'

/** A product whose details are shown, and where it was pressed. */
export interface DetailedProduct {
  product: Product
  /** Place among the rows or tiles on screen when it was chosen, from 0; -1: it was chosen elsewhere. */
  index: number
}

/** Where a person goes on in the pane: at its beginning, with its note, or with what happened to it. */
export type DetailsPart = 'pane' | 'note' | 'history'

/** The pane of details beside the list, and which product it is about. */
export const useProductDetails = defineConnectionStore((connectionId) => {
  const pane = useDetailsPane()
  const isOpen = toRef(pane, 'isOpen')
  const shown = shallowRef<DetailedProduct | null>(null)
  /** What was shown last, where it is not in the list, that list, and whether it had been in there; null: another one was chosen since. */
  const left = shallowRef<{
    detailed: DetailedProduct
    productQuery: ProductQuery
    wasListed: boolean
  } | null>(null)
  /** The keyboard is in the pane: keys of a product are for the one that it is about, also where that is not in the list. */
  const isAtHand = ref(false)
  /** A person was led to it from elsewhere, and goes on in the pane. */
  const wantsFocus = ref<DetailsPart | null>(null)
  /** A person was led to it from another page: its row is to be in sight once the list is there. */
  const wantsRow = ref(false)

  /** The pane is about this product from now on, whether or not it is open. */
  function follow(product: Product, index: number): void {
    if (shown.value?.product === product && shown.value.index === index) return
    shown.value = { product, index }
    left.value = null
  }

  /** The pane is about nothing: its product has left the list, or is not in the one that was opened. */
  function letGo(productQuery: ProductQuery, wasListed: boolean): void {
    left.value = shown.value && { detailed: shown.value, productQuery, wasListed }
    shown.value = null
  }

  /** The pane is about the product that had left a list: this one holds it. */
  function takeBack(): void {
    shown.value = left.value?.detailed ?? null
    left.value = null
  }

  function renew(products: readonly Product[]): void {
    const now = shown.value
    const product = products.find(({ id }) => id === now?.product.id)
    if (now && product) shown.value = { ...now, product }
  }

  /** The catalog has it as it is now, whichever list is on screen. */
  async function reread(): Promise<void> {
    if (!shown.value) return
    const answer = await call('products:of', { connectionId, ids: [shown.value.product.id] })
    if (answer.ok) renew(answer.value)
  }

  let isOver = false
  onScopeDispose(() => (isOver = true))

  /** Opens the details of a product, wherever it stands. Says whether the catalog has it; false as well once another connection is open. */
  async function show(productId: string): Promise<boolean> {
    const answer = await call('products:of', { connectionId, ids: [productId] })
    const product = answer.ok ? answer.value[0] : undefined
    // The pane is for all stores.
    if (!product || isOver) return false
    shown.value = { product, index: -1 }
    left.value = null
    isOpen.value = true
    return true
  }

  /** Keeps the product current, until the scope that calls it ends. */
  function followChanges(): void {
    // A page from the store may be younger than the catalog.
    onProductsLoaded(({ items }) => renew(items))
    onConnectionEvent(connectionId, ['catalog:changed'], () => {
      if (isOpen.value) void reread()
    })
    // Also while the pane is closed: keys are for the product, by the mark that it has, also where it is far away in the list.
    onConnectionEvent(connectionId, ['reviews:changed'], ({ productIds }) => {
      const isMeant = shown.value !== null && productIds?.includes(shown.value.product.id) !== false
      if (isMeant) void reread()
    })
  }

  return {
    isOpen,
    shown,
    left,
    isAtHand,
    wantsFocus,
    wantsRow,
    width: toRef(pane, 'width'),
    /** Of the product that the open pane is about; null while it is closed. */
    shownId: computed(() => (isOpen.value ? (shown.value?.product.id ?? null) : null)),
    follow,
    letGo,
    takeBack,
    show,
    /** Opens the pane, with the focus in it. */
    openAt: (part: DetailsPart): void => {
      isOpen.value = true
      wantsFocus.value = part
    },
    followChanges
  }
})
