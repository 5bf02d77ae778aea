import {
  contentAsJson,
  contentFromJson,
  contentOf,
  duplicateAt,
  isSameContent,
  productByKey,
  rowAsJson,
  setDuplicate,
  updateProduct
} from './product-rows'
import type { StoreProduct } from '../../api/types'
import type { Writing } from './state'

/**
 * A product whose id stands at another place too (45): the first place in the store's order says what the product is, every
 * other one keeps what it says itself. Returns what the place at hand is to keep; null when it is the first.
 */
export function placeAgain(
  writing: Writing,
  key: number,
  item: StoreProduct,
  form: 'full' | 'short',
  position: number
): string | null {
  const row = productByKey(writing, key)
  const content = contentOf(item, form, row)
  const isSame = isSameContent(row, content)
  const first = writing.memory.marks.firstOf(key)
  if (first === 0 || position > first) return isSame ? '' : contentAsJson(content)
  // Where it says something itself, the place before it was lost on this page: that stays true.
  const saysItself = position < first && Boolean(duplicateAt(writing, first))
  if (position < first && !saysItself) setDuplicate(writing, first, isSame ? '' : rowAsJson(row))
  updateProduct(writing, row, content)
  return null
}

/** A product that is not at its first place any more: its next place becomes the first, and says what the product is. */
export function promote(writing: Writing, key: number): void {
  const first = writing.memory.marks.firstOf(key)
  const duplicate = first === 0 ? null : duplicateAt(writing, first)
  if (duplicate === null) return
  setDuplicate(writing, first, null)
  if (duplicate !== '') updateProduct(writing, productByKey(writing, key), contentFromJson(duplicate))
}
