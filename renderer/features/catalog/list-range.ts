import { isWhole } from '../../../electron/contract/coverage'
import type { Product, ProductPage } from '../../../electron/contract/product'
import { call } from '../../bridge'
import { isProduct, slotsOf, type Slot } from '../../shared/data/block-cache'
import type { useContinuousList } from './infinite-list'
import { isUnfiltered } from '../../../electron/contract/empty-query'

/** The slots of a block of the continuous list: those that are here, or as the catalog has them. */
async function slotsOfBlock(
  list: ReturnType<typeof useContinuousList>,
  number: number
): Promise<readonly Slot[]> {
  const here = list.blockOf(number * list.size).block
  if (here) return here.slots
  const { connectionId, shown: productQuery, size } = list
  if (!productQuery) return []
  const answer = await call('products:page', {
    connectionId,
    productQuery,
    page: number + 1,
    limit: size,
    from: 'copy'
  })
  return answer.ok ? slotsOf(answer.value, isUnfiltered(productQuery)) : []
}

/**
 * The products of the continuous list from `first` to before `end`, 0-based, also where the list does not have them in
 * memory; null where another list took its place meanwhile, or not all of it could be read.
 */
export async function productsBetween(
  list: ReturnType<typeof useContinuousList>,
  first: number,
  end: number
): Promise<Product[] | null> {
  const { turn, size } = list
  const from = Math.floor(first / size)
  const numbers = Array.from({ length: Math.ceil(end / size) - from }, (_, at) => from + at)
  const blocks = await Promise.all(numbers.map((number) => slotsOfBlock(list, number)))
  const isWhole = blocks.every((slots, at) => slots.length > 0 || at === blocks.length - 1)
  if (turn !== list.turn || size !== list.size || !isWhole) return null
  const slots = blocks.flatMap((block) => [
    ...block,
    ...Array.from({ length: size - block.length }, () => null)
  ])
  return slots.slice(first - from * size, end - from * size).filter((slot) => isProduct(slot))
}

/** Rows before and after the one that a product stood in, in which it is looked for: a page has no more. */
const around = 200

/** Where a product stands now, from 0: the nearest place to where it stood; null: it is not near, or not read. */
export function placeNear(
  id: string,
  stood: number,
  productAt: (index: number) => Product | null
): number | null {
  for (let off = 0; off <= around; off += 1) {
    for (const place of [stood + off, stood - off]) {
      if (place >= 0 && productAt(place)?.id === id) return place
    }
  }
  return null
}

/**
 * The size of a list as it is told of. The store's own counts what is no product of its own too (`isOfStore`): then what is known of a
 * product is its position there, and the number would be another than the one of its products.
 */
export function sizeOf(page: ProductPage | null): { total: number | null; isOfStore: boolean } {
  const total = page?.totalItems ?? null
  if (page === null || total === null) return { total, isOfStore: false }
  return { total, isOfStore: isWhole(page.coverage) && total > page.coverage.products }
}
