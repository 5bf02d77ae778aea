import { computed, ref, shallowRef, watch } from 'vue'
import type { Product } from '../../../electron/contract/product'
import { placesOf } from '../../shared/format/places'
import { call } from '../../bridge'
import { defineConnectionStore, onConnectionEvent } from '../../shared/data/open-connection'
import { isProduct } from '../../shared/data/block-cache'
import { placeNear, sizeOf, useContinuousList, useProducts } from '../catalog'

/** Where on a page that is being fetched the preview goes on. */
interface Turn {
  page: number
  at: 'first' | 'last'
}

/** A row of the continuous list that is being read, and in which direction the preview went. */
interface Reach {
  index: number
  by: 1 | -1
}

/** Where the products come from: the page on screen, or the whole result in one list. */
export type PreviewSource = 'page' | 'continuous'

/** Which product of the list on screen is looked at in large, also when the list is read again; it walks on over the ends of a page. */
export const usePicturePreview = defineConnectionStore((connectionId) => {
  const products = useProducts()
  const list = useContinuousList()
  const source = ref<PreviewSource>('page')
  /** Index into the items of the page, or into the whole result; null while none of them is looked at. */
  const index = ref<number | null>(null)
  /** A product that is looked at by itself, since it does not stand in the list on screen. */
  const alone = shallowRef<Product | null>(null)
  /** The product that was looked at when the list was read again without it: it stays until a person goes on. */
  const left = shallowRef<Product | null>(null)
  const turn = ref<Turn | null>(null)
  const reach = ref<Reach | null>(null)
  /** What the preview wanted to walk on to could not be had. */
  const stuck = ref(false)

  function at(place: number): Product | null {
    if (source.value === 'page') return products.shown?.items[place] ?? null
    // Blocks are not reactive themselves, this number is.
    return list.version < 0 ? null : list.productAt(place)
  }

  const product = computed(() => (index.value === null ? alone.value : (left.value ?? at(index.value))))
  /** The product at `index` as it was last; null: it was not read when that was gone to. */
  let shown: Product | null = null

  function goTo(place: number): void {
    index.value = place
    left.value = null
    shown = at(place)
  }

  /** The list was read again: goes on with the same product where it stands now, or as it was where it is no longer there. */
  function keepProduct(count: number): void {
    const from = index.value
    if (from === null) return
    const place = shown === null ? from : placeNear(shown.id, from, at)
    if (place !== null) goTo(place)
    else {
      left.value = shown
      readAlone()
    }
    if (reach.value !== null)
      reach.value = { ...reach.value, index: reach.value.index + (place ?? from) - from }
    if (count === 0) close()
  }

  /** Place of the product in the whole result, 1-based, and its size; null when it is not known. A list that counts more than products has positions. */
  const place = computed(() => {
    if (index.value === null || left.value !== null) return null
    if (source.value === 'continuous') return { at: index.value + 1, ...sizeOf(list.latest) }
    const page = products.shown
    const here = page ? placesOf(page)[index.value] : undefined
    return page && here !== undefined ? { at: here, ...sizeOf(page) } : null
  })
  /** The products before and after, where they are known: their pictures will be wanted next. */
  const neighbors = computed(() => {
    if (index.value === null) return []
    return [at(index.value + 1), at(index.value - 1)].filter((each) => each !== null)
  })
  /** Where one that left the list stood, there is the next one now. */
  const nextIndex = (from: number): number => (left.value === null ? from + 1 : from)
  const hasNext = computed(() => {
    if (index.value === null) return false
    const next = nextIndex(index.value)
    if (source.value === 'continuous') return next < list.count
    return products.shown !== null && (next < products.shown.items.length || products.hasNext)
  })
  const hasPrevious = computed(() => {
    if (index.value === null) return false
    return index.value > 0 || (source.value === 'page' && products.shown !== null && products.shown.page > 1)
  })

  function open(there: number, from: PreviewSource = 'page'): void {
    source.value = from
    goTo(there)
    alone.value = null
    turn.value = null
    reach.value = null
    stuck.value = false
  }

  /** Looks at a product from which there is no way on to others. */
  function openAlone(one: Product): void {
    close()
    alone.value = one
    stuck.value = false
  }

  function close(): void {
    index.value = null
    alone.value = null
    left.value = null
    turn.value = null
    reach.value = null
  }

  function turnTo(page: number, end: Turn['at']): void {
    turn.value = { page, at: end }
    void products.goTo(page)
  }

  function stepOnPage(from: number, by: 1 | -1): void {
    const page = products.shown
    if (!page || turn.value !== null) return
    const there = by === 1 ? nextIndex(from) : from - 1
    if (there < 0) turnTo(page.page - 1, 'last')
    else if (there >= page.items.length) turnTo(page.page + 1, 'first')
    else goTo(there)
  }

  /** Goes on in the continuous list to the next row with a product; one that is not here yet is waited for. */
  function stepInList(from: number, by: 1 | -1): void {
    reach.value = null
    for (let there = by === 1 ? nextIndex(from) : from - 1; there >= 0 && there < list.count; there += by) {
      const slot = list.slotAt(there)
      if (slot === undefined) {
        reach.value = { index: there, by }
        list.need(there)
        return
      }
      if (isProduct(slot)) {
        goTo(there)
        return
      }
    }
  }

  /** Goes one product on (1) or back (-1), over the ends of a page. */
  function step(by: 1 | -1): void {
    if (index.value === null || (by === 1 ? !hasNext.value : !hasPrevious.value)) return
    stuck.value = false
    if (source.value === 'page') stepOnPage(index.value, by)
    else if (reach.value === null) stepInList(index.value, by)
  }

  /** One that stands in no list is read by itself. */
  function readAlone(): void {
    const id = (left.value ?? alone.value)?.id
    if (id === undefined) return
    void call('products:of', { connectionId, ids: [id] }).then((answer) => {
      const now = answer.ok ? answer.value[0] : undefined
      if (now && left.value?.id === now.id) left.value = now
      else if (now && alone.value?.id === now.id) alone.value = now
    })
  }
  onConnectionEvent(connectionId, ['reviews:changed', 'catalog:changed'], readAlone)

  // In step with the page, so that no product is seen for a moment at the place of another.
  watch(
    () => products.shown,
    (page) => {
      if (index.value === null || source.value !== 'page') return
      const count = page?.items.length ?? 0
      if (count === 0) close()
      else if (turn.value !== null && page?.page === turn.value.page) {
        goTo(turn.value.at === 'first' ? 0 : count - 1)
        turn.value = null
      } else if (turn.value === null) keepProduct(count)
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
  watch(
    () => list.version,
    () => {
      if (source.value === 'continuous') keepProduct(list.count)
    },
    { flush: 'sync' }
  )
  watch([() => list.version, () => list.failed], () => {
    const waiting = reach.value
    if (waiting === null) return
    if (list.slotAt(waiting.index) !== undefined) stepInList(waiting.index - waiting.by, waiting.by)
    else if (list.failed !== null) {
      reach.value = null
      stuck.value = true
    }
  })

  return {
    index,
    turn,
    stuck,
    product,
    place,
    neighbors,
    hasNext,
    hasPrevious,
    open,
    openAlone,
    close,
    step
  }
})
