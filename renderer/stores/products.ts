import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { Failure } from '../../electron/contract/failure'
import type { PageQuery, ProductPage } from '../../electron/contract/product'
import { call } from '../bridge'
import { pageOfPlace, rangeOf } from '../format/places'
import { isRevalidationDue, lastPageFor, pageSizeFor } from './product-pages'

/** A page that a person asked for. */
export interface WantedPage {
  /** 1-based. */
  page: number
  /** Items per page. */
  limit: number
}

/** A page that could not be had, and why; what was on screen before stays there. */
export interface FailedPage extends WantedPage {
  failure: Failure
}

/**
 * The pages of one connection's list. What is shown and what is being fetched are kept apart: rows stay while
 * another page is on its way, and a failure does not take them down.
 */
export const useProducts = defineStore('products', () => {
  const connectionId = ref<string | null>(null)
  const shown = shallowRef<ProductPage | null>(null)
  const wanted = shallowRef<WantedPage>({ page: 1, limit: 25 })
  const fetch = ref<'idle' | 'fetching' | 'failed'>('idle')
  const failed = shallowRef<FailedPage | null>(null)
  /** The place in the whole list, 1-based, that must be in sight once the page is there; null for the top. */
  const anchor = ref<number | null>(null)
  let openAddress = ''
  let newest = 0
  let underWay: PageQuery | null = null

  const lastPage = computed(() => lastPageFor(shown.value, wanted.value.limit))
  const hasNext = computed(() =>
    lastPage.value === null
      ? fetch.value !== 'fetching' && shown.value !== null && rangeOf(shown.value) !== null
      : wanted.value.page < lastPage.value
  )

  async function ask(number: number, query: PageQuery): Promise<void> {
    underWay = query
    const answer = await call('products:page', query)
    // Another page was asked for since: its answer counts, whichever comes first.
    if (number !== newest) return
    underWay = null
    if (!answer.ok) {
      fetch.value = 'failed'
      failed.value = { page: query.page, limit: query.limit, failure: answer.failure }
      // The pager says again what is on screen; `failed` remembers what to retry.
      if (shown.value) wanted.value = { page: shown.value.page, limit: shown.value.limit }
      return
    }
    shown.value = answer.value
    failed.value = null
    fetch.value = 'idle'
    await follow(number, query, answer.value)
  }

  /** A page is there: is it the one with the anchor, and is it young enough? */
  async function follow(number: number, query: PageQuery, page: ProductPage): Promise<void> {
    const range = rangeOf(page)
    if (anchor.value !== null && range && page.pageSize < page.limit && query.from === 'memory') {
      // The store gives fewer items a page than asked for: the place is on another page than was reckoned.
      const right = pageOfPlace(anchor.value, page.pageSize)
      if (right !== page.page) return load({ page: right, limit: page.limit }, 'memory')
    }
    if (query.from === 'store' || !isRevalidationDue(page, Date.now())) return
    fetch.value = 'fetching'
    return ask(number, { ...query, from: 'store' })
  }

  function load(page: WantedPage, from: PageQuery['from']): Promise<void> {
    const id = connectionId.value
    if (id === null) return Promise.resolve()
    newest += 1
    wanted.value = page
    fetch.value = 'fetching'
    return ask(newest, { connectionId: id, ...page, from })
  }

  /**
   * Begins with a connection, or comes back to it: rows of another one go at once, as do those from before
   * its `address` changed.
   */
  function open(id: string, start: WantedPage, address: string): Promise<void> {
    if (id !== connectionId.value || address !== openAddress) {
      connectionId.value = id
      openAddress = address
      shown.value = null
    }
    failed.value = null
    anchor.value = null
    return load(start, 'memory')
  }

  /** Goes to a page, 1-based; a number outside of the list becomes its first or last page. */
  function goTo(page: number): Promise<void> {
    anchor.value = null
    const within = Math.min(Math.max(1, Math.trunc(page)), lastPage.value ?? 1_000_000_000)
    return load({ page: within, limit: wanted.value.limit }, 'memory')
  }

  /** Changes the items per page; the item at `place` (1-based, in the whole list) stays in sight. */
  function setLimit(limit: number, place: number): Promise<void> {
    anchor.value = place
    return load({ page: pageOfPlace(place, pageSizeFor(shown.value, limit)), limit }, 'memory')
  }

  /** Asks the store again for what is shown, or for the page that could not be had. */
  function refresh(): Promise<void> {
    const page = failed.value ?? wanted.value
    const same = underWay?.from === 'store' && underWay.page === page.page && underWay.limit === page.limit
    // One question at a time for one page, however often the key is pressed.
    if (same && fetch.value === 'fetching') return Promise.resolve()
    return load({ page: page.page, limit: page.limit }, 'store')
  }

  return {
    connectionId,
    shown,
    wanted,
    fetch,
    failed,
    anchor,
    lastPage,
    hasNext,
    open,
    goTo,
    setLimit,
    refresh
  }
})
