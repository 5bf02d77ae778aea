import type { Failure, Result } from '../../contract/failure'
import { settledWithin } from '../../async/with-timeout'
import type { FetchedPage, Given, StorePageKey, StorePages } from './page-fetcher'
import { overlap, pagesCovering, placesOf, rangeOf, type PlaceRange } from './ranges'
import type { CatalogDb } from '../types'

/** Pages that one question asks a store for at most: a person waits, and the sync brings the rest. */
const maxPages = 20
/** Of those at once: what a polite visitor does. */
const atOnce = 4
/** ms to wait for what the copy knows of the store: what was known before, and the first answer, tell it as well. */
const factsPatience = 300

/** What is wanted of a store's list. */
export interface Wanted {
  connectionId: string
  range: PlaceRange
  /** Items per page that the person chose: what the store is asked for, unless it gives fewer. */
  limit: number
  /** Places that need not be asked for. */
  known: ReadonlySet<number>
  /** How many pages had come (`count`) when it was looked what is known. */
  knownAt: number
}

export interface Fetched {
  pages: FetchedPage[]
  /** Why not all that is wanted could be fetched. */
  failure: Failure | null
}

/** Fetches ranges of stores' lists, whatever the size of page that a store gives. */
export interface RangeFetch {
  /**
   * Fetches the store's pages that hold what is wanted and not known, in order and bounded in number; what was asked for
   * a moment ago is not asked for again when `isFresh`. A store that caps its pages is found out by the first.
   */
  fetch(wanted: Wanted, options: { signal: AbortSignal; isFresh: boolean }): Promise<Fetched>
  forget(connectionId: string): void
}

export function createRangeFetch(pages: StorePages, copy: Pick<CatalogDb, 'facts'>): RangeFetch {
  /** Items a page that a store gives at most, as far as it is known. */
  const caps = new Map<string, number>()

  async function sizeFor({ connectionId, limit }: Wanted): Promise<number> {
    // Each time: a sync may know more by now, and pages that are larger than the store's would be taken for other places.
    const asking = copy.facts(connectionId).then((facts) => {
      if (facts.ok) caps.set(connectionId, facts.value.pageCap ?? Infinity)
    })
    await settledWithin(asking, factsPatience)
    return Math.min(limit, caps.get(connectionId) ?? Infinity)
  }

  function keysOf(wanted: Wanted, size: number, isFresh: boolean): StorePageKey[] {
    const { connectionId, range } = wanted
    return pagesCovering(range, size)
      .map((page) => ({ connectionId, page, limit: size }))
      .filter((key) => isWanted(key, wanted, isFresh ? pages.gaveLately(key) : null))
  }

  return {
    async fetch(wanted, { signal, isFresh }) {
      const size = await sizeFor(wanted)
      const [first] = keysOf(wanted, size, isFresh)
      if (first === undefined) return { pages: [], failure: null }
      const got = await pages.fetch(first, signal)
      if (!got.ok) return { pages: [], failure: got.failure }
      const { pageSize, totalItems } = got.value.page
      if (pageSize < size) caps.set(wanted.connectionId, pageSize)
      const smaller = Math.min(size, pageSize)
      const keys = keysOf({ ...wanted, known: withPage(wanted.known, got.value) }, smaller, isFresh)
      const more = keys.filter(({ page }) => totalItems === null || (page - 1) * smaller < totalItems)
      const others = more.filter(isOther(first)).slice(0, maxPages - 1)
      const rest = await inTurn(others, (key) => pages.fetch(key, signal))
      return { pages: [got.value, ...rest.pages], failure: rest.failure }
    },
    forget: (connectionId) => void caps.delete(connectionId)
  }
}

function isOther(key: StorePageKey) {
  return ({ page, limit }: StorePageKey): boolean => page !== key.page || limit !== key.limit
}

/** Whether a page holds a place that is wanted, and more of it than the store gave a moment ago. */
function isWanted(key: StorePageKey, { range, known, knownAt }: Wanted, lately: Given | null): boolean {
  const held = rangeOf(key)
  const shared = overlap(held, range)
  if (shared === null) return false
  const there = countKnown(shared, known)
  if (there > shared.last - shared.first) return false
  if (lately === null) return true
  // It came while the copy was being read.
  if (lately.number > knownAt) return false
  const given = overlap(shared, { first: held.first, last: held.first + lately.entries - 1 })
  return given !== null && there < given.last - given.first + 1
}

function countKnown({ first, last }: PlaceRange, known: ReadonlySet<number>): number {
  let count = 0
  for (let place = first; place <= last; place += 1) if (known.has(place)) count += 1
  return count
}

function withPage(known: ReadonlySet<number>, { page }: FetchedPage): Set<number> {
  const { first, last } = placesOf(page)
  const all = new Set(known)
  for (let place = first; place <= last; place += 1) all.add(place)
  return all
}

/** A few at once, in order; ends with the first that fails. */
async function inTurn(
  keys: StorePageKey[],
  fetch: (key: StorePageKey) => Promise<Result<FetchedPage>>
): Promise<Fetched> {
  const pages: FetchedPage[] = []
  for (let done = 0; done < keys.length; done += atOnce) {
    const results = await Promise.all(keys.slice(done, done + atOnce).map(fetch))
    for (const result of results) {
      if (!result.ok) return { pages, failure: result.failure }
      pages.push(result.value)
    }
  }
  return { pages, failure: null }
}
