import type { DatabaseSync } from 'node:sqlite'
import { isUnfiltered } from '../../contract/empty-query'
import type { ProductQuery } from '../../contract/product-query'
import type { ReviewProgress } from '../../contract/review'
import { createHistoryReader, type HistoryReader } from '../../history/worker/history-reader'
import { inOneReading } from '../../database/transaction'
import type {
  CatalogProduct,
  ListAnswer,
  ListQuestion,
  PictureCounts,
  UncheckedPicture,
  UncheckedQuestion
} from '../types'
import { countReviews, noProgress } from './count-reviews'
import { findProducts } from './find-products'
import { holds } from './key-set'
import { countPictures, findUnchecked } from './find-pictures'
import type { Written } from '../protocol'
import { answerUnreadable, answerWith } from './list'
import { readPage } from './page'
import { isRunUnderWay } from './rows'
import { createAhead } from './idle-prefetch'
import { createHeld } from './column-store'
import { holdIds, type HeldIds } from './id-lookup'
import type { ProductList } from './product-list'
import { createLists, type Prepared } from './lists'
import { holdPictures } from './picture-cache'
import { holdReviews } from './review-cache'
import { inSlices, type Sliced } from '../../database/cooperative'
import { createStanding } from './summary'
import { tellRows, type Sidecars } from './enrich-rows'
import { createMutex } from '../../async/mutex'
import { toSearch, type Search } from '../search/search'
import { isCurrent } from '../search/index'

/** One connection's copy as the reader holds it, with what is known of its products beside it. */
export interface CatalogReader {
  read: (question: ListQuestion) => ListAnswer | Promise<ListAnswer>
  /** How far the products of a list are reviewed; its own filter of reviews is not looked at. */
  progress: (productQuery: ProductQuery) => Promise<ReviewProgress>
  /** Those of these products, by their ids, that a list holds, in the order asked. */
  listed: (productQuery: ProductQuery, ids: readonly string[]) => Promise<string[]>
  /** Told of what the writer wrote; costs nothing until it matters for an answer. */
  changed: (written: Written) => void
  /** Likewise of reviews that were written; null: of any, or the file is another one. */
  reviewed: (ids: readonly string[] | null) => void
  /** Closes the file of reviews until `reviewed`. */
  releaseReviews: () => void
  /** Findings were written. */
  audited: () => void
  /**
   * Some milliseconds of bringing into memory what the copy that is looked at will be asked for; whether more is left. It rests
   * while a run is under way: what it reads would be outdated at once, and memory is needed for the run.
   */
  prepare: () => boolean
  /** Products by their ids, each once, those that there are. */
  products: (ids: readonly string[]) => Promise<CatalogProduct[]>
  unchecked: (question: UncheckedQuestion) => Promise<UncheckedPicture[]>
  counts: (since: number) => Promise<PictureCounts>
  /** Closes what was opened beside the copy. */
  release: () => void
  readonly history: HistoryReader
  /** Finds its products by their ids. */
  readonly ids: HeldIds
}

/** Reads a copy. Pages of the store's own list need nothing but the database; other lists what is held in memory. */
export function createCatalogReader(db: DatabaseSync, sidecars: Sidecars): CatalogReader {
  const held = createHeld(db)
  const standing = createStanding(db)
  const ids = holdIds(db)
  const pictures = holdPictures(db)
  const reviews = holdReviews(db, sidecars.reviews, ids)
  const lists = createLists({ db, held, ids, pictures, reviews, findings: sidecars.findings })
  const ahead = createAhead([
    () => held.refreshColumns(),
    () => held.sequence({ by: 'name', descending: false }),
    () => held.sequence({ by: 'price', descending: false }),
    () => held.refreshWords()
  ])
  let isLookedAt = false
  const mutex = createMutex()

  function* prepareFor(productQuery: ProductQuery, search: Search | null): Sliced<Prepared> {
    yield* ahead.finish()
    return yield* lists.prepare(productQuery, search)
  }

  /** What `work` makes of the list that a narrowing asks for, all of one state of the copy. */
  async function withList<T>(
    productQuery: ProductQuery,
    work: (list: ProductList, search: Search | null) => T
  ): Promise<T> {
    const search = toSearch(productQuery.search)
    for (;;) {
      const prepared = await inSlices(prepareFor(productQuery, search))
      const made = inOneReading(db, () => {
        // A segment that was merged meanwhile cannot be read any more.
        if (search !== null && !isCurrent(db, held.index)) return null
        return { value: work(lists.of(productQuery, search, prepared), search) }
      })
      if (made !== null) return made.value
    }
  }

  async function readFiltered(question: ListQuestion): Promise<ListAnswer> {
    const answer = await withList(question.productQuery, (list, search) =>
      answerWith(db, question, { list, placeOf: held.placeOf, terms: search?.terms ?? [] }, standing())
    )
    return told(answer)
  }

  async function countFiltered(productQuery: ProductQuery): Promise<ReviewProgress> {
    // Items that were set aside are no products.
    if (productQuery.filters.setAside) return noProgress
    const whole = { ...productQuery, filters: { ...productQuery.filters, review: [] } }
    const known = await inSlices(reviews.get())
    return withList(whole, ({ set }) => countReviews(set, known))
  }

  async function listedOf(productQuery: ProductQuery, wanted: readonly string[]): Promise<string[]> {
    if (productQuery.filters.setAside) return []
    const keyOf = await inSlices(ids.current())
    return withList(productQuery, ({ set }) => wanted.filter((id) => holds(set, keyOf(id))))
  }

  function told(answer: ListAnswer): ListAnswer {
    tellRows(answer.items, sidecars)
    return answer
  }

  return {
    ids,
    history: createHistoryReader(db, ids),
    read(question) {
      isLookedAt = true
      const { productQuery, offset, limit } = question
      if (isUnfiltered(productQuery)) {
        return told(inOneReading(db, () => readPage(db, offset, limit, standing())))
      }
      if (productQuery.filters.setAside) {
        return inOneReading(db, () => answerUnreadable(db, question, standing()))
      }
      return mutex.run(() => readFiltered(question))
    },
    progress: (productQuery) => mutex.run(() => countFiltered(productQuery)),
    listed: (productQuery, wanted) => mutex.run(() => listedOf(productQuery, wanted)),
    // By slices of their own: no page waits for them.
    async products(wanted) {
      const found = await inSlices(findProducts(db, wanted, ids, held.arePlacesCurrent ? held.placeOf : null))
      tellRows(found, sidecars)
      return found
    },
    unchecked: (question) => inSlices(findUnchecked(db, question)),
    counts: (since) => inSlices(countPictures(db, since)),
    changed(written) {
      pictures.changed(written.pictures === 'all' ? null : written.pictures)
      // What was approved may have been another picture.
      for (const keys of [written.touched, written.pictures]) reviews.changed(keys === 'all' ? null : keys)
      held.changed(written)
      ahead.restart()
    },
    reviewed(products) {
      // The file may be another one, or the first that there is.
      if (products === null || sidecars.reviews.opening() === 0) sidecars.reviews.reopen()
      reviews.changed(products)
    },
    releaseReviews: () => sidecars.reviews.release(),
    audited: () => sidecars.findings.changed(),
    prepare: () => isLookedAt && !mutex.isLocked && !isRunUnderWay(db) && ahead.step(),
    release() {
      sidecars.reviews.release()
      sidecars.findings.release()
    }
  }
}
