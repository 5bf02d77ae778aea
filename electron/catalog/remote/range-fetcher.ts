import type { StorePage } from '../../api/types'
import type { Failure, Result } from '../../contract/failure'
import { settledWithin } from '../../async/with-timeout'
import type { FetchedPage, Given, PageKey, PageFetcher } from './page-fetcher'
import type { CatalogDb } from '../types'

/** A range of places in the store's list: 1-based, both included. */
export interface PositionRange {
  first: number
  last: number
}

/** The places of a page of so many items. */
export function rangeOf({ page, limit }: { page: number; limit: number }): PositionRange {
  return { first: (page - 1) * limit + 1, last: page * limit }
}

/** The store's pages of `size` items that overlap the range, in order. */
function pagesCovering({ first, last }: PositionRange, size: number): number[] {
  const from = Math.ceil(first / size)
  return Array.from({ length: Math.ceil(last / size) - from + 1 }, (_, index) => from + index)
}

/** The places that two ranges share; null without any. */
export function overlap(one: PositionRange, other: PositionRange): PositionRange | null {
  const [first, last] = [Math.max(one.first, other.first), Math.min(one.last, other.last)]
  return first <= last ? { first, last } : null
}

/** The places that the entries of a fetched page stand at. */
export function positionsOf(page: StorePage): PositionRange {
  const before = (page.page - 1) * page.pageSize
  return { first: before + 1, last: before + page.items.length + page.setAside.length }
}

/** Whether a place is within a range. */
export function isIn(position: number, { first, last }: PositionRange): boolean {
  return position >= first && position <= last
}

/** Most pages that one request fetches: a person waits, and the sync brings the rest. */
const maxPages = 20
/** Pages that are fetched at the same time. */
const atOnce = 4
/** ms to wait for the saved page size: the one known before, or the first answer, does as well. */
const factsPatience = 300

/** What is wanted of a store's list. */
export interface WantedPages {
  connectionId: string
  range: PositionRange
  /** Items per page on screen: the page size requested from the store, unless it gives fewer. */
  limit: number
  /** Places that need not be asked for. */
  known: ReadonlySet<number>
  /** `PageFetcher.count` when `known` was read. */
  knownAt: number
}

export interface Fetched {
  pages: FetchedPage[]
  /** Why not all pages could be fetched. */
  failure: Failure | null
}

/** Fetches ranges of stores' lists, whatever page size a store gives. */
export interface RangeFetcher {
  /**
   * Fetches the pages with wanted, unknown positions, in order and bounded in number; with `isFresh`, not those fetched a moment ago.
   * The first answer shows whether the store caps its pages.
   */
  fetch(wanted: WantedPages, options: { signal: AbortSignal; isFresh: boolean }): Promise<Fetched>
  forget(connectionId: string): void
}

export function createRangeFetcher(pages: PageFetcher, catalog: Pick<CatalogDb, 'facts'>): RangeFetcher {
  /** Most items that a store puts on a page, where known. */
  const caps = new Map<string, number>()

  async function sizeFor({ connectionId, limit }: WantedPages): Promise<number> {
    // Each time: a sync may know more by now, and a wrong page size means wrong positions.
    const asking = catalog.facts(connectionId).then((facts) => {
      if (facts.ok) caps.set(connectionId, facts.value.pageCap ?? Infinity)
    })
    await settledWithin(asking, factsPatience)
    return Math.min(limit, caps.get(connectionId) ?? Infinity)
  }

  function keysOf(wanted: WantedPages, size: number, isFresh: boolean): PageKey[] {
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
      const rest = await fetchInBatches(others, (key) => pages.fetch(key, signal))
      return { pages: [got.value, ...rest.pages], failure: rest.failure }
    },
    forget: (connectionId) => void caps.delete(connectionId)
  }
}

function isOther(key: PageKey) {
  return ({ page, limit }: PageKey): boolean => page !== key.page || limit !== key.limit
}

/** Whether a page has a wanted position that the store did not give a moment ago. */
function isWanted(key: PageKey, { range, known, knownAt }: WantedPages, lately: Given | null): boolean {
  const covered = rangeOf(key)
  const shared = overlap(covered, range)
  if (shared === null) return false
  const there = countKnown(shared, known)
  if (there > shared.last - shared.first) return false
  if (lately === null) return true
  // It was fetched while the catalog was being read.
  if (lately.number > knownAt) return false
  const given = overlap(shared, { first: covered.first, last: covered.first + lately.entries - 1 })
  return given !== null && there < given.last - given.first + 1
}

function countKnown({ first, last }: PositionRange, known: ReadonlySet<number>): number {
  let count = 0
  for (let position = first; position <= last; position += 1) if (known.has(position)) count += 1
  return count
}

function withPage(known: ReadonlySet<number>, { page }: FetchedPage): Set<number> {
  const { first, last } = positionsOf(page)
  const all = new Set(known)
  for (let position = first; position <= last; position += 1) all.add(position)
  return all
}

/** Fetches a few at a time, in order; stops at the first failure. */
async function fetchInBatches(
  keys: PageKey[],
  fetch: (key: PageKey) => Promise<Result<FetchedPage>>
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
