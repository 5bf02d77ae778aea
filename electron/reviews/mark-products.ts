import type { CatalogDb, CatalogProduct } from '../catalog/types'
import type { ParsedInput } from '../contract/channels'
import { ok, type Result } from '../contract/failure'
import type { Marked } from '../contract/review'
import { fullerFingerprint, isSameFingerprint } from '../contract/content-fingerprint'
import type { ReviewFiles } from './reviews-db'
import { stageList, unseen } from './stage-list'
import type { MarkedProduct, Marking } from './write/mark'

/** Products that are named among those that were not approved. */
const mostStale = 100

export interface MarkDeps {
  files: Pick<ReviewFiles, 'ask' | 'change'>
  copy: Pick<CatalogDb, 'read' | 'products'>
}

/** What a mark did, and to which products; null: to those of a list. */
export interface MarkedIds {
  marked: Marked
  ids: string[] | null
}

type Named = Extract<ParsedInput<'reviews:mark'>['of'], { products: unknown }>['products']
type Listed = Extract<ParsedInput<'reviews:mark'>['of'], { productQuery: unknown }>

/** Marks products as a person saw them. Those that are something else by now are not approved. */
export async function markNamed(
  { files, copy }: MarkDeps,
  connectionId: string,
  marking: Marking,
  named: Named
): Promise<Result<MarkedIds>> {
  const checked =
    marking.mark === 'approved'
      ? await asSeen(copy, connectionId, named)
      : ok({ products: named.map(unseen), stale: [] })
  if (!checked.ok) return checked
  const { products, stale } = checked.value
  const wrote = await files.change('mark', connectionId, { ...marking, products })
  if (!wrote.ok) return wrote
  const { number, count } = wrote.value
  const marked = { entry: number, changed: count, stale: stale.slice(0, mostStale) }
  return ok({ marked, ids: products.map(({ id }) => id) })
}

/**
 * The products that still are what was seen, and the ids of the others. One that the copy does not hold, as where it could not
 * take it in, is believed to be what was seen: should it turn out to be something else, it shows as changed.
 */
async function asSeen(
  copy: MarkDeps['copy'],
  connectionId: string,
  named: Named
): Promise<Result<{ products: MarkedProduct[]; stale: string[] }>> {
  const ids = named.map(({ id }) => id)
  const found = await copy.products(connectionId, ids)
  if (!found.ok) return found
  const now = new Map(found.value.map((product) => [product.id, product]))
  const isStale = ({ id, seen }: Named[number]): boolean =>
    !isSameFingerprint(now.get(id)?.seen ?? seen, seen)
  const products = named
    .filter((product) => !isStale(product))
    .map(({ id, seen }) => {
      const content = now.get(id) ?? null
      return { id, seen: fullerFingerprint(seen, content?.seen ?? seen), content }
    })
  return ok({ products: products.map(bare), stale: named.filter(isStale).map(({ id }) => id) })
}

/** Marks all that a list holds, or, when anything fails on the way, nothing. */
export async function markList(
  { files, copy }: MarkDeps,
  connectionId: string,
  marking: Marking,
  { productQuery, count }: Listed
): Promise<Result<MarkedIds>> {
  const isApproval = marking.mark === 'approved'
  const toBeMarked = (product: CatalogProduct): MarkedProduct =>
    isApproval ? bare({ id: product.id, seen: product.seen, content: product }) : unseen(product)
  const staged = await stageList({ files, copy }, connectionId, { productQuery, count }, toBeMarked)
  if (!staged.ok) return staged
  const wrote = await files.change('markStaged', connectionId, { ...marking, count: staged.value })
  if (!wrote.ok) return wrote
  const { number, count: changed } = wrote.value
  return ok({ marked: { entry: number, changed, stale: [] }, ids: null })
}

/** With no more than is kept of it: the rest need not cross to the thread. */
function bare({ id, seen, content }: MarkedProduct): MarkedProduct {
  if (content === null) return { id, seen, content }
  const { name, price, description, image } = content
  return { id, seen, content: { name, price, description, image } }
}
