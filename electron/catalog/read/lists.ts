import type { DatabaseSync } from 'node:sqlite'
import {
  fold,
  isFoundInside,
  isSigns,
  joinSizes,
  searchTerms,
  shortestPart,
  sizeParts,
  wordsOf
} from '../../contract/fold'
import type { ProductQuery, Filters, Sort } from '../../contract/product-query'
import type { FacetName, Facets } from '../../contract/facets'
import type { SetAsideItem } from '../../contract/product'
import { foldId } from '../search/segment'
import { sortTextOf } from '../sort/text-order'
import { toSearch, emptyMemory, searchProducts, type Search } from '../search/search'
import type { CatalogProduct, ListAnswer, ListRequest } from '../types'
import { listByScore, listInOrder, type KeySet, type ProductList } from './product-list'
import { oldestReading, readProducts, type PositionOf } from './page'
import { lastRunOf, type CatalogSummary } from '../db/facts'
import {
  createMatcher,
  asksOfFindings,
  asksOfTexts,
  type Conditions,
  type FilterColumns,
  type ShownNews
} from './filters'
import { asksOfReviewers, asksOfReviews, asksOfTeam } from './review-filters'
import { columnsOf, countFacets } from './facets'
import { asksOfPictures, type PictureParts } from './picture-filters'
import type { Findings } from './sidecars'
import type { PictureColumns } from './picture-columns'
import type { ColumnStore } from './column-store'
import type { IdLookup } from './products-by-id'
import type { Cached } from './cached'
import { byFindings, byReview, createRankOrder } from '../sort/number-orders'
import { createSamePictureOrder, isBySamePicture } from '../sort/same-pictures'
import type { ReviewCache } from './review-columns'
import { filterGroups } from '../../contract/empty-query'
import type { ReviewerColumns, TeamColumns } from './people-columns'
import type { TextColumns } from './text-columns'
import { readShownNews } from '../db/view-news'
import type { Task } from '../../database/cooperative'

/**
 * The unreadable items, searched and sorted by what is known about them (id and name); other filters and columns do not apply. They are
 * few, so that each is compared.
 */
function listUnreadable(db: DatabaseSync, { search, sort }: ProductQuery): SetAsideItem[] {
  const rows = db
    .prepare('SELECT position, reason, id, name FROM set_aside ORDER BY position')
    .all() as unknown as SetAsideItem[]
  const wanted = toSearch(search)
  const items = rows.filter((item) => wanted === null || has(item, wanted)).map((item) => ({ ...item }))
  const by = sort?.by ?? 'place'
  const sign = sort?.descending === true ? -1 : 1
  if (by === 'place') return sign === 1 ? items : items.reverse()
  if (by !== 'id' && by !== 'name') return items
  const texts = new Map(
    items.map((item) => [item, item[by] === '' ? null : Buffer.from(sortTextOf(by, item[by]))])
  )
  return items.sort((a, b) => compare(texts.get(a) ?? null, texts.get(b) ?? null, sign))
}

/** Items without a text come last in either direction; equals keep their order. */
function compare(a: Buffer | null, b: Buffer | null, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return sign * Buffer.compare(a, b)
}

function has({ id, name }: SetAsideItem, { terms }: Search): boolean {
  const texts = [foldId(id), fold(name)]
  return terms.every((term) => texts.some((text) => hasTerm(text, term)))
}

/** Whether a folded text contains punctuation, or a word: whole, as a beginning, or as a part; of a size, also its numbers. */
function hasTerm(text: string, term: string): boolean {
  const numbers = sizeParts(term)
  if (numbers.length > 1)
    return joinSizes(text).includes(term) || numbers.every((number) => hasTerm(text, number))
  if (isSigns(term) || isFoundInside(term, shortestPart.name)) return text.includes(term)
  return wordsOf(text).some((word) => word.startsWith(term))
}

export interface FoundList {
  list: ProductList
  positionOf: PositionOf
  terms: string[]
}

/** Requested rows of a filtered or sorted list. Within a transaction of the caller. */
export function answerWith(
  db: DatabaseSync,
  request: ListRequest,
  found: FoundList,
  summary: CatalogSummary
): ListAnswer {
  const { productQuery, offset, limit } = request
  const items = readProducts(db, found.list.keys(offset, limit), found.positionOf, summary.lastRun)
  const positions = items.flatMap(({ position }: CatalogProduct) => position ?? [])
  return {
    ...commonPart(db, positions, items.length, summary),
    items,
    setAside: [],
    count: found.list.count,
    order: orderOf(productQuery),
    terms: found.terms
  }
}

/** How many unreadable items a query lists. */
export function countUnreadable(db: DatabaseSync, productQuery: ProductQuery): number {
  return listUnreadable(db, productQuery).length
}

/** Requested rows of the unreadable items. Within a transaction of the caller. */
export function answerUnreadable(
  db: DatabaseSync,
  { productQuery, offset, limit }: ListRequest,
  summary: CatalogSummary
): ListAnswer {
  const all = listUnreadable(db, productQuery)
  const setAside = all.slice(offset, offset + limit)
  const positions = setAside.map(({ position }) => position)
  const by = productQuery.sort?.by ?? 'place'
  return {
    ...commonPart(db, positions, setAside.length, summary),
    items: [],
    setAside,
    count: all.length,
    order: by === 'id' || by === 'name' || productQuery.sort?.descending === true ? 'sorted' : 'store',
    terms: searchTerms(productQuery.search)
  }
}

/** The part that all answers share. Products without a position are as old as the oldest part of the catalog. */
function commonPart(
  db: DatabaseSync,
  positions: readonly number[],
  rows: number,
  { facts, coverage }: CatalogSummary
): Pick<ListAnswer, 'coverage' | 'hasGaps' | 'readAt' | 'form'> {
  const readAt = rows === 0 ? null : (oldestReading(db, positions) ?? coverage.asOf)
  return { coverage, hasGaps: false, readAt, form: facts.form ?? 'full' }
}

function orderOf({ search, sort }: ProductQuery): ListAnswer['order'] {
  if (sort !== null) return sort.by === 'place' && !sort.descending ? 'store' : 'sorted'
  return searchTerms(search).length > 0 ? 'relevance' : 'store'
}

export interface ListParts extends Omit<Conditions, 'groups'> {
  /** All products, each once, in the requested order; in the store's where they are ranked by relevance. */
  sequence: Uint32Array
}

function inOrder(sort: Sort | null, { sequence, scores, columns }: ListParts, matches: KeySet): ProductList {
  return sort === null && scores !== null
    ? listByScore(sequence, columns.rank, matches, scores)
    : listInOrder(sequence, matches)
}

/** What lists are made of. */
export interface ListSources {
  db: DatabaseSync
  store: ColumnStore
  ids: IdLookup
  pictures: Cached<PictureColumns, number>
  reviews: ReviewCache
  findings: Findings
  texts: Cached<TextColumns, number>
  reviewers: Cached<ReviewerColumns, number | string>
  team: Cached<TeamColumns, number | string>
}

/** What a list needs besides the columns. */
export interface Prepared extends FilterColumns {
  sequence: Uint32Array
}

export interface Lists {
  /** Loads what a query needs, and what facets do that are counted in it, as it is now. */
  prepare: (
    productQuery: ProductQuery,
    search: Search | null,
    facets?: readonly FacetName[]
  ) => Task<Prepared>
  /** Counts facets in the list of a query's first group, from what was prepared. Within a transaction of the caller. */
  facets: (
    productQuery: ProductQuery,
    search: Search | null,
    prepared: Prepared,
    facets: readonly FacetName[]
  ) => Facets
  /** The list, from what was prepared. Within a transaction of the caller. */
  of: (productQuery: ProductQuery, search: Search | null, prepared: Prepared) => ProductList
  /** Its products; keeps no list, and so takes none from those who page through theirs. Likewise. */
  set: (productQuery: ProductQuery, search: Search | null, prepared: Prepared) => KeySet
}

/** Lists that are kept: further pages of them cost no more than their rows. */
const mostLists = 2

export function createLists(sources: ListSources): Lists {
  const { db, store, ids, pictures, reviews, findings, texts, reviewers, team } = sources
  const memory = emptyMemory()
  const match = createMatcher()
  const rankOrder = createRankOrder()
  const samePictureOrder = createSamePictureOrder()
  const lists = new Map<string, ProductList>()
  let listsVersion = -1

  /** What views had of news, by the views that filters name. */
  function newsOf(groups: readonly Filters[]): ShownNews {
    const views = groups.flatMap(({ newIn }) => newIn?.view ?? [])
    return new Map(views.map((view) => [view, readShownNews(db, view)]))
  }

  function* pictureParts(groups: readonly Filters[]): Task<PictureParts> {
    const wanted = groups.flatMap(({ samePicture }) => samePicture?.id ?? [])
    const keyOf = wanted.length === 0 ? null : yield* ids.current()
    const like = new Map(wanted.map((id) => [id, keyOf?.(id) ?? 0]))
    return { like, pictures: yield* pictures.get() }
  }

  function* sequenceOf(productQuery: ProductQuery, known: FilterColumns): Task<Uint32Array> {
    const { sort } = productQuery
    if (sort === null) return yield* store.sequence(null)
    const { by, descending } = sort
    if (by !== 'review' && by !== 'findings') {
      const sequence = yield* store.sequence({ by, descending })
      if (known.pictures === null || !isBySamePicture(productQuery)) return sequence
      return yield* samePictureOrder.get(sequence, store.columns, known.pictures.pictures)
    }
    const ranking =
      by === 'review'
        ? byReview(known.reviews ?? (yield* reviews.get()))
        : byFindings(known.findings ?? (yield* findings.all()))
    return yield* rankOrder.get(descending, store.columns, ranking)
  }

  function partsOf(search: Search | null, prepared: Prepared): ListParts {
    const { columns, index } = store
    const scores = search === null ? null : searchProducts(index, memory, search, columns.highest)
    return { columns, scores, lastRun: lastRunOf(db), ...prepared }
  }

  return {
    *prepare(productQuery, search, counted = []) {
      const groups = filterGroups(productQuery)
      const needed = columnsOf(counted)
      yield* store.refreshColumns()
      const parts: FilterColumns = {
        pictures:
          needed.pictures || groups.some(asksOfPictures) || isBySamePicture(productQuery)
            ? yield* pictureParts(groups)
            : null,
        reviews: needed.reviews || asksOfReviews(productQuery) ? yield* reviews.get() : null,
        findings: needed.findings || asksOfFindings(productQuery) ? yield* findings.all() : null,
        texts: needed.texts || groups.some(asksOfTexts) ? yield* texts.get() : null,
        reviewers: needed.reviewers || groups.some(asksOfReviewers) ? yield* reviewers.get() : null,
        team: needed.team || groups.some(asksOfTeam) ? yield* team.get() : null,
        news: newsOf(groups)
      }
      if (search !== null) yield* store.refreshWords()
      return { ...parts, sequence: yield* sequenceOf(productQuery, parts) }
    },
    of(productQuery, search, prepared) {
      const { columns, index } = store
      // Outdated lists are useless and keep outdated orders in memory.
      if (listsVersion !== columns.version) lists.clear()
      listsVersion = columns.version
      const name = JSON.stringify([
        productQuery,
        lastRunOf(db),
        search === null ? 0 : index.version,
        versionsOf(prepared)
      ])
      const known = lists.get(name)
      if (known !== undefined) return known
      const made = partsOf(search, prepared)
      const list = inOrder(productQuery.sort, made, match({ ...made, groups: filterGroups(productQuery) }))
      lists.set(name, list)
      const [oldest] = lists.keys()
      if (lists.size > mostLists && oldest !== undefined) lists.delete(oldest)
      return list
    },
    set: (productQuery, search, prepared) =>
      match({ ...partsOf(search, prepared), groups: filterGroups(productQuery) }),
    facets: ({ filters }, search, prepared, facets) =>
      countFacets(match, partsOf(search, prepared), filters, facets)
  }
}

function versionsOf({ pictures, reviews, findings, texts, reviewers, team, news }: FilterColumns): number[] {
  const parts = [pictures?.pictures, reviews, findings, texts, reviewers, team, ...news.values()]
  return parts.map((part) => part?.version ?? 0)
}
