import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { Failure } from '../../../electron/contract/failure'
import type { ProductQuery } from '../../../electron/contract/product-query'
import type { Product, ProductPage } from '../../../electron/contract/product'
import { call } from '../../bridge'
import { BlockCache, isProduct, slotsOf, type Block, type Slot } from '../../shared/data/block-cache'
import { defineConnectionStore, onConnectionEvent } from '../../shared/data/open-connection'
import { isUnfiltered } from '../../../electron/contract/empty-query'
import { isSameQuery } from './filters'
import { useListColumns } from './columns-with-room'

/** Rows that are read at a time, where the store does not give fewer. */
const blockRows = 100
/** Blocks that are kept, about 1 kB a row. */
const mostBlocks = 36
/** Questions that are under way at a time: the next one is always the newest wish. */
const mostUnderWay = 2

/** ms until rows whose question gave way to another are asked for again. */
const pause = 300

/** Blocks that are looked at at a time: those of a screen, and of the preview over it. */
const mostWanted = 6

/**
 * The whole result of a search, a filter or an order as one list, of which only what is looked at is here. Rows of
 * another list stay until the first of the new one have come.
 */
export const useContinuousList = defineConnectionStore((connectionId) => {
  const columns = useListColumns()
  const blocks = new BlockCache(mostBlocks)
  const asked = shallowRef<ProductQuery | null>(null)
  /** Whose rows are here. */
  const shown = shallowRef<ProductQuery | null>(null)
  /** The answer that came last: the list's size, order, coverage and age. */
  const latest = shallowRef<ProductPage | null>(null)
  const failed = shallowRef<Failure | null>(null)
  /** Grows with every block that comes or goes. */
  const version = ref(0)
  /** Grows when another list takes the place of the one before. */
  const turn = ref(0)
  const size = ref(blockRows)
  /** Grows when the list begins to be read again. */
  const renewals = ref(0)
  /** How far the list goes at least, while the store does not say. */
  const reach = ref(0)
  const fetching = ref(false)
  let wanted: readonly number[] = []
  let underWay = new Set<number>()
  let refused = new Set<number>()
  let fromStore = new Set<number>()
  const gaveWay = new Set<number>()
  let again: ReturnType<typeof setTimeout> | undefined

  /** Rows of the whole list; an estimate, a block ahead of what was seen, while nobody can say. */
  const count = computed(() => (latest.value === null ? 0 : (latest.value.totalItems ?? reach.value)))

  /** Another list was asked for, and its rows are not here yet. */
  const isNew = computed(() => asked.value !== shown.value)
  const isMissing = (block: number): boolean => isNew.value || !blocks.isFresh(block)

  function ask(block: number, question: ProductQuery): void {
    const running = underWay
    const before = renewals.value
    running.add(block)
    const from = fromStore.delete(block) ? 'store' : 'copy'
    const page = block + 1
    const facts = columns.tellsFindings(question.filters) ? { withFacts: true } : {}
    const input = { connectionId, productQuery: question, page, limit: blockRows, from, ...facts } as const
    void call('products:page', input).then((answer) => {
      running.delete(block)
      // Another list was asked for since.
      if (asked.value !== question) return
      if (answer.ok) take(block, answer.value, question, before !== renewals.value)
      else refuse(block, answer.failure)
      pump()
    })
  }

  function refuse(block: number, failure: Failure): void {
    refused.add(block)
    if (failure.code !== 'cancelled') {
      failed.value = failure
      return
    }
    gaveWay.add(block)
    again ??= setTimeout(askAgain, pause)
  }

  /** Asks for what gave way to another question: nobody has canceled anything. */
  function askAgain(): void {
    again = undefined
    for (const block of gaveWay) refused.delete(block)
    gaveWay.clear()
    pump()
  }
  onScopeDispose(() => clearTimeout(again))

  function take(block: number, page: ProductPage, question: ProductQuery, stale: boolean): void {
    if (isNew.value || page.pageSize !== size.value) {
      blocks.clear()
      reach.value = 0
      if (isNew.value) turn.value += 1
      shown.value = question
    }
    if (page.pageSize !== size.value) {
      // The store gives fewer rows at a time than asked for: this answer's rows have other numbers than was reckoned.
      size.value = page.pageSize
      wanted = [...new Set(wanted.map((each) => Math.floor((each * blockRows) / page.pageSize)))]
    }
    const slots = slotsOf(page, isUnfiltered(question))
    blocks.set(block, { page, slots, stale })
    const end = block * size.value + slots.length
    reach.value = slots.length < size.value ? end : Math.max(reach.value, end + size.value)
    latest.value = page
    failed.value = null
    version.value += 1
  }

  /** Asks for what is wanted and not here, the first wish first; wishes of before are forgotten. */
  function pump(): void {
    const question = asked.value
    if (question === null) return
    for (const block of wanted) {
      if (underWay.size >= mostUnderWay) break
      if (isMissing(block) && !underWay.has(block) && !refused.has(block)) ask(block, question)
    }
    fetching.value = underWay.size > 0
  }

  /**
   * Begins with a list, at its row `start` (0-based). A list that is open goes on, and is read again: another layout shows it, or
   * it was not followed for a while.
   */
  function open(productQuery: ProductQuery, start = 0): void {
    if (asked.value && isSameQuery(asked.value, productQuery) && !isNew.value) {
      refresh()
      return
    }
    asked.value = productQuery
    underWay = new Set()
    refused = new Set()
    failed.value = null
    wanted = [Math.floor(start / blockRows)]
    pump()
  }

  /** Forgets everything. */
  function close(): void {
    blocks.clear()
    asked.value = null
    shown.value = null
    latest.value = null
    failed.value = null
    wanted = []
    size.value = blockRows
    reach.value = 0
    fetching.value = false
    version.value += 1
  }

  /** Says which rows are looked at, 0-based, `end` not among them; they are read if they are not here. */
  function look(first: number, end: number): void {
    // What is looked at belongs to the list of before; the new one begins with its own wish.
    if (isNew.value || end <= first) return
    const from = Math.floor(first / size.value)
    const to = Math.floor((end - 1) / size.value)
    wanted = Array.from({ length: to - from + 1 }, (_, index) => from + index)
    for (const block of wanted) blocks.touch(block)
    pump()
  }

  /** Wants one row besides those that are looked at. */
  function need(index: number): void {
    const block = Math.floor(index / size.value)
    refused.delete(block)
    wanted = [block, ...wanted.filter((each) => each !== block)].slice(0, mostWanted)
    pump()
  }

  function blockOf(index: number): { number: number; block: Block | undefined } {
    const number = Math.floor(index / size.value)
    return { number, block: blocks.get(number) }
  }

  /** What stands at a place, 0-based; undefined while it is not read. Beyond the end, where blocks of a longer list may be left: nothing. */
  function slotAt(index: number): Slot | undefined {
    const { number, block } = blockOf(index)
    const slots = index < count.value ? block?.slots : []
    return slots && (slots[index - number * size.value] ?? null)
  }

  function productAt(index: number): Product | null {
    const slot = slotAt(index)
    return isProduct(slot) ? slot : null
  }

  const isFreshAt = (index: number): boolean => blocks.isFresh(Math.floor(index / size.value))

  /**
   * Where a product is, 0-based, in what was read since the list began to be: around a row, as far as that is known; else null.
   * Of several with its id, the nearest.
   */
  function freshPlaceOf(id: string, near: number): number | null {
    const middle = blockOf(near).number
    const places = [middle - 1, middle, middle + 1].flatMap((number) => {
      const slots = blocks.isFresh(number) ? (blocks.get(number)?.slots ?? []) : []
      return slots.flatMap((slot, at) =>
        isProduct(slot) && slot.id === id ? [number * size.value + at] : []
      )
    })
    const inList = places.filter((place) => place < count.value)
    return inList.sort((a, b) => Math.abs(a - near) - Math.abs(b - near))[0] ?? null
  }

  /** Reads again what is looked at: what could not be had, and, where a person asks for it, from the store. */
  function refresh(from: 'copy' | 'store' = 'copy'): void {
    renewals.value += 1
    refused = new Set()
    if (from === 'store') fromStore = new Set(wanted)
    blocks.markStale()
    pump()
  }

  /** Keeps up with the catalog and its reviews, and asks again when the store can be reached, until the scope that calls it ends. */
  function followChanges(): void {
    onConnectionEvent(connectionId, ['catalog:changed', 'reviews:changed'], () => refresh())
    onConnectionEvent(connectionId, ['network:changed'], ({ state }) => {
      if (state === 'online' && refused.size > 0) refresh()
    })
  }

  // What is here was read without them. Getters: of a shallow ref among several sources Vue takes any run for a change.
  watch(
    [() => asked.value, () => asked.value !== null && columns.tellsFindings(asked.value.filters)] as const,
    ([question, isWanted], [before]) => {
      if (isWanted && question === before) refresh()
    }
  )

  return {
    connectionId,
    shown,
    latest,
    failed,
    version,
    renewals,
    turn,
    size,
    count,
    fetching,
    isNew,
    open,
    close,
    look,
    need,
    blockOf,
    slotAt,
    productAt,
    isFreshAt,
    freshPlaceOf,
    refresh,
    followChanges
  }
})
