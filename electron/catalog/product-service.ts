import {
  overlap,
  rangeOf,
  createRangeFetcher,
  isIn,
  positionsOf,
  type PositionRange,
  type Fetched
} from './remote/range-fetcher'
import { fail, ok, type Failure, type Result } from '../contract/failure'
import { isUnfiltered } from '../contract/empty-query'
import type { ProductQuery } from '../contract/product-query'
import type { PageOddity, Product, ProductPage } from '../contract/product'
import type { Picture } from '../contract/picture'
import {
  hasNext,
  isShowable,
  mergeFetched,
  mayLack,
  positionsIn,
  toProduct,
  toProductPage,
  type Provenance,
  type PageRequest
} from './page-view'
import { createPageFetcher, type PageFetcherDeps } from './remote/page-fetcher'
import type { CatalogDb, ListAnswer } from './types'

/** The page of a connection's own list that is on screen. */
interface Looked {
  connectionId: string
  page: number
  limit: number
}

/** A request that may wait for the store, until it is cancelled. */
interface Open {
  connectionId: string
  range: PositionRange
  controller: AbortController
}

/** Requests that wait for stores. A later one cancels the earlier ones that have nothing to do with it. */
export interface PendingRequests {
  /** Runs with a signal that is aborted when the request is cancelled. */
  ask<T>(looked: Looked, run: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** Cancels all but those for neighbors of this page: a scrolling list requests several at once. */
  cancelUnrelated(looked: Looked): void
  /** Cancels the requests of the connections that `which` returns true for. */
  leave(which: (connectionId: string) => boolean): void
}

function createPendingRequests(): PendingRequests {
  const open = new Set<Open>()

  function leave(which: (request: Open) => boolean): void {
    for (const request of open) {
      if (!which(request)) continue
      open.delete(request)
      request.controller.abort()
    }
  }

  return {
    async ask({ connectionId, ...page }, run) {
      const request = { connectionId, range: rangeOf(page), controller: new AbortController() }
      open.add(request)
      try {
        return await run(request.controller.signal)
      } finally {
        open.delete(request)
      }
    },
    cancelUnrelated({ connectionId, page, limit }) {
      const neighbors = { first: (page - 2) * limit + 1, last: (page + 1) * limit }
      leave((request) => request.connectionId !== connectionId || overlap(request.range, neighbors) === null)
    },
    leave: (which) => leave(({ connectionId }) => which(connectionId))
  }
}

/** What the catalog holds of a page, and how many pages had been fetched when it was read. */
interface KnownRows {
  answer: ListAnswer | null
  knownAt: number
}

/** Items of the page that is fetched to see whether a store answers; the most usual size. */
const probeSize = 25

export interface ProductServiceDeps extends Omit<PageFetcherDeps, 'now' | 'catalog' | 'savePatience'> {
  catalog: Pick<CatalogDb, 'read' | 'watch' | 'save' | 'facts' | 'products' | 'listed' | 'place'>
  /** A fetched page says that the list has shrunk so much that a person has to be asked (fault 41). */
  onDrop: (connectionId: string) => void
  /** @param product its key in the catalog */
  registerPicture: (connectionId: string, address: string, product?: number) => Picture
  /** ms since 1970. */
  now?: () => number
  /** ms that a fetched page waits to be saved. */
  savePatience?: number
}

/** Products page by page, from the catalogs and, where those have gaps, from the stores. */
export interface ProductService {
  /**
   * Returns a page. Gaps of the store's own list are filled from the store, and `from: 'store'` fetches all of the page; a filtered or
   * sorted list comes from the catalog alone. Cancels earlier requests for other pages, which fail with `cancelled`. Fails as the store
   * or the keychain does where the catalog has nothing to show; for a filtered list as the catalog does.
   */
  page(request: PageRequest): Promise<Result<ProductPage>>
  /** The known ones of some products, by id, in that order. */
  products(connectionId: string, ids: string[]): Promise<Result<Product[]>>
  /** Those of some products, by id, that are in a list now. */
  listed(connectionId: string, productQuery: ProductQuery, ids: string[]): Promise<Result<string[]>>
  /** The place of a product in a list now, 1-based; null: the list does not hold it. */
  place(connectionId: string, productQuery: ProductQuery, id: string): Promise<Result<number | null>>
  /**
   * Fetches the store's first page to see whether it answers. Fails as the store and the keychain do, and with `cancelled` while the
   * store is backed off from.
   */
  probe(connectionId: string): Promise<Result<null>>
  /** A request of the sync failed: the wait that the store asks for holds for pages too (fault 28). */
  onStoreBackoff(connectionId: string, failure: Failure): void
  /** The connection on screen; null: none. Cancels fetches for others. */
  focus(connectionId: string | null): void
  /** The key was changed: the store has to accept it before the catalog is shown again (fault 22). */
  keyChanged(connectionId: string): void
  /** Forgets what is known of a store whose connection was edited or removed; the catalog stays. */
  forget(connectionId: string): void
}

const isDropOdd = (oddity: PageOddity): boolean => oddity === 'list-emptied' || oddity === 'list-shrunk'

export function createProductService({
  now = Date.now,
  savePatience = 300,
  ...others
}: ProductServiceDeps): ProductService {
  const deps = { ...others, now, savePatience }
  const { addressOf, catalog, registerPicture } = deps
  const pages = createPageFetcher(deps)
  const ranges = createRangeFetcher(pages, catalog)
  const pending = createPendingRequests()
  /** Connections whose key their store has not accepted yet. */
  const unproven = new Set<string>()

  const read = ({ connectionId, productQuery, page, limit }: PageRequest): Promise<Result<ListAnswer>> =>
    catalog.read(connectionId, { productQuery, offset: (page - 1) * limit, limit })

  /** What the catalog holds of a page of the store's own list; null where it cannot be read. */
  async function readKnown(request: PageRequest): Promise<KnownRows> {
    const knownAt = pages.count()
    const answer = await read(request)
    return { answer: answer.ok ? answer.value : null, knownAt }
  }

  function toView(request: PageRequest, answer: ListAnswer, how: Partial<Provenance>): ProductPage {
    const provenance = { fromCopy: true, staleBecause: null, fetched: [], now: now(), ...how }
    return toProductPage(request, answer, provenance, (address, product) =>
      registerPicture(request.connectionId, address, product)
    )
  }

  /** Fetches what the page lacks; all of it for `from: 'store'`. */
  function fetch(
    request: PageRequest,
    { answer, knownAt }: KnownRows,
    signal: AbortSignal
  ): Promise<Fetched> {
    const isFresh = request.from === 'copy' && answer !== null
    const known = positionsIn(isFresh ? answer : null)
    const { connectionId, limit } = request
    const wanted = { connectionId, limit, range: rangeOf(request), known, knownAt }
    return ranges.fetch(wanted, { signal, isFresh })
  }

  async function filteredList(request: PageRequest): Promise<Result<ProductPage>> {
    const answer = await read(request)
    return answer.ok ? ok(toView(request, answer.value, {})) : answer
  }

  async function wholeList(asked: PageRequest, signal: AbortSignal): Promise<Result<ProductPage>> {
    const request: PageRequest = unproven.has(asked.connectionId) ? { ...asked, from: 'store' } : asked
    const isLeft = (): boolean => signal.aborted
    const known = await readKnown(request)
    const { answer, knownAt } = known
    if (answer && request.from === 'copy' && !mayLack(answer, request.limit)) {
      return ok(toView(request, answer, {}))
    }
    if (isLeft()) return fail('cancelled')
    const fetched = await fetch(request, known, signal)
    const isAsBefore = answer !== null && fetched.pages.length === 0 && pages.count() === knownAt
    const filled = isAsBefore ? answer : await fillUp(request, answer, fetched.pages)
    if (isLeft() || fetched.failure?.code === 'cancelled') return fail('cancelled')
    unproven.delete(request.connectionId)
    const { failure } = fetched
    if (failure && !isShowable(filled, request.limit)) return { ok: false, failure }
    const isOfNow = (position: number): boolean =>
      fetched.pages.some(({ page }) => isIn(position, positionsOf(page)))
    const fromCopy =
      fetched.pages.length === 0 || failure !== null || ![...positionsIn(filled)].every(isOfNow)
    return ok(toView(request, filled, { fromCopy, staleBecause: failure, fetched: fetched.pages }))
  }

  /** The page as saved by now, or as the store sent it where it could not be saved. */
  async function fillUp(
    request: PageRequest,
    known: ListAnswer | null,
    fetched: Fetched['pages']
  ): Promise<ListAnswer> {
    const answer = fetched.every(({ isKept }) => isKept) ? await read(request) : null
    return answer?.ok ? answer.value : mergeFetched(request, known, fetched)
  }

  /** Fetches the next page. Nobody waits for it: a failure shows when that page is requested. */
  function fetchAhead(request: PageRequest, page: ProductPage): void {
    if (pages.isFailing(request.connectionId) || !hasNext(page)) return
    const next: PageRequest = { ...request, page: request.page + 1, from: 'copy' }
    void pending.ask(next, async (signal) => {
      const known = await readKnown(next)
      if (known.answer === null || signal.aborted) return
      // Next to a page that was just fetched, old rows are fetched again too.
      const isOld = pages.isYoung(page.fetchedAt) && !pages.isYoung(known.answer.readAt)
      if (mayLack(known.answer, next.limit)) await fetch(next, known, signal)
      else if (isOld) await fetch({ ...next, from: 'store' }, known, signal)
    })
  }

  function forget(connectionId: string): void {
    pending.leave((other) => other === connectionId)
    pages.forget(connectionId)
    ranges.forget(connectionId)
    unproven.delete(connectionId)
  }

  return {
    async page(request) {
      if (addressOf(request.connectionId) === null) return fail('connection-unknown')
      pending.cancelUnrelated(request)
      catalog.watch(request.connectionId, request.productQuery)
      if (!isUnfiltered(request.productQuery)) return filteredList(request)
      const page = await pending.ask(request, (signal) => wholeList(request, signal))
      if (!page.ok) return page
      fetchAhead(request, page.value)
      if (page.value.oddities.some(isDropOdd)) deps.onDrop(request.connectionId)
      return page
    },
    async products(connectionId, ids) {
      // Reading creates the catalog of a connection.
      if (addressOf(connectionId) === null) return fail('connection-unknown')
      const answer = await catalog.products(connectionId, ids)
      if (!answer.ok) return answer
      const inOrder = answer.value.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
      return ok(inOrder.map(toProduct((address, key) => registerPicture(connectionId, address, key))))
    },
    async listed(connectionId, productQuery, ids) {
      if (addressOf(connectionId) === null) return fail('connection-unknown')
      return catalog.listed(connectionId, productQuery, ids)
    },
    async place(connectionId, productQuery, id) {
      if (addressOf(connectionId) === null) return fail('connection-unknown')
      return catalog.place(connectionId, productQuery, id)
    },
    async probe(connectionId) {
      if (pages.backoffOf(connectionId)) return fail('cancelled')
      const page = await pages.fetch({ connectionId, page: 1, limit: probeSize }, undefined, 1)
      return page.ok ? ok(null) : page
    },
    onStoreBackoff: (connectionId, failure) => pages.onStoreBackoff(connectionId, failure),
    focus: (connectionId) => pending.leave((other) => other !== connectionId),
    keyChanged(connectionId) {
      forget(connectionId)
      unproven.add(connectionId)
    },
    forget
  }
}
