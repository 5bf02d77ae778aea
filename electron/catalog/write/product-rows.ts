import type { Content, ProductRow, WriteTx } from './state'
import type { StoreProduct } from '../../api/types'
import { bitOf, toBits, toFlags, numberOfCode } from '../db/stored-codes'
import { rewordProduct } from '../search/word-index'
import { areAlike, type LookHalves } from '../../contract/content-fingerprint'
import type { FoundPicture } from '../types'

/** The fields whose changes are recorded; flags follow from them. */
const fields = ['name', 'price', 'description', 'image'] as const
const columnOf = { name: 2, price: 3, description: 4, image: 5 } as const

/** The fields in which the content differs from the row. */
export function changedFields(row: ProductRow, content: Content): (typeof fields)[number][] {
  return fields.filter((field) => row[columnOf[field]] !== content[field])
}

/**
 * Records what happened to a known product, in the transaction that changes it. Returns whether it counts as changed. During the initial
 * import nothing does: there is no "before" yet.
 */
function recordChanges(tx: WriteTx, row: ProductRow, content: Content): boolean {
  if (row[7] !== null) record(tx, row[0], 'back')
  if (tx.state.facts.baseline) return false
  const changed = changedFields(row, content)
  for (const field of changed) {
    record(tx, row[0], 'changed', field, textOf(row[columnOf[field]]), textOf(content[field]))
  }
  return changed.length > 0
}

function recordNew(tx: WriteTx, key: number): void {
  if (!tx.state.facts.baseline) record(tx, key, 'new')
}

export function recordGone(tx: WriteTx, key: number): void {
  record(tx, key, 'gone')
}

function record(
  { catalog, state, at }: WriteTx,
  key: number,
  kind: 'new' | 'changed' | 'gone' | 'back',
  field: string | null = null,
  before: string | null = null,
  after: string | null = null
): void {
  catalog.sql.insertChange.run(state.countsFor, at, key, kind, field, before, after)
}

function textOf(value: string | number | null): string | null {
  return value === null ? null : String(value)
}

const ofPlaces = ~bitOf('duplicate-id')
const ofDescriptions = bitOf('description-shortened')

/**
 * A product's content as the store says it. Pages in the short form lack descriptions and pictures: the known ones stay.
 */
export function contentOf(item: StoreProduct, form: 'full' | 'short', known: ProductRow | null): Content {
  const flags = toBits(item.flags) & ofPlaces
  const { id, name, price, description, image } = item
  if (form === 'full' || known === null) return { id, name, price, description, image, flags }
  const kept = known[6] & ofDescriptions
  return { id, name, price, description: known[4], image: known[5], flags: flags | kept }
}

function isSameContent(row: ProductRow, content: Content): boolean {
  return (
    row[4] === content.description &&
    row[2] === content.name &&
    row[3] === content.price &&
    row[5] === content.image &&
    row[6] === content.flags
  )
}

/** A row's content as stored for a position that lists the product differently (fault 45). */
function rowAsJson(row: ProductRow): string {
  const [, id, name, price, description, image, flags] = row
  return contentAsJson({ id, name, price, description, image, flags })
}

function contentAsJson(content: Content): string {
  const product: StoreProduct = { ...content, flags: [...toFlags(content.flags), 'duplicate-id'] }
  return JSON.stringify(product)
}

/** Reads what `contentAsJson` wrote. */
function contentFromJson(json: string): Content {
  const product = JSON.parse(json) as StoreProduct
  return { ...product, flags: toBits(product.flags) & ofPlaces }
}

/** Returns the new key: the highest plus one, which SQLite also assigns when the row is written. */
export function insertProduct(tx: WriteTx, content: Content): number {
  const { catalog, state } = tx
  const key = state.highest + 1
  const { id, name, price, description, image, flags } = content
  const added = state.facts.baseline ? 1 : state.countsFor
  catalog.sql.newProducts.push([id, name, price, description, image, flags, added])
  state.highest = key
  state.ids?.add(id, key)
  recordNew(tx, key)
  tx.touched.push(key)
  catalog.wordsLeft = true
  return key
}

/** Updates a row that differs from what the store says, and records the changes. */
export function updateProduct(tx: WriteTx, row: ProductRow, content: Content): void {
  if (row[7] === null && isSameContent(row, content)) return
  const { catalog, state } = tx
  const key = row[0]
  // Later positions of the same product said the same as the row until now.
  for (const position of state.marks.othersOf(key)) {
    if (duplicateAt(tx, position) === '') setDuplicate(tx, position, rowAsJson(row))
  }
  const isChanged = recordChanges(tx, row, content)
  const { name, price, description, image, flags } = content
  const changed = isChanged ? state.countsFor : null
  catalog.sql.updateProduct.run(name, price, description, image, flags, changed, key)
  if (row[2] !== name || row[4] !== description || row[5] !== image) {
    rewordProduct(catalog.sql.db, key)
    catalog.wordsLeft = true
  }
  if (row[5] !== image) dropPicture(tx, key)
  tx.touched.push(key)
}

/** What a position says about its product; null: it is the product's first, or unknown. */
function duplicateAt({ catalog }: WriteTx, position: number): string | null {
  catalog.sql.positions.flush()
  const found = catalog.sql.duplicateAt.get(position) as unknown as [string | null] | undefined
  return found?.[0] ?? null
}

export function productByKey({ catalog }: WriteTx, key: number): ProductRow {
  catalog.sql.newProducts.flush()
  const row = catalog.sql.byKey.get(key) as unknown as ProductRow | undefined
  if (row === undefined) throw new Error(`no product ${key}`)
  return row
}

function setDuplicate({ catalog }: WriteTx, position: number, duplicate: string | null): void {
  catalog.sql.positions.flush()
  catalog.sql.setDuplicate.run(duplicate, position)
}

/**
 * Saves a product whose id also stands at another position (fault 45): the first position in the store's order describes the product,
 * every other one stores what it says itself. Returns what this position has to store; null: it is the first.
 */
export function recordDuplicate(
  tx: WriteTx,
  key: number,
  item: StoreProduct,
  form: 'full' | 'short',
  position: number
): string | null {
  const row = productByKey(tx, key)
  const content = contentOf(item, form, row)
  const isSame = isSameContent(row, content)
  const first = tx.state.marks.firstOf(key)
  if (first === 0 || position > first) return isSame ? '' : contentAsJson(content)
  // Where it stores something itself, the position before it was lost on this page: that stays true.
  const saysItself = position < first && Boolean(duplicateAt(tx, first))
  if (position < first && !saysItself) setDuplicate(tx, first, isSame ? '' : rowAsJson(row))
  updateProduct(tx, row, content)
  return null
}

/** Makes the next position of a product that left its first one describe the product. */
export function promote(tx: WriteTx, key: number): void {
  const first = tx.state.marks.firstOf(key)
  const duplicate = first === 0 ? null : duplicateAt(tx, first)
  if (duplicate === null) return
  setDuplicate(tx, first, null)
  if (duplicate !== '') updateProduct(tx, productByKey(tx, key), contentFromJson(duplicate))
}

/**
 * Saves findings about pictures, except for addresses that the product no longer shows. Returns how many products now show another
 * picture under the same address, or one where none could be shown before.
 */
export function savePictures(tx: WriteTx, found: readonly FoundPicture[]): number {
  const { pictureOf, putPicture } = tx.catalog.sql
  const { at } = tx
  let shownAnew = 0
  for (const { product, address, finding, isKept } of found) {
    const row = pictureOf.get(product) as unknown as PictureRow | undefined
    if (row?.[0] !== address) continue
    const { changes } = putPicture.run(product, ...valuesOf(finding), at, isKept === true ? at : null)
    if (changes > 0) tx.pictures.push(product)
    if (changes > 0 && isShownAnew(row, finding)) shownAnew++
  }
  return shownAnew
}

type PictureRow = [image: string | null, look: string | null, broken: number | null]

function isShownAnew([, before, broken]: PictureRow, finding: FoundPicture['finding']): boolean {
  if (finding.state === 'broken') return false
  if (before === null) return broken !== null && broken > 0
  return !areAlike(halvesOf(BigInt(before)), halvesOf(finding.look ?? 0n))
}

function halvesOf(look: bigint): LookHalves {
  return [Number(BigInt.asUintN(32, look >> 32n)), Number(BigInt.asUintN(32, look))]
}

type Values = [
  broken: number,
  width: number | null,
  height: number | null,
  bytes: number | null,
  format: string | null,
  content: bigint | null,
  look: bigint | null
]

function valuesOf(finding: FoundPicture['finding']): Values {
  if (finding.state === 'broken') return [numberOfCode(finding.code), null, null, null, null, null, null]
  const { width, height, bytes, format, content, look } = finding
  return [0, width, height, bytes, format, content, look]
}

/** Forgets what is known about a product's picture, because its address changed. */
function dropPicture({ catalog, pictures }: WriteTx, key: number): void {
  if (catalog.sql.dropPicture.run(key).changes > 0) pictures.push(key)
}
