import { fail, ok, type Failure, type Result } from '../../contract/failure'
import type { StoreAddress, StoreClient, StorePage } from '../../api/types'
import type { Credentials } from '../../contract/connection'
import { settledWithin } from '../../async/with-timeout'
import { createBackoffRegistry } from '../../async/backoff'
import { createSingleFlight } from '../../async/single-flight'
import type { CatalogDb } from '../types'

/** ms. A person is waiting: a store that is slower, or asks for a longer wait, is reported to them. */
const patience = 5000
/** ms for which a fetched page is fresh: paging back and forth fetches nothing. The renderer uses the same. */
const youngFor = 30_000
/** Fresh pages that are remembered. */
const maxRemembered = 500

export interface PageFetcherDeps {
  /** null: there is no such connection. */
  addressOf: (connectionId: string) => StoreAddress | null
  credentialsOf: (connectionId: string, store: StoreAddress) => Promise<Result<Credentials>>
  client: Pick<StoreClient, 'fetchPage'>
  catalog: Pick<CatalogDb, 'save'>
  /** Called after each request to a store; null: it answered. */
  onReached: (connectionId: string, failure: Failure | null) => void
  /** ms that a fetched page waits to be saved: the writer may be busy with a sync. */
  savePatience: number
  /** ms since 1970. */
  now: () => number
}

/** A page of a store's list: 1-based, with the requested items per page. */
export interface PageKey {
  connectionId: string
  page: number
  limit: number
}

export interface FetchedPage {
  page: StorePage
  /** ms since 1970. */
  at: number
  /** Whether it is saved by now. */
  isKept: boolean
}

export interface Given {
  /** Entries on the page. */
  entries: number
  /** How many pages had been fetched with it. */
  number: number
}

/** Fetches pages of the stores' own lists, each once for all who wait for it, and saves them. */
export interface PageFetcher {
  /**
   * Fails as the store and the keychain do, and with `cancelled` after the signal or `forget`. While a store has asked for a wait, it
   * fails at once as it did before (fault 28).
   */
  fetch(key: PageKey, signal?: AbortSignal, attempts?: number): Promise<Result<FetchedPage>>
  /** What was fetched for this page, and saved, a moment ago; null: nothing. */
  gaveLately(key: PageKey): Given | null
  /** How many pages were fetched and saved so far. */
  count(): number
  isYoung(at: number | null): boolean
  /** True after a failed request: do not prefetch until one succeeds (fault 22). */
  isFailing(connectionId: string): boolean
  /** Why the store must not be asked, with the ms left of its wait; null: it may be asked. */
  backoffOf(connectionId: string): Failure | null
  /** Another request to the store failed: the wait that it asks for holds here too. */
  onStoreBackoff(connectionId: string, failure: Failure): void
  /** Cancels what is under way: the connection was edited or removed. */
  forget(connectionId: string): void
}

export function createPageFetcher(deps: PageFetcherDeps): PageFetcher {
  const work = createSingleFlight<PageKey, FetchedPage>(nameOf)
  const failing = new Set<string>()
  const backoff = createBackoffRegistry(deps.now)
  /** Fresh pages, oldest first. */
  const lately = new Map<string, Given & { at: number }>()
  let count = 0

  const isYoung = (at: number | null): boolean => {
    if (at === null) return false
    const age = deps.now() - at
    // A negative age: the clock was set back (fault 93).
    return age >= 0 && age <= youngFor
  }

  function remember(key: PageKey, page: StorePage, at: number): void {
    lately.delete(nameOf(key))
    count += 1
    lately.set(nameOf(key), { at, entries: page.items.length + page.setAside.length, number: count })
    const [oldest] = lately.keys()
    if (lately.size > maxRemembered && oldest !== undefined) lately.delete(oldest)
  }

  async function run(
    key: PageKey,
    attempts: number | undefined,
    signal: AbortSignal
  ): Promise<Result<FetchedPage>> {
    const isEnded = (): boolean => signal.aborted
    const answer = await request(deps, key, attempts, signal)
    // A cancelled fetch says nothing about the store, and may be of a store that was left.
    if (isEnded()) return fail('cancelled')
    deps.onReached(key.connectionId, answer.ok ? null : answer.failure)
    if (!answer.ok) {
      failing.add(key.connectionId)
      backoff.record(key.connectionId, answer.failure)
      return answer
    }
    failing.delete(key.connectionId)
    const at = deps.now()
    const isKept = await save(deps, key.connectionId, answer.value, at)
    if (isKept) remember(key, answer.value, at)
    return isEnded() ? fail('cancelled') : ok({ page: answer.value, at, isKept })
  }

  return {
    async fetch(key, signal, attempts) {
      const failure = backoff.of(key.connectionId)
      if (failure) return { ok: false, failure }
      return work.join(key, signal, (ended) => run(key, attempts, ended))
    },
    gaveLately(key) {
      const given = lately.get(nameOf(key))
      return given && isYoung(given.at) ? given : null
    },
    count: () => count,
    isYoung,
    isFailing: (connectionId) => failing.has(connectionId),
    backoffOf: (connectionId) => backoff.of(connectionId),
    onStoreBackoff: (connectionId, failure) => backoff.record(connectionId, failure),
    forget(connectionId) {
      work.cancel((key) => key.connectionId === connectionId)
      failing.delete(connectionId)
      backoff.forget(connectionId)
      for (const name of lately.keys()) if (name.startsWith(`${connectionId}/`)) lately.delete(name)
    }
  }
}

/** Connection ids hold no slash. */
function nameOf({ connectionId, page, limit }: PageKey): string {
  return `${connectionId}/${limit}/${page}`
}

async function request(
  { addressOf, credentialsOf, client }: PageFetcherDeps,
  { connectionId, page, limit }: PageKey,
  attempts: number | undefined,
  signal: AbortSignal
): Promise<Result<StorePage>> {
  const store = addressOf(connectionId)
  if (store === null) return fail('connection-unknown')
  const credentials = await credentialsOf(connectionId, store)
  if (signal.aborted) return fail('cancelled')
  if (!credentials.ok) return credentials
  return client.fetchPage({
    store,
    credentials: credentials.value,
    page,
    limit,
    attempts,
    patience,
    signal
  })
}

async function save(
  { catalog, savePatience }: PageFetcherDeps,
  connectionId: string,
  page: StorePage,
  at: number
): Promise<boolean> {
  let isKept = false
  const saving = catalog.save(connectionId, page, at).then((saved) => (isKept = saved.ok))
  await settledWithin(saving, savePatience)
  return isKept
}
