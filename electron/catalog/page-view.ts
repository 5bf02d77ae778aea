import type { StorePage, StoreProduct } from '../api/types'
import type { ParsedInput } from '../contract/channels'
import type { Coverage } from '../contract/coverage'
import { isUnfiltered } from '../contract/empty-query'
import type { Failure } from '../contract/failure'
import type { PageOddity, Product, ProductPage, SetAsideItem } from '../contract/product'
import type { Picture } from '../contract/picture'
import { unreviewed } from '../contract/review-state'
import { fingerprintOf } from './content-fingerprint'
import type { FetchedPage } from './remote/page-fetcher'
import { isIn, positionsOf, rangeOf } from './remote/range-fetcher'
import type { CatalogProduct, ListAnswer } from './types'
import { entriesOf, isUnreadable } from './write/page-range'

export type PageRequest = Omit<ParsedInput<'products:page'>, 'withFacts'>

/** Where an answer comes from. */
export interface Provenance {
  fromCopy: boolean
  staleBecause: Failure | null
  /** Pages that were fetched for this request. */
  fetched: FetchedPage[]
  /** ms since 1970. */
  now: number
}

/**
 * Turns rows into what the renderer gets. `picture` registers an address and returns its opaque name; it is called for every page
 * shown, so that the names on screen stay valid.
 */
export function toProductPage(
  { connectionId, page, limit, productQuery }: PageRequest,
  answer: ListAnswer,
  provenance: Provenance,
  picture: (address: string, product?: number) => Picture
): ProductPage {
  const { form, setAside, order, terms, coverage, readAt } = answer
  const { fromCopy, staleBecause, fetched, now } = provenance
  const isWhole = isUnfiltered(productQuery)
  const totalItems = isWhole ? knownTotal(coverage) : answer.count
  const counted = totalItems === null ? null : Math.ceil(totalItems / limit)
  return {
    connectionId,
    page,
    limit,
    pageSize: limit,
    form,
    items: answer.items.map(toProduct(picture)),
    setAside,
    totalItems,
    totalPages: counted ?? pagesSaid(fetched, limit),
    oddities: isWhole ? odditiesOf(answer, fetched) : [],
    fetchedAt: readAt ?? fetched.at(-1)?.at ?? coverage.asOf ?? now,
    fromCopy,
    staleBecause,
    order,
    terms,
    coverage
  }
}

/** Whether there may be a page after this one. */
export function hasNext({ page, totalPages, items, setAside }: ProductPage): boolean {
  return totalPages === null ? items.length + setAside.length > 0 : page < totalPages
}

/** Whether the store may have rows of a page of its own list that are missing here. */
export function mayLack({ items, setAside, hasGaps, coverage }: ListAnswer, limit: number): boolean {
  // While the length of the list is unknown, only a full page is complete.
  return hasGaps || (knownTotal(coverage) === null && items.length + setAside.length < limit)
}

/** Items of the list: as the store says, else as many as one complete run read. */
function knownTotal({ total, state, here }: Coverage): number | null {
  return total ?? (state === 'complete' ? here : null)
}

/** Whether there is anything to show: rows, or the knowledge that the list has none there. */
export function isShowable(answer: ListAnswer, limit: number): boolean {
  return answer.items.length + answer.setAside.length > 0 || !mayLack(answer, limit)
}

/** The positions of an answer's rows in the store's own list. */
export function positionsIn(answer: ListAnswer | null): Set<number> {
  const positions = new Set(answer?.setAside.map(({ position }) => position))
  for (const { position } of answer?.items ?? []) if (position !== null) positions.add(position)
  return positions
}

type RowOrItem = { product: CatalogProduct } | { setAside: SetAsideItem }

/**
 * Lays fetched pages over the catalog's answer where the catalog has not saved them: it cannot be written or read, or is late. Coverage
 * stays that of the catalog.
 */
export function mergeFetched(
  request: Pick<PageRequest, 'page' | 'limit'>,
  answer: ListAnswer | null,
  fetched: FetchedPage[]
): ListAnswer {
  const rows = new Map<number, RowOrItem>()
  for (const product of answer?.items ?? []) {
    if (product.position !== null) rows.set(product.position, { product })
  }
  for (const setAside of answer?.setAside ?? []) rows.set(setAside.position, { setAside })
  for (const { page } of fetched) for (const [position, row] of rowsOf(page)) rows.set(position, row)
  const shown = [...rows].filter(([position]) => isIn(position, rangeOf(request)))
  const inOrder = shown.sort(([one], [other]) => one - other).map(([, row]) => row)
  const heldSince = answer?.readAt ?? null
  const times = [...(heldSince === null ? [] : [heldSince]), ...fetched.map(({ at }) => at)]
  return {
    items: inOrder.flatMap((row) => ('product' in row ? [row.product] : [])),
    setAside: inOrder.flatMap((row) => ('setAside' in row ? [row.setAside] : [])),
    count: Math.max(answer?.count ?? 0, ...shown.map(([position]) => position)),
    order: 'store',
    terms: [],
    coverage: withTotal(answer?.coverage, fetched),
    hasGaps: answer?.hasGaps ?? fetched.length === 0,
    readAt: times.length > 0 ? Math.min(...times) : null,
    form: fetched.at(-1)?.page.form ?? answer?.form ?? 'full'
  }
}

function rowsOf(page: StorePage): [number, RowOrItem][] {
  const { first } = positionsOf(page)
  return entriesOf(page).map((entry, index) => {
    const position = first + index
    if (!isUnreadable(entry)) return [position, { product: asRow(entry, position) }]
    const { reason, id, name } = entry
    return [position, { setAside: { position, reason, id, name } }]
  })
}

/** A product that was not saved: nothing is known but what the store says. */
function asRow(product: StoreProduct, position: number): CatalogProduct {
  return {
    ...product,
    key: 0,
    position,
    change: null,
    changedFields: [],
    pricePercent: null,
    review: unreviewed,
    findings: [],
    contentFingerprint: fingerprintOf(product)
  }
}

function withTotal(coverage: Coverage | undefined, fetched: FetchedPage[]): Coverage {
  const known = coverage ?? { here: 0, products: 0, setAside: 0, total: null, asOf: null, state: 'none' }
  const last = fetched.at(-1)
  return last ? { ...known, total: last.page.totalItems } : known
}

/** The number of pages, from a store that does not give the number of items. */
function pagesSaid(fetched: FetchedPage[], limit: number): number | null {
  const said = fetched.find(({ page }) => page.limit === limit && page.pageSize === limit)
  return said?.page.totalPages ?? null
}

/** `limit-capped` is left out: a page that was put together from several is whole. */
function odditiesOf(answer: ListAnswer, fetched: FetchedPage[]): PageOddity[] {
  const oddities = new Set<PageOddity>(fetched.flatMap(({ page }) => page.oddities))
  oddities.delete('limit-capped')
  if (answer.coverage.total === null) oddities.add('totals-unknown')
  // The store gave no rows for this page, though its list goes on.
  if (answer.hasGaps && answer.items.length + answer.setAside.length === 0) oddities.add('empty-before-end')
  return [...oddities, ...dropIn(answer, fetched)]
}

/** Whether a fetched page says that the list is much shorter than the catalog's (fault 41). */
function dropIn({ coverage: { here } }: ListAnswer, fetched: FetchedPage[]): PageOddity[] {
  const last = fetched.at(-1)
  const total = last ? reportedTotal(last.page) : null
  if (total === null || !isSuddenShrink(here, total)) return []
  return [total === 0 ? 'list-emptied' : 'list-shrunk']
}

/** Turns a row into what the renderer gets. */
export function toProduct(picture: (address: string, product?: number) => Picture) {
  return ({ image, key, ...product }: CatalogProduct): Product => ({
    ...product,
    picture: image === null ? null : picture(image, key > 0 ? key : undefined)
  })
}

/** Whether a list shrank so much that a person is asked before it is believed (fault 41). `before`, `now`: items. */
export function isSuddenShrink(before: number, now: number): boolean {
  return before > 0 && (now === 0 || now < before / 2)
}

/** Items of the whole list according to one of its pages; null: the page does not say. */
export function reportedTotal({ page, totalItems, totalPages, items, setAside }: StorePage): number | null {
  if (totalItems !== null) return totalItems
  const isEmpty = page === 1 && items.length + setAside.length === 0
  return isEmpty && (totalPages ?? 0) <= 1 ? 0 : null
}
