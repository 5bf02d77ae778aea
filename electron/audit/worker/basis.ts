import type { DatabaseSync } from 'node:sqlite'
import {
  headsEach,
  makeColumns,
  makePictureHashes,
  type Columns,
  type PictureHashes
} from '../catalog-wide/columns'
import { productsInRow } from './schema'

/** What an audit leaves for the next one. */
export interface Basis {
  columns: Columns
  pictures: PictureHashes
  /** What was found, with a bit for each rule, excused or not, by key. */
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

/** Room for products up to a key, with what is known of some but for their pictures, which are always read anew. */
export function makeBasis(highest: number, before?: Basis): Basis {
  const found = new Uint32Array(highest + 1)
  if (before !== undefined) found.set(before.found)
  return { columns: makeColumns(highest, before?.columns), pictures: makePictureHashes(highest), found }
}

/** Reads what the last audit left, of these columns or all of them. 20 ms for a million products. */
export function loadBasis(db: DatabaseSync, highest: number, only?: readonly string[]): Basis {
  const basis = makeBasis(highest)
  const statement = db.prepare('SELECT first, numbers FROM basis WHERE name = ? ORDER BY first')
  statement.setReturnArrays(true)
  for (const [name, numbers, each] of kept(basis)) {
    if (only?.includes(name) === false) continue
    const bytes = bytesOf(numbers)
    for (const [first, blob] of statement.all(name) as unknown as [number, Uint8Array][]) {
      const at = first * each * numbers.BYTES_PER_ELEMENT
      bytes.set(blob.subarray(0, Math.max(0, bytes.length - at)), at)
    }
  }
  return basis
}

/** Writes what is not as it was, and tells how many rows. Within a transaction. */
export function saveBasis(db: DatabaseSync, basis: Basis, before: Basis | null): number {
  const earlier = before === null ? [] : kept(before)
  let written = 0
  if (before === null) db.exec('DELETE FROM basis')
  const put = db.prepare('INSERT OR REPLACE INTO basis (name, first, numbers) VALUES (?, ?, ?)')
  kept(basis).forEach(([name, numbers, each], place) => {
    const old = earlier[place]?.[1]
    for (const { first, bytes } of changedRows(numbers, old, each)) {
      put.run(name, first, bytes)
      written++
    }
  })
  return written
}

/** Writes the findings that are not as they were; whether any are. Within a transaction. */
export function saveFindings(db: DatabaseSync, bits: Uint32Array<ArrayBuffer>): boolean {
  const before = readFindings(db, bits.length)
  const put = db.prepare('INSERT OR REPLACE INTO finding (first, bits) VALUES (?, ?)')
  const dropped = db.prepare('DELETE FROM finding WHERE first >= ?').run(bits.length)
  let changed = Number(dropped.changes) > 0
  for (const { first, bytes } of changedRows(bits, before, 1)) {
    put.run(first, bytes)
    changed = true
  }
  return changed
}

/** null where there are not as many. */
function readFindings(db: DatabaseSync, length: number): Uint32Array<ArrayBuffer> | null {
  const statement = db.prepare('SELECT first, bits FROM finding ORDER BY first')
  statement.setReturnArrays(true)
  const rows = statement.all() as unknown as [number, Uint8Array][]
  const size = rows.reduce((sum, [, { byteLength }]) => sum + byteLength, 0)
  if (size !== length * 4) return null
  const numbers = new Uint32Array(length)
  for (const [first, blob] of rows) bytesOf(numbers).set(blob, first * 4)
  return numbers
}

/** The rows of a column that differ from those of one of the same length; all where there is none. */
function* changedRows(
  numbers: Numbers,
  before: Numbers | null | undefined,
  each: number
): Generator<{ first: number; bytes: Uint8Array }> {
  const inRow = productsInRow * each * numbers.BYTES_PER_ELEMENT
  const bytes = bytesOf(numbers)
  const old = before?.byteLength === numbers.byteLength ? bytesOf(before) : null
  for (let at = 0, first = 0; at < bytes.length; at += inRow, first += productsInRow) {
    const row = Buffer.from(bytes.buffer, at, Math.min(inRow, bytes.length - at))
    if (old === null || row.compare(old, at, at + row.length) !== 0) yield { first, bytes: row }
  }
}

function bytesOf(numbers: Numbers): Uint8Array<ArrayBuffer> {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)
}
