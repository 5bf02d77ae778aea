import { defineStore } from 'pinia'
import { computed, ref, watch } from 'vue'
import { useProducts } from './products'

/** Where on a page that is being fetched the preview goes on. */
interface Turn {
  page: number
  at: 'first' | 'last'
}

/** Which product of the page on screen is looked at in large; it walks on over the ends of the page. */
export const usePicturePreview = defineStore('picture-preview', () => {
  const products = useProducts()
  /** Index into the items of the page shown; null while the preview is closed. */
  const index = ref<number | null>(null)
  const turn = ref<Turn | null>(null)
  /** The page that the preview wanted to walk on to could not be had. */
  const stuck = ref(false)

  const product = computed(() => (index.value === null ? null : (products.shown?.items[index.value] ?? null)))
  const hasNext = computed(() => {
    if (index.value === null || !products.shown) return false
    return index.value + 1 < products.shown.items.length || products.hasNext
  })
  const hasPrevious = computed(() => {
    if (index.value === null || !products.shown) return false
    return index.value > 0 || products.shown.page > 1
  })

  function open(at: number): void {
    index.value = at
    turn.value = null
    stuck.value = false
  }

  function close(): void {
    index.value = null
    turn.value = null
  }

  function turnTo(page: number, at: Turn['at']): void {
    turn.value = { page, at }
    void products.goTo(page)
  }

  /** Goes one product on (1) or back (-1), to the neighbouring page where the page ends. */
  function step(by: 1 | -1): void {
    const page = products.shown
    if (index.value === null || turn.value !== null || !page) return
    if (by === 1 ? !hasNext.value : !hasPrevious.value) return
    stuck.value = false
    const there = index.value + by
    if (there < 0) turnTo(page.page - 1, 'last')
    else if (there >= page.items.length) turnTo(page.page + 1, 'first')
    else index.value = there
  }

  // In step with the page, so that no product is seen for a moment at the place of another.
  watch(
    () => products.shown,
    (page) => {
      if (index.value === null) return
      const count = page?.items.length ?? 0
      if (count === 0) close()
      else if (turn.value !== null && page?.page === turn.value.page) {
        index.value = turn.value.at === 'first' ? 0 : count - 1
        turn.value = null
      } else if (index.value >= count) index.value = count - 1
    },
    { flush: 'sync' }
  )
  watch(
    () => products.fetch,
    (fetch) => {
      if (fetch !== 'failed' || turn.value === null) return
      turn.value = null
      stuck.value = true
    },
    { flush: 'sync' }
  )

  return { index, turn, stuck, product, hasNext, hasPrevious, open, close, step }
})
