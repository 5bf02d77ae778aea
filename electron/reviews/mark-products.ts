import type { CatalogDb, CatalogProduct, ListAnswer } from '../catalog/types'
import type { ParsedInput } from '../contract/channels'
import { ok, type Result, fail } from '../contract/failure'
import type { Marked } from '../contract/review'
import { fullerFingerprint, isSameFingerprint } from '../contract/content-fingerprint'
import type { ReviewFiles } from './review-files'
import type { MarkedProduct, Marking } from './write/mark'
import { isUnfiltered } from '../contract/empty-query'
import type { ProductQuery } from '../contract/product-query'

/** Products that an answer names at most among those that were not approved. */
export const mostStale = 100

interface MarkDeps {
  files: Pick<ReviewFiles, 'ask' | 'change'>
  catalog: Pick<CatalogDb, 'read' | 'products'>
}

/** By id or, of a list, by their keys in the catalog, which take less room. */
export type MarkedProducts = { ids: string[] } | { keys: number[] }

/** What a mark did. */
export interface MarkedIds {
  marked: Marked
  /** The products that were marked; null: not told one by one. */
  ids: string[] | null
  /** Those that the person has seen with it as they are now; null: those of an entry, which were looked at with it. */
  seen: MarkedProducts | null
}

type Named = Extract<ParsedInput<'reviews:mark'>['of'], { products: unknown }>['products']
type Listed = Extract<ParsedInput<'reviews:mark'>['of'], { productQuery: unknown }>

/** Marks products as a person saw them. Products that have changed since are not approved, and what changed of them counts as unseen. */
export async function markNamed(
  { files, catalog }: MarkDeps,
  connectionId: string,
  marking: Marking,
  named: Named
): Promise<Result<MarkedIds>> {
  const isApproval = marking.mark === 'approved'
  const checked = await asSeen(catalog, connectionId, named)
  // Other marks are for the product, whatever it is, and need no catalog.
  if (!checked.ok && isApproval) return checked
  const { products: asTheyAre, stale } = checked.ok ? checked.value : { products: [], stale: [] }
  const products = isApproval ? asTheyAre : named.map((product) => ({ ...product, content: null }))
  const wrote = await files.change('mark', connectionId, { ...marking, products })
  if (!wrote.ok) return wrote
  const { number, count } = wrote.value
  const marked = { entry: number, changed: count, stale: isApproval ? stale.slice(0, mostStale) : [] }
  const idsOf = (marked: { id: string }[]): string[] => marked.map(({ id }) => id)
  return ok({ marked, ids: idsOf(products), seen: { ids: idsOf(asTheyAre) } })
}

/**
 * The products that still are what the person saw, and the ids of the others. One that the catalog does not hold (it could not be
 * saved) counts as what the person saw: should it differ, it shows as changed.
 */
async function asSeen(
  catalog: MarkDeps['catalog'],
  connectionId: string,
  named: Named
): Promise<Result<{ products: MarkedProduct[]; stale: string[] }>> {
  const ids = named.map(({ id }) => id)
  const found = await catalog.products(connectionId, ids)
  if (!found.ok) return found
  const now = new Map(found.value.map((product) => [product.id, product]))
  const isStale = ({ id, contentFingerprint }: Named[number]): boolean =>
    !isSameFingerprint(now.get(id)?.contentFingerprint ?? contentFingerprint, contentFingerprint)
  const products = named
    .filter((product) => !isStale(product))
    .map(({ id, contentFingerprint }) => {
      const content = now.get(id) ?? null
      return {
        id,
        contentFingerprint: fullerFingerprint(
          contentFingerprint,
          content?.contentFingerprint ?? contentFingerprint
        ),
        content,
        again: content?.review.state === 'changed'
      }
    })
  return ok({ products: products.map(bare), stale: named.filter(isStale).map(({ id }) => id) })
}

/** Marks all that a list holds, or, when anything fails on the way, nothing. */
export async function markList(
  { files, catalog }: MarkDeps,
  connectionId: string,
  marking: Marking,
  { productQuery, count }: Listed
): Promise<Result<MarkedIds>> {
  const isApproval = marking.mark === 'approved'
  const keys = new Set<number>()
  const toBeMarked = (product: CatalogProduct): MarkedProduct => {
    keys.add(product.key)
    const { id, contentFingerprint, review } = product
    if (!isApproval) return { id, contentFingerprint, content: null }
    return bare({ id, contentFingerprint, content: product, again: review.state === 'changed' })
  }
  const staged = await stageList({ files, catalog }, connectionId, { productQuery, count }, toBeMarked)
  if (!staged.ok) return staged
  const wrote = await files.change('markStaged', connectionId, { ...marking, count: staged.value })
  if (!wrote.ok) return wrote
  const { number, count: changed } = wrote.value
  return ok({ marked: { entry: number, changed, stale: [] }, ids: null, seen: { keys: [...keys] } })
}

/** Says why the products of an entry need work. */
export async function giveReason(
  { files }: Pick<MarkDeps, 'files'>,
  connectionId: string,
  marking: Marking,
  { entry }: Extract<ParsedInput<'reviews:mark'>['of'], { entry: unknown }>
): Promise<Result<MarkedIds>> {
  const wrote = await files.change('markOfEntry', connectionId, { ...marking, entry })
  if (!wrote.ok) return wrote
  const { number, count } = wrote.value
  return ok({ marked: { entry: number, changed: count, stale: [] }, ids: null, seen: null })
}

/** With no more than is kept of it: the rest need not cross to the thread. */
function bare({ content, ...rest }: MarkedProduct): MarkedProduct {
  if (content === null) return { ...rest, content }
  const { name, price, description, image } = content
  return { ...rest, content: { name, price, description, image } }
}

/** How often a list that moves is put together, as in a sync, before the person is asked to look at it again. */
const mostTries = 3
/** Products that are read from the catalog at once: a page of the screen takes no longer to be answered meanwhile. */
const batch = 1000

interface StageDeps {
  files: Pick<ReviewFiles, 'ask'>
  catalog: Pick<CatalogDb, 'read'>
}

/** A list as a person sees it, with how many products they were told that it has. */
interface ToldList {
  productQuery: ProductQuery
  count: number
}

/**
 * Puts all products of a list together in the thread, for a call that is then about all of them; how many there are. Only one
 * list at a time. Fails with `input-invalid`, field `count`, where the list has not as many as were told, or moves again and again
 * while it is read: a product that goes from a part that was not read to one that was would be left out.
 */
export async function stageList(
  deps: StageDeps,
  connectionId: string,
  list: ToldList,
  staged: (product: CatalogProduct) => MarkedProduct
): Promise<Result<number>> {
  for (let tries = 0; tries < mostTries; tries++) {
    const put = await stageOnce(deps, connectionId, list, staged)
    if (!put.ok) return put
    // As many were read: whatever is missing stands in its place twice.
    if (put.value.staged === put.value.read) return ok(put.value.staged)
  }
  return otherCount
}

/** How many products were read, and how many different ones those are. */
async function stageOnce(
  { files, catalog }: StageDeps,
  connectionId: string,
  list: ToldList,
  staged: (product: CatalogProduct) => MarkedProduct
): Promise<Result<{ staged: number; read: number }>> {
  let count = 0
  let read = 0
  let first = true
  for await (const products of batchesOf(catalog, connectionId, list)) {
    if (!products.ok) return products
    const put = await files.ask('stage', connectionId, { first, products: products.value.map(staged) })
    if (!put.ok) return put
    count = put.value
    read += products.value.filter(({ flags }) => !flags.includes('duplicate-id')).length
    first = false
  }
  return ok({ staged: count, read })
}

/** The products of a list, some at a time; each read is under way while what came before is put together. */
async function* batchesOf(
  catalog: StageDeps['catalog'],
  connectionId: string,
  list: ToldList
): AsyncIterable<Result<CatalogProduct[]>> {
  const read = (offset: number): ReturnType<CatalogDb['read']> =>
    catalog.read(connectionId, { productQuery: list.productQuery, offset, limit: batch })
  let next = read(0)
  for (let offset = 0; ; offset += batch) {
    const answer = await next
    if (!answer.ok) return yield answer
    if (!isAsTold(answer.value, list)) return yield otherCount
    const isLast = offset + batch >= answer.value.count
    if (!isLast) next = read(offset + batch)
    yield ok(answer.value.items)
    if (isLast) return
  }
}

type ListCounts = Pick<ListAnswer, 'count' | 'coverage'>

const otherCount = fail('input-invalid', { field: 'count', reason: 'The list is no longer what it was.' })

/**
 * Whether the list still has as many entries as the person was told. The store's own list is counted in several ways: the window
 * tells products, of which there are fewer than items where some are listed twice or cannot be read (fault 133).
 */
function isAsTold({ count: entries, coverage }: ListCounts, { productQuery, count }: ToldList): boolean {
  if (entries === count) return true
  const { products, total, here } = coverage
  return isUnfiltered(productQuery) && [products, total, here].includes(count)
}

/** A product of which only the id matters. */
export function unseen({ id }: { id: string }): MarkedProduct {
  return { id, contentFingerprint: null, content: null }
}
