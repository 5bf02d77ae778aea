import type { StoreAddress, StoreClient, StorePage } from '../../api/types'
import type { Credentials } from '../../contract/connection'
import { fail, ok, type Failure, type Result } from '../../contract/failure'
import { settledWithin } from '../../async/with-timeout'
import { createSingleFlight } from '../../async/single-flight'
import { createBackoffRegistry } from '../../async/backoff'
import type { CatalogDb } from '../types'

/** ms. A person looks at the screen: a store that is late or wants a longer wait is told of, and they decide. */
const patience = 5000
/** ms for which a page counts as just asked for: leafing back and forth stays quiet. The renderer's is the same. */
const youngFor = 30_000
/** Pages whose fetch is remembered for that. */
const maxRemembered = 500

export interface StorePagesDeps {
  /** Where a connection's store is; null when there is no such connection. */
  addressOf: (connectionId: string) => StoreAddress | null
  credentialsOf: (connectionId: string, store: StoreAddress) => Promise<Result<Credentials>>
  client: Pick<StoreClient, 'fetchPage'>
  copy: Pick<CatalogDb, 'save'>
  /** What became of a request to a store; null: it answered as it should. */
  onReached: (connectionId: string, failure: Failure | null) => void
  /** ms that a page which is there waits for the copy to take it in: the writer may be busy with a sync. */
  savePatience: number
  /** ms since 1970. */
  now: () => number
}

/** A page as it is asked of a store: 1-based, with the items per page asked for. */
export interface StorePageKey {
  connectionId: string
  page: number
  limit: number
}

export interface FetchedPage {
  page: StorePage
  /** ms since 1970. */
  at: number
  /** Whether the copy has it by now. */
  isKept: boolean
}

export interface Given {
  /** Entries on the page. */
  entries: number
  /** Which page that came it was, from 1. */
  number: number
}

/** Pages of the stores' own lists. Each one is fetched once for all who wait for it, and goes into the copy. */
export interface StorePages {
  /**
   * Fails as the store and the keychain do, and with `cancelled` when the signal, or `forget`, says so. A store that wants to
   * be left alone is not asked, whoever wants it (28): it fails as it did.
   */
  fetch(key: StorePageKey, signal?: AbortSignal, attempts?: number): Promise<Result<FetchedPage>>
  /** What the store gave for this page, and the copy took in, a moment ago; null: it was not asked lately. */
  gaveLately(key: StorePageKey): Given | null
  /** How many pages came so far and are in the copy. */
  count(): number
  isYoung(at: number | null): boolean
  /** The last request to this store failed: nothing is to be asked that nobody waits for (22). */
  isFailing(connectionId: string): boolean
  /** Why the store is left alone, with the ms that are left of it; null: it may be asked. */
  backoffOf(connectionId: string): Failure | null
  /** What else was asked of the store failed: what it says of a wait holds here too. */
  onStoreBackoff(connectionId: string, failure: Failure): void
  /** The connection was edited or removed: what is under way for it ends. */
  forget(connectionId: string): void
}

export function createStorePages(deps: StorePagesDeps): StorePages {
  const work = createSingleFlight<StorePageKey, FetchedPage>(nameOf)
  const failing = new Set<string>()
  const backoffs = createBackoffRegistry(deps.now)
  /** What was given lately, oldest first. */
  const lately = new Map<string, Given & { at: number }>()
  let count = 0

  const isYoung = (at: number | null): boolean => {
    if (at === null) return false
    const age = deps.now() - at
    // A negative age means that the clock was set back: nothing is known (93).
    return age >= 0 && age <= youngFor
  }

  function remember(key: StorePageKey, page: StorePage, at: number): void {
    lately.delete(nameOf(key))
    count += 1
    lately.set(nameOf(key), { at, entries: page.items.length + page.setAside.length, number: count })
    const [oldest] = lately.keys()
    if (lately.size > maxRemembered && oldest !== undefined) lately.delete(oldest)
  }

  async function run(
    key: StorePageKey,
    attempts: number | undefined,
    signal: AbortSignal
  ): Promise<Result<FetchedPage>> {
    const isEnded = (): boolean => signal.aborted
    const answer = await request(deps, key, attempts, signal)
    // A fetch that was ended says nothing of the store, and its page may be of a store that was left.
    if (isEnded()) return fail('cancelled')
    deps.onReached(key.connectionId, answer.ok ? null : answer.failure)
    if (!answer.ok) {
      failing.add(key.connectionId)
      backoffs.record(key.connectionId, answer.failure)
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
      const failure = backoffs.of(key.connectionId)
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
    backoffOf: (connectionId) => backoffs.of(connectionId),
    onStoreBackoff: (connectionId, failure) => backoffs.record(connectionId, failure),
    forget(connectionId) {
      work.cancel((key) => key.connectionId === connectionId)
      failing.delete(connectionId)
      backoffs.forget(connectionId)
      for (const name of lately.keys()) if (name.startsWith(`${connectionId}/`)) lately.delete(name)
    }
  }
}

/** Connection ids hold no slash. */
function nameOf({ connectionId, page, limit }: StorePageKey): string {
  return `${connectionId}/${limit}/${page}`
}

async function request(
  { addressOf, credentialsOf, client }: StorePagesDeps,
  { connectionId, page, limit }: StorePageKey,
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
  { copy, savePatience }: StorePagesDeps,
  connectionId: string,
  page: StorePage,
  at: number
): Promise<boolean> {
  let isKept = false
  const saving = copy.save(connectionId, page, at).then((saved) => (isKept = saved.ok))
  await settledWithin(saving, savePatience)
  return isKept
}
