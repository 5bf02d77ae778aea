import type { StoreProduct } from '../../api/types'
import { recordChanges, recordNew } from './changes'
import { bitOf, toBits, toFlags } from '../db/flags'
import type { Content, ProductRow, Writing } from './state'
import { dropPicture } from './save-pictures'
import { rewordProduct } from '../search/word-index'

const ofPlaces = ~bitOf('duplicate-id')
const ofDescriptions = bitOf('description-shortened')

/**
 * What the store says of a product. A page in the short form says nothing of descriptions and pictures: those that are known
 * stay.
 */
export function contentOf(item: StoreProduct, form: 'full' | 'short', known: ProductRow | null): Content {
  const flags = toBits(item.flags) & ofPlaces
  const { id, name, price, description, image } = item
  if (form === 'full' || known === null) return { id, name, price, description, image, flags }
  const kept = known[6] & ofDescriptions
  return { id, name, price, description: known[4], image: known[5], flags: flags | kept }
}

export function isSameContent(row: ProductRow, content: Content): boolean {
  return (
    row[4] === content.description &&
    row[2] === content.name &&
    row[3] === content.price &&
    row[5] === content.image &&
    row[6] === content.flags
  )
}

/** The content of a row, as it is kept for a place that lists the product differently (45). */
export function rowAsJson(row: ProductRow): string {
  const [, id, name, price, description, image, flags] = row
  return contentAsJson({ id, name, price, description, image, flags })
}

export function contentAsJson(content: Content): string {
  const product: StoreProduct = { ...content, flags: [...toFlags(content.flags), 'duplicate-id'] }
  return JSON.stringify(product)
}

/** Reads what `contentAsJson` wrote. */
export function contentFromJson(json: string): Content {
  const product = JSON.parse(json) as StoreProduct
  return { ...product, flags: toBits(product.flags) & ofPlaces }
}

/** Returns its key: the highest plus one, which is also the one that SQLite gives it once it is written. */
export function insertProduct(writing: Writing, content: Content): number {
  const { copy, memory } = writing
  const key = memory.highest + 1
  const { id, name, price, description, image, flags } = content
  const added = memory.facts.baseline ? 1 : memory.countsFor
  copy.sql.newProducts.push([id, name, price, description, image, flags, added])
  memory.highest = key
  memory.ids?.add(id, key)
  recordNew(writing, key)
  writing.touched.push(key)
  copy.wordsLeft = true
  return key
}

/** Writes a product's row where it is not what the store says, with what changed. */
export function updateProduct(writing: Writing, row: ProductRow, content: Content): void {
  if (row[7] === null && isSameContent(row, content)) return
  const { copy, memory } = writing
  const key = row[0]
  // Places further down said the same as the row until now.
  for (const position of memory.marks.othersOf(key)) {
    if (duplicateAt(writing, position) === '') setDuplicate(writing, position, rowAsJson(row))
  }
  const isChanged = recordChanges(writing, row, content)
  const { name, price, description, image, flags } = content
  const changed = isChanged ? memory.countsFor : null
  copy.sql.updateProduct.run(name, price, description, image, flags, changed, key)
  if (row[2] !== name || row[4] !== description || row[5] !== image) {
    rewordProduct(copy.sql.db, key)
    copy.wordsLeft = true
  }
  if (row[5] !== image) dropPicture(writing, key)
  writing.touched.push(key)
}

/** What a place says of its product; null where it is the product's first, or there is no such place. */
export function duplicateAt({ copy }: Writing, position: number): string | null {
  copy.sql.places.flush()
  const found = copy.sql.duplicateAt.get(position) as unknown as [string | null] | undefined
  return found?.[0] ?? null
}

export function productByKey({ copy }: Writing, key: number): ProductRow {
  copy.sql.newProducts.flush()
  const row = copy.sql.byKey.get(key) as unknown as ProductRow | undefined
  if (row === undefined) throw new Error(`no product ${key}`)
  return row
}

/** What a place says of its product from now on. */
export function setDuplicate({ copy }: Writing, position: number, duplicate: string | null): void {
  copy.sql.places.flush()
  copy.sql.setDuplicate.run(duplicate, position)
}
