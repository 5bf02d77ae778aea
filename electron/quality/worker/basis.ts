import type { DatabaseSync } from 'node:sqlite'
import {
  headsEach,
  makeColumns,
  makePictureHashes,
  type Columns,
  type PictureHashes
} from '../catalog-wide/columns'
import { productsInRow } from '../../catalog/db/findings-schema'

/** The inputs and findings of an audit, from which the facts of its findings are read later. */
export interface Basis {
  columns: Columns
  pictures: PictureHashes
  /** Findings by product key, a bit for each rule, exceptions included. */
  found: Uint32Array<ArrayBuffer>
}

type Numbers = Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>

/** Columns as they are kept, with the numbers that each product has in them. */
function kept({ columns, pictures, found }: Basis): [name: string, numbers: Numbers, each: number][] {
  const { listed, price, name, description, address, heads } = columns
  return [
    ['found', found, 1],
    ['listed', listed, 1],
    ['price', price, 1],
    ['name', name, 2],
    ['description', description, 2],
    ['address', address, 2],
    ['heads', heads, headsEach],
    ['content', pictures.content, 2],
    ['look', pictures.look, 2]
  ]
}

/** Room for products up to a key. */
export function makeBasis(highest: number): Basis {
  return {
    columns: makeColumns(highest),
    pictures: makePictureHashes(highest),
    found: new Uint32Array(highest + 1)
  }
}

/** Reads what the last audit left of the products up to a key, of these columns or all of them. 20 ms for a million products. */
export function loadBasis(db: DatabaseSync, highest: number, only?: readonly string[]): Basis {
  const basis = makeBasis(highest)
  for (const [name, numbers, each] of kept(basis))
    if (only?.includes(name) !== false) loadColumn(db, { name, numbers, each, highest })
  return basis
}

/** Whether a product's picture could be shown, by its key, as the last audit knew it. 8 bytes a product. */
export function loadShown(db: DatabaseSync, highest: number): (key: number) => boolean {
  const content = new Uint32Array(2 * (highest + 1))
  loadColumn(db, { name: 'content', numbers: content, each: 2, highest })
  return (key) => content[2 * key] !== 0 || content[2 * key + 1] !== 0
}

interface KeptColumn {
  name: string
  numbers: Numbers
  each: number
  highest: number
}

function loadColumn(db: DatabaseSync, { name, numbers, each, highest }: KeptColumn): void {
  const statement = db.prepare(
    'SELECT first, numbers FROM basis WHERE name = ? AND first <= ? ORDER BY first'
  )
  statement.setReturnArrays(true)
  const bytes = bytesOf(numbers)
  // One row at a time: together they are as long as the column itself.
  const rows = statement.iterate(name, highest) as unknown as Iterable<[number, Uint8Array]>
  for (const [first, blob] of rows) {
    const at = first * each * numbers.BYTES_PER_ELEMENT
    bytes.set(blob.subarray(0, bytes.length - at), at)
  }
}

/** Writes what differs from the file. Within a transaction. */
export function saveBasis(db: DatabaseSync, basis: Basis): void {
  const put = db.prepare('INSERT OR REPLACE INTO basis (name, first, numbers) VALUES (?, ?, ?)')
  const drop = db.prepare('DELETE FROM basis WHERE name = ? AND first > ?')
  const known = db.prepare('SELECT numbers FROM basis WHERE name = ? AND first = ?')
  for (const [name, numbers, each] of kept(basis)) {
    drop.run(name, basis.columns.highest)
    for (const { first, bytes } of rowsOf(numbers, each)) {
      const before = known.get(name, first) as { numbers: Uint8Array } | undefined
      if (before === undefined || bytes.compare(before.numbers) !== 0) put.run(name, first, bytes)
    }
  }
}

/** Writes the findings that are not as they stand in the file; whether any are. Within a transaction. */
export function saveFindings(db: DatabaseSync, bits: Uint32Array<ArrayBuffer>): boolean {
  const put = db.prepare('INSERT OR REPLACE INTO finding (first, bits) VALUES (?, ?)')
  const known = db.prepare('SELECT bits FROM finding WHERE first = ?')
  let changed = db.prepare('DELETE FROM finding WHERE first >= ?').run(bits.length).changes > 0
  for (const { first, bytes } of rowsOf(bits, 1)) {
    const before = known.get(first) as { bits: Uint8Array } | undefined
    if (before !== undefined && bytes.compare(before.bits) === 0) continue
    put.run(first, bytes)
    changed = true
  }
  return changed
}

/** A column's rows, as they stand in the file. */
function* rowsOf(numbers: Numbers, each: number): Generator<{ first: number; bytes: Buffer }> {
  const inRow = productsInRow * each * numbers.BYTES_PER_ELEMENT
  for (let at = 0, first = 0; at < numbers.byteLength; at += inRow, first += productsInRow) {
    const bytes = Buffer.from(
      numbers.buffer,
      numbers.byteOffset + at,
      Math.min(inRow, numbers.byteLength - at)
    )
    yield { first, bytes }
  }
}

function bytesOf(numbers: Numbers): Uint8Array<ArrayBuffer> {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)
}
