import type { StoreAddress, StoreClient } from '../api/types'
import type { Credentials } from '../contract/connection'
import { fail, ok, type Result } from '../contract/failure'
import type { PageQuery, Picture, ProductPage } from '../contract/product'
import { createFlights } from './flights'
import type { PageKey, PageMemory, RememberedPage } from './page-memory'
import { hasNext, toProductPage } from './product-page'

/** ms. A person looks at the screen: a store that is late or wants a longer wait is told of, and they decide. */
const patience = 5000

export interface CatalogDeps {
  /** Where a connection's store is; null when there is no such connection. */
  addressOf: (connectionId: string) => StoreAddress | null
  credentialsOf: (connectionId: string) => Promise<Result<Credentials>>
  client: Pick<StoreClient, 'fetchPage'>
  memory: PageMemory
  registerPicture: (connectionId: string, address: string) => Picture
  /** ms since 1970. */
  now?: () => number
}

/** The products of the connected stores, page by page, as they were seen in this run. */
export interface Catalog {
  /**
   * The page asked for. Asking for another page ends an earlier question's fetch, which then fails with
   * `cancelled`. Fails as the store or the keychain does, when there is nothing remembered to show instead.
   */
  page(query: PageQuery): Promise<Result<ProductPage>>
  /** The person looks at this connection now (null: at none): fetches for others end. */
  focus(connectionId: string | null): void
  /** What was remembered of a connection does not hold any more: it was edited or removed. */
  forget(connectionId: string): void
}

export function createCatalog(deps: CatalogDeps): Catalog {
  const { addressOf, credentialsOf, client, memory, registerPicture, now = Date.now } = deps
  const flights = createFlights()
  /** Connections whose last fetch failed: nothing is fetched ahead until the person asks again (22). */
  const failing = new Set<string>()

  async function fetch(key: PageKey, signal: AbortSignal): Promise<Result<RememberedPage>> {
    const ended = (): boolean => signal.aborted
    const store = addressOf(key.connectionId)
    if (store === null) return fail('connection-unknown')
    const credentials = await credentialsOf(key.connectionId)
    if (ended()) return fail('cancelled')
    const answer = credentials.ok
      ? await client.fetchPage({ store, credentials: credentials.value, ...key, patience, signal })
      : credentials
    // A fetch that was ended says nothing of the store, and its page may be of a store that was left.
    if (ended()) return fail('cancelled')
    if (!answer.ok) {
      failing.add(key.connectionId)
      return answer
    }
    failing.delete(key.connectionId)
    const remembered = { page: answer.value, fetchedAt: now() }
    memory.put(key, remembered)
    return ok(remembered)
  }

  function fetchAhead(key: PageKey, { page }: RememberedPage): void {
    const next = { ...key, page: key.page + 1 }
    if (failing.has(key.connectionId) || !hasNext(page) || memory.get(next)) return
    // Nobody waits for it: its failure is told when the page is asked for.
    void flights.join(next, fetch)
  }

  function leaveAllBut({ connectionId, page, limit }: PageKey): void {
    flights.cancel(
      (key) =>
        key.connectionId === connectionId &&
        key.limit === limit &&
        (key.page === page || key.page === page + 1)
    )
  }

  async function page({ connectionId, page, limit, from }: PageQuery): Promise<Result<ProductPage>> {
    if (addressOf(connectionId) === null) return fail('connection-unknown')
    const key: PageKey = { connectionId, page, limit }
    const picture = (address: string): Picture => registerPicture(connectionId, address)
    leaveAllBut(key)
    const seen = memory.get(key)
    if (from === 'memory' && seen) {
      fetchAhead(key, seen)
      return ok(toProductPage(connectionId, seen, { fromCopy: true, staleBecause: null }, picture))
    }
    const answer = await flights.join(key, fetch)
    if (answer.ok) {
      fetchAhead(key, answer.value)
      const provenance = { fromCopy: false, staleBecause: null }
      return ok(toProductPage(connectionId, answer.value, provenance, picture))
    }
    const remembered = answer.failure.code === 'cancelled' ? null : memory.get(key)
    if (!remembered) return answer
    return ok(
      toProductPage(connectionId, remembered, { fromCopy: true, staleBecause: answer.failure }, picture)
    )
  }

  return {
    page,
    focus: (connectionId) => flights.cancel((key) => key.connectionId === connectionId),
    forget(connectionId) {
      flights.cancel((key) => key.connectionId !== connectionId)
      memory.forget(connectionId)
      failing.delete(connectionId)
    }
  }
}
