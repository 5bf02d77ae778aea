import type { DatabaseSync } from 'node:sqlite'
import type { Sliced } from './reader-slices'

/** Bits of `Columns.has`. */
export const has = { row: 1, picture: 2, description: 4, name: 8 }

/**
 * What filters and orders need to know of every product, by key, in typed arrays: one pass over them answers any question
 * in milliseconds, where SQL takes a tenth of a second. About 30 bytes a product.
 */
export interface Columns {
  /** The highest key. */
  highest: number
  /** NaN: unknown. */
  price: Float64Array<ArrayBuffer>
  has: Uint8Array<ArrayBuffer>
  /** Numbers of runs, less `runBase`; 0: never. */
  added: Uint16Array<ArrayBuffer>
  changed: Uint16Array<ArrayBuffer>
  gone: Uint16Array<ArrayBuffer>
  runBase: number
  /** The first place of a product in the store's list; 0: none. */
  place: Uint32Array<ArrayBuffer>
  /** Keys in the store's order, `highest` of them; those without a place come last, by key. */
  storeOrder: Uint32Array<ArrayBuffer>
  /** How many of them have a place. */
  listed: number
  /** Counts the changes of the store's order, and of anything at all. */
  storeVersion: number
  version: number
}

export function emptyColumns(): Columns {
  return {
    highest: 0,
    price: new Float64Array(0),
    has: new Uint8Array(0),
    added: new Uint16Array(0),
    changed: new Uint16Array(0),
    gone: new Uint16Array(0),
    runBase: 0,
    place: new Uint32Array(0),
    storeOrder: new Uint32Array(0),
    listed: 0,
    storeVersion: 0,
    version: 0
  }
}

type Row = [
  key: number,
  price: number | null,
  bits: number,
  added: number,
  changed: number | null,
  gone: number | null
]

const columnsOfRow = `key, price,
  ${has.row} + ${has.picture} * (image IS NOT NULL) + ${has.description} * (description IS NOT NULL)
  + ${has.name} * (name <> ''), added, changed, gone`

/** Rows read at once: about 1 ms. */
const rowsAtOnce = 1500

/** Reads products after the highest key that is known. By the primary key. */
export function* loadNewProducts(db: DatabaseSync, columns: Columns): Sliced<void> {
  const statement = db.prepare(
    `SELECT ${columnsOfRow} FROM product WHERE key > ? ORDER BY key LIMIT ${rowsAtOnce}`
  )
  statement.setReturnArrays(true)
  for (;;) {
    const rows = statement.all(columns.highest) as unknown as Row[]
    const last = rows.at(-1)
    if (last === undefined) return
    makeRoom(columns, last[0])
    for (const row of rows) put(columns, row)
    columns.highest = last[0]
    columns.version++
    yield
  }
}

/** Reads products again. By the primary key. */
export function* reloadProducts(db: DatabaseSync, columns: Columns, keys: Iterable<number>): Sliced<void> {
  const statement = db.prepare(`SELECT ${columnsOfRow} FROM product WHERE key = ?`)
  statement.setReturnArrays(true)
  let read = 0
  for (const key of keys) {
    const row = key <= columns.highest ? (statement.get(key) as unknown as Row | undefined) : undefined
    if (row !== undefined) put(columns, row)
    if (++read % 200 === 0) yield
  }
  columns.version++
}

function put(columns: Columns, [key, price, bits, added, changed, gone]: Row): void {
  columns.price[key] = price ?? NaN
  columns.has[key] = bits
  columns.added[key] = stampOf(columns, added)
  columns.changed[key] = stampOf(columns, changed)
  columns.gone[key] = stampOf(columns, gone)
}

/** Runs that are kept apart: an hourly sync has fewer in seven years. Older ones are told as one. */
const runsApart = 60_000

/** Counts runs from where the latest of them still fits into 16 bits. */
export function baseRuns(db: DatabaseSync): number {
  const { last } = db.prepare('SELECT coalesce(max(number), 0) AS last FROM run').get() as { last: number }
  return Math.max(0, last - runsApart)
}

/** A run's number as the columns keep it. */
export function stampOf({ runBase }: Pick<Columns, 'runBase'>, run: number | null): number {
  return run === null ? 0 : Math.min(Math.max(run - runBase, 1), 0xffff)
}

function makeRoom(columns: Columns, highest: number): void {
  if (highest < columns.has.length) return
  const length = Math.max(1024, highest + 1, Math.min(columns.has.length * 2, columns.has.length + (1 << 18)))
  const grown = <T extends { set: (from: T) => void }>(from: T, to: T): T => {
    to.set(from)
    return to
  }
  columns.price = grown(columns.price, new Float64Array(length))
  columns.has = grown(columns.has, new Uint8Array(length))
  columns.added = grown(columns.added, new Uint16Array(length))
  columns.changed = grown(columns.changed, new Uint16Array(length))
  columns.gone = grown(columns.gone, new Uint16Array(length))
}

/** Places read at once: a few ms. */
const placesAtOnce = 30_000

/** Reads the store's order anew: a tenth of a second for a million products. By the primary key. */
export function* loadStoreOrder(db: DatabaseSync, columns: Columns): Sliced<void> {
  const { highest } = columns
  const place = new Uint32Array(highest + 1)
  const storeOrder = new Uint32Array(highest)
  const { last } = db.prepare('SELECT coalesce(max(position), 0) AS last FROM place').get() as {
    last: number
  }
  // As text: a list of numbers in one value costs a fifth of as many rows.
  const statement = db.prepare(
    `SELECT CAST(json_group_array(product) AS BLOB) AS products, CAST(json_group_array(position) AS BLOB) AS positions
     FROM (SELECT product, position FROM place WHERE position BETWEEN ? AND ? AND product IS NOT NULL ORDER BY position)`
  )
  let listed = 0
  for (let first = 1; first <= last; first += placesAtOnce) {
    const row = statement.get(first, first + placesAtOnce - 1)
    const { products, positions } = row as Record<'products' | 'positions', Uint8Array>
    const keys = parseNumbers(products, placesAtOnce)
    const places = parseNumbers(positions, placesAtOnce)
    for (const [at, key] of keys.entries()) {
      if (key > highest || place[key] !== 0) continue
      place[key] = places[at] ?? 0
      storeOrder[listed++] = key
    }
    yield
  }
  columns.listed = listed
  for (let key = 1; key <= highest; key++) if (place[key] === 0) storeOrder[listed++] = key
  columns.place = place
  columns.storeOrder = storeOrder
  columns.storeVersion++
  columns.version++
}

/** Numbers of a JSON list of whole numbers, at most `most`. */
function parseNumbers(json: Uint8Array, most: number): Uint32Array {
  const numbers = new Uint32Array(most)
  let count = 0
  let number = 0
  let isNumber = false
  for (const byte of json) {
    if (byte >= 0x30 && byte <= 0x39) {
      number = number * 10 + byte - 0x30
      isNumber = true
    } else if (isNumber) {
      numbers[count++] = number
      number = 0
      isNumber = false
    }
  }
  return numbers.subarray(0, count)
}
