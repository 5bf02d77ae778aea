import type { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import { runOneSlice, runCooperatively, type Task } from '../../database/cooperative'
import { filterGroups, hasFilters, isUnfiltered, noFilters } from '../../contract/empty-query'
import type { FacetName, Facets } from '../../contract/facets'
import { withoutFilter } from '../../contract/filter-parts'
import type { ProductQuery } from '../../contract/product-query'
import type { ReviewProgress } from '../../contract/review'
import { inOneReading } from '../../database/transaction'
import type {
  CatalogProduct,
  ListAnswer,
  ListRequest,
  PictureCounts,
  UncheckedPicture,
  UncheckedRequest
} from '../types'
import { countReviews, noProgress, createReviewCache } from './review-columns'
import { findProducts, createIdLookup, type IdLookup } from './products-by-id'
import { holds, type ProductList } from './product-list'
import { countPictures, findUnchecked, createPictureCache } from './picture-columns'
import type { ChangeSet } from '../protocol'
import { asksOfReviewers, asksOfReviews } from './review-filters'
import { answerUnreadable, answerWith, countUnreadable, createLists, type Prepared } from './lists'
import { readPage } from './page'
import { isRunUnderWay, createSummaryReader } from '../db/facts'
import { createColumnStore } from './column-store'
import { createReviewerCache, createTeamCache } from './people-columns'
import { createTextCache } from './text-columns'
import { enrichRows } from './enrich-rows'
import type { Sidecars } from './sidecars'
import { readViewNews } from '../db/view-news'
import { listText, nextNews, type NewsMoment, type NextNews, type WatchedView } from './view-news'
import { createMutex } from '../../async/locks'
import { toSearch, type Search } from '../search/search'
import { isCurrent } from '../search/index'

/** Work done in parts while nobody calls, so that the next caller does not wait for it. */
export interface IdlePrefetch {
  /** Works for some milliseconds; returns whether more is left. */
  step: () => boolean
  /** Completes the part that was begun; nothing else may run in the middle of it. */
  finish: () => Task<void>
  /** Begins again with the first part. */
  restart: () => void
}

function createIdlePrefetch(parts: readonly (() => Task<unknown>)[]): IdlePrefetch {
  let done = 0
  let begun: Task<unknown> | null = null

  function take(): Task<unknown> | null {
    const part = begun ?? parts[done]?.() ?? null
    if (begun === null && part !== null) done++
    begun = null
    return part
  }

  return {
    step() {
      const part = take()
      if (part === null) return false
      // A part that fails is dropped: whoever needs it meets the same failure.
      if (!runOneSlice(part)) begun = part
      return true
    },
    *finish() {
      if (begun === null) return
      const part = begun
      begun = null
      yield* part as Task<void>
    },
    restart() {
      done = 0
    }
  }
}

/** Reads one connection's catalog, with the reviews and findings of its products. */
export interface CatalogReader {
  read: (request: ListRequest) => ListAnswer | Promise<ListAnswer>
  /** Review progress of a list's products; the list's own filter by review is ignored. */
  progress: (productQuery: ProductQuery) => Promise<ReviewProgress>
  /** How many products, or unreadable items, each of these lists has. */
  sizes: (productQueries: readonly ProductQuery[]) => Promise<number[]>
  /** What is new in each of these views, but for those of which nobody can tell. */
  viewNews: (views: readonly WatchedView[], moment: NewsMoment) => Promise<NextNews[]>
  /** The values of filters with their counts, in the list of a query's first group; {} for the items that could not be read. */
  facets: (productQuery: ProductQuery, facets: readonly FacetName[]) => Promise<Facets>
  /** Those of some products, by id, that are in a list, in the given order. */
  listed: (productQuery: ProductQuery, ids: readonly string[]) => Promise<string[]>
  /** The place of a product in a list, 1-based; null: the list does not hold it. */
  place: (productQuery: ProductQuery, id: string) => Promise<number | null>
  /** Notes what the writer wrote; costs nothing until an answer needs it. */
  changed: (written: ChangeSet) => void
  /** Likewise of written reviews; null: any may be, or the file was replaced. */
  reviewed: (ids: readonly string[] | null) => void
  /** Closes the reviews database until `reviewed`. */
  releaseReviews: () => void
  /** Findings were written. */
  audited: () => void
  /**
   * Spends some milliseconds loading what will be needed next; returns whether more is left. Does nothing during a run: what it loads would
   * be outdated at once, and the run needs the memory.
   */
  prepare: () => boolean
  /** The known ones of some products, by id, each once. */
  products: (ids: readonly string[]) => Promise<CatalogProduct[]>
  unchecked: (request: UncheckedRequest) => Promise<UncheckedPicture[]>
  counts: (since: number) => Promise<PictureCounts>
  /** Closes the sidecar databases. */
  release: () => void
  readonly ids: IdLookup
}

/** The list without its filters by review state. A group that has no other one lists all products. */
function withoutReviewFilter(productQuery: ProductQuery): ProductQuery {
  const groups = filterGroups(productQuery).map((filters) => withoutFilter(filters, 'review'))
  const [filters = noFilters, ...or] = groups.every(hasFilters) ? groups : []
  return { ...productQuery, filters, or }
}

function isAbout(moment: NewsMoment, { id, productQuery }: WatchedView): boolean {
  if (moment.kind === 'opened') return moment.view === id
  if (moment.kind !== 'reviewed') return true
  return asksOfReviews(productQuery) || filterGroups(productQuery).some(asksOfReviewers)
}

/** Pages of the store's own list are read from the database alone; other lists need columns in memory. */
export function createCatalogReader(db: DatabaseSync, sidecars: Sidecars): CatalogReader {
  const store = createColumnStore(db)
  const summary = createSummaryReader(db)
  const ids = createIdLookup(db)
  const pictures = createPictureCache(db)
  const reviews = createReviewCache({
    ...{ db, file: sidecars.reviews, team: sidecars.team, ids, findings: sidecars.findings }
  })
  const texts = createTextCache(db)
  const reviewers = createReviewerCache(db, sidecars.reviews, ids)
  const team = createTeamCache(db, sidecars.team, ids)
  const lists = createLists({
    ...{ db, store, ids, pictures, reviews, findings: sidecars.findings, texts, reviewers, team }
  })
  const ahead = createIdlePrefetch([
    () => store.refreshColumns(),
    () => store.sequence({ by: 'name', descending: false }),
    () => store.sequence({ by: 'price', descending: false }),
    () => store.refreshWords()
  ])
  let isLookedAt = false
  const mutex = createMutex()

  function* prepareFor(
    productQuery: ProductQuery,
    search: Search | null,
    facets: readonly FacetName[]
  ): Task<Prepared> {
    yield* ahead.finish()
    return yield* lists.prepare(productQuery, search, facets)
  }

  /** Runs `work` with all that the list of a query, and facets, are made of, in one state of the catalog. */
  async function withParts<T>(
    productQuery: ProductQuery,
    work: (search: Search | null, prepared: Prepared) => T,
    facets: readonly FacetName[] = []
  ): Promise<T> {
    const search = toSearch(productQuery.search)
    for (;;) {
      const prepared = await runCooperatively(prepareFor(productQuery, search, facets))
      const made = inOneReading(db, () => {
        // A segment that was merged meanwhile can no longer be read.
        if (search !== null && !isCurrent(db, store.index)) return null
        return { value: work(search, prepared) }
      })
      if (made !== null) return made.value
    }
  }

  /** Runs `work` on the list of a query, all of it read from one state of the catalog. */
  function withList<T>(
    productQuery: ProductQuery,
    work: (list: ProductList, search: Search | null) => T
  ): Promise<T> {
    return withParts(productQuery, (search, prepared) =>
      work(lists.of(productQuery, search, prepared), search)
    )
  }

  async function sizeOf(productQuery: ProductQuery): Promise<number> {
    // Nothing is gained by putting in order what is only counted.
    const unordered = { ...productQuery, sort: null }
    if (productQuery.filters.setAside) return inOneReading(db, () => countUnreadable(db, unordered))
    return withParts(unordered, (search, prepared) => lists.set(unordered, search, prepared).count)
  }

  /** What is new in a watched view; null: nobody can tell, since the store's list was never read to its end or is not of products. */
  async function newsIn(
    { id, productQuery }: WatchedView,
    moment: NewsMoment['kind'],
    reviewed: readonly number[] | null
  ): Promise<NextNews | null> {
    const unordered = { ...productQuery, sort: null }
    if (productQuery.filters.setAside) return null
    return withParts(unordered, (search, prepared) => {
      if (summary().facts.baseline) return null
      const now = lists.set(unordered, search, prepared)
      const before = readViewNews(db, id)
      return nextNews({ view: id, query: listText(productQuery), before, now, reviewed }, moment)
    })
  }

  async function readFiltered(request: ListRequest): Promise<ListAnswer> {
    const answer = await withList(request.productQuery, (list, search) =>
      answerWith(db, request, { list, positionOf: store.positionOf, terms: search?.terms ?? [] }, summary())
    )
    return enriched(answer)
  }

  async function countFiltered(productQuery: ProductQuery): Promise<ReviewProgress> {
    // Unreadable items are no products.
    if (productQuery.filters.setAside) return noProgress
    const known = await runCooperatively(reviews.get())
    return withList(withoutReviewFilter(productQuery), ({ set }) => countReviews(set, known))
  }

  async function facetsOf(productQuery: ProductQuery, facets: readonly FacetName[]): Promise<Facets> {
    if (productQuery.filters.setAside) return {}
    const group = { ...productQuery, or: [], sort: null }
    return withParts(group, (search, prepared) => lists.facets(group, search, prepared, facets), facets)
  }

  async function listedOf(productQuery: ProductQuery, wanted: readonly string[]): Promise<string[]> {
    if (productQuery.filters.setAside) return []
    const keyOf = await runCooperatively(ids.current())
    return withList(productQuery, ({ set }) => wanted.filter((id) => holds(set, keyOf(id))))
  }

  async function placeOf(productQuery: ProductQuery, id: string): Promise<number | null> {
    if (productQuery.filters.setAside) return null
    const key = (await runCooperatively(ids.current()))(id)
    return withList(productQuery, ({ set, count, keys }) => {
      if (!holds(set, key)) return null
      // The store's own list has places for what it lists that is no product.
      return isUnfiltered(productQuery) ? store.positionOf(key) || null : keys(0, count).indexOf(key) + 1
    })
  }

  function enriched(answer: ListAnswer): ListAnswer {
    enrichRows(answer.items, sidecars, () => answer.coverage.asOf)
    return answer
  }

  return {
    ids,
    read(request) {
      isLookedAt = true
      const { productQuery, offset, limit } = request
      if (isUnfiltered(productQuery)) {
        return enriched(inOneReading(db, () => readPage(db, offset, limit, summary())))
      }
      if (productQuery.filters.setAside) {
        return inOneReading(db, () => answerUnreadable(db, request, summary()))
      }
      return mutex.run(() => readFiltered(request))
    },
    progress: (productQuery) => mutex.run(() => countFiltered(productQuery)),
    async sizes(productQueries) {
      const sizes: number[] = []
      // One at a time in the mutex: a page that is asked for meanwhile waits for one list at most.
      for (const productQuery of productQueries) sizes.push(await mutex.run(() => sizeOf(productQuery)))
      return sizes
    },
    async viewNews(views, moment) {
      const named = moment.kind === 'reviewed' ? moment.ids : null
      const keyOf = named === null ? null : await runCooperatively(ids.current())
      const reviewed = named?.map((id) => keyOf?.(id) ?? 0) ?? null
      const found: NextNews[] = []
      // Likewise.
      for (const view of views) {
        const kind = isAbout(moment, view) ? moment.kind : 'counted'
        const news = await mutex.run(() => newsIn(view, kind, reviewed))
        if (news !== null) found.push(news)
      }
      return found
    },
    facets: (productQuery, facets) => mutex.run(() => facetsOf(productQuery, facets)),
    listed: (productQuery, wanted) => mutex.run(() => listedOf(productQuery, wanted)),
    place: (productQuery, id) => mutex.run(() => placeOf(productQuery, id)),
    // Not in the mutex: no page waits for it.
    async products(wanted) {
      const found = await runCooperatively(
        findProducts(db, wanted, ids, store.arePositionsCurrent ? store.positionOf : null)
      )
      enrichRows(found, sidecars, () => inOneReading(db, () => summary().coverage.asOf))
      return found
    },
    unchecked: (request) => runCooperatively(findUnchecked(db, request)),
    counts: (since) => runCooperatively(countPictures(db, since)),
    changed(written) {
      pictures.changed(written.pictures === 'all' ? null : written.pictures)
      // An approval may have been for another picture.
      for (const keys of [written.touched, written.pictures]) reviews.changed(keys === 'all' ? null : keys)
      const touched = written.touched === 'all' ? null : written.touched
      texts.changed(touched)
      reviewers.changed(touched)
      team.changed(touched)
      store.changed(written)
      ahead.restart()
    },
    reviewed(products) {
      // The files may have been replaced, or be the first.
      if (products === null || sidecars.reviews.opening() === 0) sidecars.reviews.reopen()
      if (products === null || sidecars.team.opening() === 0) sidecars.team.reopen()
      reviews.changed(products)
      reviewers.changed(products)
      team.changed(products)
    },
    releaseReviews() {
      sidecars.reviews.release()
      sidecars.team.release()
    },
    audited() {
      const before = sidecars.findings.late()
      sidecars.findings.changed()
      const now = sidecars.findings.late()
      // An approval may have been given before an error was found, or after it.
      const isOther = (key: number): boolean => !isDeepStrictEqual(before.get(key), now.get(key))
      const others = [...before.keys(), ...now.keys()].filter(isOther)
      reviews.changed(others)
    },
    prepare: () => isLookedAt && !mutex.isLocked && !isRunUnderWay(db) && ahead.step(),
    release() {
      sidecars.reviews.release()
      sidecars.findings.release()
      sidecars.team.release()
    }
  }
}
