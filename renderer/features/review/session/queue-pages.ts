import type { Result } from '../../../../electron/contract/failure'
import type { Product, ProductPage } from '../../../../electron/contract/product'
import { pageOfPlace } from '../../../shared/format/places'

/** Products that are read at once: enough for a minute of fast work. */
export const pageLength = 40

/** Pages that are looked back through for products that are known, where others put in before them moved them away. */
const farthest = 8

/** Reads a page, 1-based, of `pageLength` products of the queue as it is now. */
export type ReadPage = (page: number) => Promise<Result<ProductPage>>

/** The page with a place, 1-based, or the last one where the queue has become shorter. */
export async function pageWith(read: ReadPage, place: number): Promise<Result<ProductPage>> {
  const page = pageOfPlace(place, pageLength)
  const answer = await read(page)
  if (!answer.ok || answer.value.items.length > 0 || page === 1) return answer
  const last = Math.max(1, Math.min(page - 1, answer.value.totalPages ?? 1))
  return read(last)
}

/** The page, or one shortly before it, with a product that is known; where none is near, the page itself. */
export async function pageBehind(
  read: ReadPage,
  page: number,
  isKnown: (product: Product) => boolean
): Promise<Result<ProductPage>> {
  const answer = await read(page)
  if (!answer.ok || answer.value.items.some(isKnown)) return answer
  for (let before = page - 1; before >= 1 && before >= page - farthest; before -= 1) {
    const earlier = await read(before)
    if (!earlier.ok || earlier.value.items.some(isKnown)) return earlier
  }
  return answer
}
