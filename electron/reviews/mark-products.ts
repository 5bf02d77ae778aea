import type { CatalogCopy, CopyProduct } from '../catalog/types'
import type { ParsedInput } from '../contract/channels'
import { fail, ok, type Result } from '../contract/failure'
import { isEverything, type Narrowing } from '../contract/narrowing'
import type { Marked } from '../contract/review'
import type { ReviewFiles } from './review-files'
import type { MarkedProduct, Marking } from './worker/marking'

/** Products that are read from the copy at once: a page of the screen takes no longer to be answered meanwhile. */
const batch = 1000
/** Products that are named among those that were not approved. */
const mostStale = 100

export interface MarkDeps {
  files: Pick<ReviewFiles, 'change'>
  copy: Pick<CatalogCopy, 'read' | 'products'>
}

/** What a mark did, and to which products; null: to those of a list. */
export interface MarkedIds {
  marked: Marked
  ids: string[] | null
}

type Named = Extract<ParsedInput<'reviews:mark'>['of'], { products: unknown }>['products']
type Listed = Extract<ParsedInput<'reviews:mark'>['of'], { narrowing: unknown }>

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
  const isStale = ({ id, seen }: Named[number]): boolean => (now.get(id)?.seen ?? seen) !== seen
  const products = named
    .filter((product) => !isStale(product))
    .map(({ id, seen }) => {
      return { id, seen, content: now.get(id) ?? null }
    })
  return ok({ products: products.map(bare), stale: named.filter(isStale).map(({ id }) => id) })
}

/** Marks all that a list holds, or, when anything fails on the way, nothing. */
export async function markList(
  { files, copy }: MarkDeps,
  connectionId: string,
  marking: Marking,
  { narrowing, count }: Listed
): Promise<Result<MarkedIds>> {
  let staged = 0
  let first = true
  for await (const products of batchesOf(copy, connectionId, narrowing, count)) {
    if (!products.ok) return products
    const list = products.value.map((product) => {
      const { id, seen } = product
      return marking.mark === 'approved' ? bare({ id, seen, content: product }) : unseen(product)
    })
    const put = await files.change('stage', connectionId, { first, products: list })
    if (!put.ok) return put
    staged = put.value
    first = false
  }
  const wrote = await files.change('markStaged', connectionId, { ...marking, count: staged })
  if (!wrote.ok) return wrote
  const { number, count: changed } = wrote.value
  return ok({ marked: { entry: number, changed, stale: [] }, ids: null })
}

/** The products of a list, some at a time; each read is under way while what came before is put together. */
async function* batchesOf(
  copy: MarkDeps['copy'],
  connectionId: string,
  narrowing: Narrowing,
  count: number
): AsyncIterable<Result<CopyProduct[]>> {
  const read = (offset: number): ReturnType<CatalogCopy['read']> =>
    copy.read(connectionId, { narrowing, offset, limit: batch })
  let next = read(0)
  for (let offset = 0; ; offset += batch) {
    const answer = await next
    if (!answer.ok) return yield answer
    if (!isAsTold(answer.value, narrowing, count)) return yield otherCount
    const isLast = offset + batch >= answer.value.count
    if (!isLast) next = read(offset + batch)
    yield ok(answer.value.items)
    if (isLast) return
  }
}

const otherCount = fail('input-invalid', { field: 'count', reason: 'The list is not any more what it was.' })

/** Of the store's own list a person is told how many products the copy holds, or how many items the store has. */
function isAsTold(
  answer: { count: number; coverage: { total: number | null; here: number; products: number } },
  narrowing: Narrowing,
  count: number
): boolean {
  if (answer.count === count) return true
  const { total, here, products } = answer.coverage
  return isEverything(narrowing) && [total, here, products].includes(count)
}

function unseen({ id }: { id: string }): MarkedProduct {
  return { id, seen: null, content: null }
}

/** With no more than is kept of it: the rest need not cross to the thread. */
function bare({ id, seen, content }: MarkedProduct): MarkedProduct {
  if (content === null) return { id, seen, content }
  const { name, price, description, image } = content
  return { id, seen, content: { name, price, description, image } }
}
