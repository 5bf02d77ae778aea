import { computed, ref, shallowRef, watch } from 'vue'
import type { Failure } from '../../../electron/contract/failure'
import type { ProductQuery } from '../../../electron/contract/product-query'
import type { ProductPage } from '../../../electron/contract/product'
import { call } from '../../bridge'
import { pageOfPlace, rangeOf } from '../../shared/format/places'
import { emptyQuery, isUnfiltered } from '../../../electron/contract/empty-query'
import { isSameQuery } from './filters'
import { useListColumns } from './columns-with-room'
import { latestOnly } from '../../shared/data/latest-only-queue'
import { defineConnectionStore } from '../../shared/data/open-connection'
import { isRevalidationDue, lastPageFor, PagesAhead } from './page-prefetch'

/** A page that a person asked for. */
export interface WantedPage {
  /** 1-based. */
  page: number
  /** Items per page. */
  limit: number
}

/** A page that could not be had, and why. Rows of the same list stay on screen. */
export interface FailedPage extends WantedPage {
  failure: Failure
}

interface Question extends WantedPage {
  from: 'copy' | 'store'
  productQuery: ProductQuery
}

/** Whether one search is a step on the way to the other: its answer is worth a look while the next is awaited. */
function isOnTheWay(asked: ProductQuery, now: ProductQuery): boolean {
  const typed = asked.search !== '' && now.search !== '' && asked.search !== now.search
  return typed && isSameQuery({ ...asked, search: '' }, { ...now, search: '' })
}

/**
 * The pages of the connection's list, narrowed and ordered as the person wants it. What is shown and what is being
 * fetched are kept apart: rows stay while others are on their way, and a failure does not take them down.
 */
export const useProducts = defineConnectionStore((connectionId) => {
  /** The list was asked for. */
  const isOpen = ref(false)
  const productQuery = shallowRef<ProductQuery>(emptyQuery)
  const shown = shallowRef<ProductPage | null>(null)
  /** What the rows on screen are the answer to; behind `narrowing` while the answer to that is awaited. */
  const shownFor = shallowRef<ProductQuery>(emptyQuery)
  const wanted = shallowRef<WantedPage>({ page: 1, limit: 25 })
  const fetch = ref<'idle' | 'fetching' | 'failed'>('idle')
  const failed = shallowRef<FailedPage | null>(null)
  /** The place in the whole list, 1-based, that must be in sight once the page is there; null for the top. */
  const anchor = ref<number | null>(null)
  /** The current product: where the page that had it is read again, and another one has it by now, that is shown. */
  const current = ref<string | null>(null)
  /** It was on the page on screen, which came anew without it: until a sync is through, the catalog may not know where it is. */
  let missed: string | null = null
  /** The page that a person probably turns to next, where it was read ahead. */
  const beside = shallowRef<ProductPage | null>(null)
  let direction: 1 | -1 = 1
  const inTurn = latestOnly()
  const columns = useListColumns()
  const facts = (asked: ProductQuery): { withFacts?: true } =>
    columns.tellsFindings(asked.filters) ? { withFacts: true } : {}
  const ahead = new PagesAhead((query) =>
    call('products:page', {
      connectionId,
      ...query,
      from: 'copy',
      ...facts(query.productQuery)
    })
  )
  let openAddress = ''
  let newest = 0
  let newestShown = 0
  let underWay: Question | null = null
  let changedMeanwhile = false

  const lastPage = computed(() => lastPageFor(shown.value, wanted.value.limit))
  const hasNext = computed(() =>
    lastPage.value === null
      ? fetch.value !== 'fetching' && shown.value !== null && rangeOf(shown.value) !== null
      : wanted.value.page < lastPage.value
  )

  function show(number: number, query: Question, page: ProductPage): void {
    if (isShown(query)) missed = missedIn(page)
    newestShown = number
    shownFor.value = query.productQuery
    shown.value = page
    // It is one further now, or of another list.
    beside.value = null
  }

  /** The current product, where the page on screen had it and this one has not. */
  function missedIn(page: ProductPage): string | null {
    const id = current.value
    const isHere = (items: ProductPage['items']): boolean => items.some((item) => item.id === id)
    if (id === null || isHere(page.items)) return null
    return missed === id || isHere(shown.value?.items ?? []) ? id : null
  }

  /** The last page of a list that no longer reaches to the page on screen; null: it does, or there was nothing. */
  function endBefore(page: ProductPage): number | null {
    const last = lastPageFor(page, page.limit)
    const hadRows = shown.value?.page === page.page && rangeOf(shown.value) !== null
    return hadRows && rangeOf(page) === null && last !== null && last < page.page ? last : null
  }

  /** Another page that the list goes on at: the one that has the current product by now, or else the last one. null: the same. */
  async function pageToGoOn(
    page: ProductPage,
    productQuery: ProductQuery,
    productId: string | null
  ): Promise<{ place: number; page: ProductPage } | null> {
    const wish = { connectionId, productQuery }
    const found = productId === null ? null : await call('products:place', { ...wish, productId })
    const place = found?.ok ? found.value : null
    const number = place === null ? endBefore(page) : pageOfPlace(place, page.pageSize)
    if (number === null || number === page.page) return null
    const answer = await call('products:page', {
      ...wish,
      page: number,
      limit: page.limit,
      from: 'copy',
      ...facts(productQuery)
    })
    return answer.ok ? { place: place ?? page.totalItems ?? 1, page: answer.value } : null
  }

  async function ask(number: number, query: Question): Promise<void> {
    // It waited for its turn, and something else is wanted now.
    if (number !== newest) return
    underWay = query
    const answer = await call('products:page', {
      connectionId,
      ...query,
      ...facts(query.productQuery)
    })
    // Another page was asked for since: its answer counts, whichever comes first.
    if (number !== newest) {
      if (answer.ok && number > newestShown && isOnTheWay(query.productQuery, productQuery.value)) {
        show(number, query, answer.value)
      }
      return
    }
    underWay = null
    const last = answer.ok && isShown(query) ? endBefore(answer.value) : null
    if (answer.ok && last !== null) {
      missed = missedIn(answer.value)
      anchor.value = answer.value.totalItems
      await load({ page: last, limit: query.limit }, query.from)
    } else if (answer.ok) {
      show(number, query, answer.value)
      failed.value = null
      fetch.value = 'idle'
      await follow(number, query, answer.value)
    } else if (answer.failure.code === 'cancelled' && isShown(query)) fetch.value = 'idle'
    else fail(query, answer.failure)
    if (changedMeanwhile && number === newest) await reread()
  }

  /** Whether the rows of this page are here: its question gave way to one of the list in one piece, and nobody has canceled anything. */
  function isShown({ page, limit, productQuery: asked }: Question): boolean {
    const isPage = shown.value?.page === page && shown.value.limit === limit
    return isPage && isSameQuery(asked, shownFor.value)
  }

  function fail({ page, limit, productQuery: asked }: Question, failure: Failure): void {
    fetch.value = 'failed'
    failed.value = { page, limit, failure }
    // Rows that answer another question must not be taken for the answer to this one.
    if (!isSameQuery(asked, shownFor.value)) shown.value = null
    // The pager says again what is on screen; `failed` remembers what to retry.
    if (shown.value) wanted.value = { page: shown.value.page, limit: shown.value.limit }
  }

  /** A page is there: is it young enough? */
  async function follow(number: number, query: Question, page: ProductPage): Promise<void> {
    // What is narrowed is answered from the catalog alone, which the sync keeps young.
    if (query.from === 'store' || !isUnfiltered(query.productQuery)) return
    if (!isRevalidationDue(page, Date.now())) return
    fetch.value = 'fetching'
    return ask(number, { ...query, from: 'store' })
  }

  /** Shows a page that was read ahead. */
  function turnTo(number: number, query: Question, page: ProductPage): Promise<void> {
    underWay = null
    show(number, query, page)
    failed.value = null
    fetch.value = 'idle'
    return follow(number, query, page)
  }

  function load(page: WantedPage, from: Question['from']): Promise<void> {
    if (!isOpen.value) return Promise.resolve()
    newest += 1
    const number = newest
    wanted.value = page
    fetch.value = 'fetching'
    changedMeanwhile = false
    const query: Question = { ...page, from, productQuery: productQuery.value }
    const here = from === 'copy' ? ahead.get(query) : null
    if (here) return turnTo(number, query, here)
    // A filtered list comes from the catalog, one question at a time: those between two are dropped. A page of the store's own list
    // may have to wait for the store, so that nothing waits behind it.
    return isUnfiltered(productQuery.value) ? ask(number, query) : inTurn(() => ask(number, query))
  }

  /** Begins with the list, or comes back to it: rows from before the connection's `address` changed go at once. */
  function open(start: WantedPage, address: string, wish: ProductQuery = emptyQuery): Promise<void> {
    if (address !== openAddress || !isSameQuery(wish, shownFor.value)) shown.value = null
    forgetAhead()
    isOpen.value = true
    openAddress = address
    productQuery.value = wish
    failed.value = null
    anchor.value = null
    missed = null
    return load(start, 'copy')
  }

  /** Searches, filters or orders the list anew, from its first page on. */
  function narrow(changes: Partial<ProductQuery>): Promise<void> {
    const next = { ...productQuery.value, ...changes }
    if (isSameQuery(next, productQuery.value)) return Promise.resolve()
    productQuery.value = next
    anchor.value = null
    missed = null
    return load({ page: 1, limit: wanted.value.limit }, 'copy')
  }

  /** Goes to a page, 1-based; a number outside of the list becomes its first or last page. */
  function goTo(page: number): Promise<void> {
    anchor.value = null
    missed = null
    const last = shownFor.value === productQuery.value ? lastPage.value : null
    const within = Math.min(Math.max(1, Math.trunc(page)), last ?? 1_000_000_000)
    direction = within < wanted.value.page ? -1 : 1
    return load({ page: within, limit: wanted.value.limit }, 'copy')
  }

  /** Changes the items per page; the item at `place` (1-based, in the whole list) stays in sight. */
  function setLimit(limit: number, place: number): Promise<void> {
    anchor.value = place
    missed = null
    return load({ page: pageOfPlace(place, limit), limit }, 'copy')
  }

  /** Asks the store again for what is shown, or for the page that could not be had; of a narrowed list, the catalog. */
  function refresh(): Promise<void> {
    const page = failed.value ?? wanted.value
    const same = underWay?.from === 'store' && underWay.page === page.page && underWay.limit === page.limit
    // One question at a time for one page, however often the key is pressed.
    if (same && fetch.value === 'fetching') return Promise.resolve()
    return load({ page: page.page, limit: page.limit }, 'store')
  }

  /** What was read ahead may not be as the catalog has it now. */
  function forgetAhead(): void {
    ahead.clear()
    beside.value = null
  }

  /** Reads the pages after and before the one on screen, where the catalog has them for certain: a turn shows them at once. */
  async function readAhead(): Promise<void> {
    const page = shown.value
    const isStill = (): boolean => shown.value === page && fetch.value === 'idle'
    if (!page || !isStill() || shownFor.value !== productQuery.value) return
    const wish = { productQuery: productQuery.value, page: page.page, limit: page.limit }
    const likely = (other: ProductPage): void => void (beside.value = other)
    await ahead.readBeside(wish, page, { last: lastPage.value ?? 0, direction, isStill, likely })
  }

  /**
   * Reads what is on screen from the catalog again, because the catalog changed. Nothing on screen says so: neither the
   * place, unless the current product is on another page by now or the page is past the end, nor the state of a fetch changes. While another page is on its way, that is read again when it is there.
   */
  async function reread(): Promise<void> {
    changedMeanwhile = fetch.value === 'fetching'
    const page = shown.value
    if (changedMeanwhile || !page) return
    const { page: number, limit } = page
    const [before, asked] = [newest, shownFor.value]
    const answer = await call('products:page', {
      connectionId,
      page: number,
      limit,
      productQuery: asked,
      from: 'copy',
      ...facts(asked)
    })
    if (before !== newest || !answer.ok) return
    const missing = missedIn(answer.value)
    const other = await pageToGoOn(answer.value, asked, missing)
    if (before !== newest) return
    missed = other === null ? missing : null
    if (other !== null) {
      wanted.value = { page: other.page.page, limit }
      anchor.value = other.place
      beside.value = null
    }
    const now = other?.page ?? answer.value
    // The catalog cannot know why the store was not reached; that stays true until the store answers.
    shown.value = { ...now, staleBecause: now.staleBecause ?? page.staleBecause }
  }

  // What is on screen was read without them. Getters: of a shallow ref among several sources Vue takes any run for a change.
  watch(
    [() => shownFor.value, () => columns.tellsFindings(shownFor.value.filters)] as const,
    ([query, isWanted], [before]) => {
      if (!isWanted || query !== before || shown.value === null) return
      forgetAhead()
      void reread()
    }
  )

  return {
    connectionId,
    isOpen,
    productQuery,
    shown,
    shownFor,
    beside,
    wanted,
    fetch,
    failed,
    anchor,
    current,
    lastPage,
    hasNext,
    open,
    narrow,
    goTo,
    setLimit,
    refresh,
    reread,
    readAhead,
    forgetAhead
  }
})
