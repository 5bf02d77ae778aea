import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { Product } from '../../../electron/contract/product'
import { call, on } from '../../bridge'
import { onPageRead } from './on-products-loaded'

/** A product whose details are shown, and where it was pressed. */
export interface DetailedProduct {
  connectionId: string
  product: Product
  /** Place among the rows or tiles on screen when it was chosen, from 0; -1: it was chosen elsewhere. */
  index: number
}

/** Where a person goes on in the pane: at its beginning, with its note, or with what happened to it. */
export type DetailsPart = 'pane' | 'note' | 'history'

const openKey = 'vitrine.details'
const widthKey = 'vitrine.details.width'
/** CSS pixels. */
export const paneWidth = { initial: 352, least: 304, most: 720 } as const

function within(width: number): number {
  return Math.round(Math.min(paneWidth.most, Math.max(paneWidth.least, width)))
}

function keptWidth(): number {
  const kept = Number(localStorage.getItem(widthKey) ?? paneWidth.initial)
  return Number.isFinite(kept) ? within(kept) : paneWidth.initial
}

/** The pane of details beside the list: whether it is open, how wide it is, and which product it is about. */
export const useProductDetails = defineStore('product-details', () => {
  const isOpen = ref(localStorage.getItem(openKey) === 'open')
  const width = ref(keptWidth())
  const shown = shallowRef<DetailedProduct | null>(null)
  /** A person was led to it from elsewhere, and goes on in the pane. */
  const wantsFocus = ref<DetailsPart | null>(null)

  watch(isOpen, (open) => localStorage.setItem(openKey, open ? 'open' : 'closed'))
  watch(width, (now) => localStorage.setItem(widthKey, String(now)))

  /** The pane is about this product from now on, whether or not it is open. */
  function follow(connectionId: string, product: Product, index: number): void {
    if (shown.value?.product === product && shown.value.index === index) return
    shown.value = { connectionId, product, index }
  }

  function renew(connectionId: string, product: Product | undefined): void {
    const now = shown.value
    if (!now || !product || now.connectionId !== connectionId || now.product.id !== product.id) return
    shown.value = { ...now, product }
  }

  /** The copy has it as it is now, whichever list is on screen. */
  async function reread(connectionId: string): Promise<void> {
    const now = shown.value
    if (!isOpen.value || now?.connectionId !== connectionId) return
    const answer = await call('products:of', { connectionId, ids: [now.product.id] })
    if (answer.ok) renew(connectionId, answer.value[0])
  }

  /** Opens the details of a product, wherever it stands. Says whether the copy has it. */
  async function show(connectionId: string, productId: string): Promise<boolean> {
    const answer = await call('products:of', { connectionId, ids: [productId] })
    const product = answer.ok ? answer.value[0] : undefined
    if (!product) return false
    shown.value = { connectionId, product, index: -1 }
    isOpen.value = true
    return true
  }

  /** Keeps the product current; the returned function stops it. */
  function start(): () => void {
    // A page from the store may be younger than the copy.
    const stopPages = onPageRead(({ connectionId, items }) => {
      const id = shown.value?.product.id
      renew(
        connectionId,
        items.find((each) => each.id === id)
      )
    })
    const stopCopy = on('catalog:changed', ({ connectionId }) => void reread(connectionId))
    return () => {
      stopPages()
      stopCopy()
    }
  }

  return {
    isOpen,
    shown,
    wantsFocus,
    width: computed({ get: () => width.value, set: (wish: number) => (width.value = within(wish)) }),
    /** Of the product that the open pane is about; null while it is closed. */
    shownId: computed(() => (isOpen.value ? (shown.value?.product.id ?? null) : null)),
    follow,
    show,
    /** Opens the pane, with the focus in it. */
    openAt: (part: DetailsPart): void => {
      isOpen.value = true
      wantsFocus.value = part
    },
    start,
    /** Another connection begins without any. */
    forget: (connectionId: string): void => {
      if (shown.value && shown.value.connectionId !== connectionId) shown.value = null
    }
  }
})
