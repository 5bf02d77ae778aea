import type { DatabaseSync } from 'node:sqlite'
import { readDisplaced } from '../db/facts'
import type { Task } from '../../database/cooperative'

/** Bits of `Columns.has`. */
export const has = { row: 1, picture: 2, description: 4, name: 8 }

/**
 * What filters and orders need of every product, by key, in typed arrays: one pass over them takes milliseconds where SQL takes a tenth
 * of a second. About 30 bytes a product.
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
  /** The first position of a product in the store's list; 0: none. */
  position: Uint32Array<ArrayBuffer>
  /**
   * All keys in the store's order. What runs have displaced stands where it stood; others without a position come last, by key.
   */
  storeOrder: Uint32Array<ArrayBuffer>
  /** By key, the place in `storeOrder`, from 1. */
  rank: Uint32Array<ArrayBuffer>
  /** How many of them do not come last for the lack of a position. */
  listed: number
  /** Count the changes of the store's order, of prices, and of anything. */
  storeVersion: number
  priceVersion: number
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
    position: new Uint32Array(0),
    storeOrder: new Uint32Array(0),
    rank: new Uint32Array(0),
    listed: 0,
    storeVersion: 0,
    priceVersion: 0,
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

/** Loads products after the highest known key. By the primary key. */
export function* loadNewProducts(db: DatabaseSync, columns: Columns): Task<void> {
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
    columns.priceVersion++
    columns.version++
    yield
  }
}

/** Loads products again. By the primary key. */
export function* reloadProducts(db: DatabaseSync, columns: Columns, keys: Iterable<number>): Task<void> {
  const statement = db.prepare(`SELECT ${columnsOfRow} FROM product WHERE key = ?`)
  statement.setReturnArrays(true)
  let read = 0
  for (const key of keys) {
    const row = key <= columns.highest ? (statement.get(key) as unknown as Row | undefined) : undefined
    if (row !== undefined) {
      if (!Object.is(columns.price[key], row[1] ?? NaN)) columns.priceVersion++
      put(columns, row)
    }
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

/** Latest runs that are distinguished: an hourly sync has fewer in seven years. Older ones count as one. */
const runsApart = 60_000

/** The run that stamps are counted from, so that the latest fits into 16 bits. */
export function baseRuns(db: DatabaseSync): number {
  const { last } = db.prepare('SELECT coalesce(max(number), 0) AS last FROM run').get() as { last: number }
  return Math.max(0, last - runsApart)
}

/** A run's number as the columns store it. */
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
const positionsAtOnce = 30_000

/** Loads the store's order: a tenth of a second for a million products. By the primary key. */
export function* loadStoreOrder(db: DatabaseSync, columns: Columns): Task<void> {
  const { highest } = columns
  const position = new Uint32Array(highest + 1)
  const storeOrder = new Uint32Array(highest)
  const { last } = db.prepare('SELECT coalesce(max(position), 0) AS last FROM place').get() as {
    last: number
  }
  const chunks = positionChunks(db)
  let listed = 0
  for (let first = 1; first <= last; first += positionsAtOnce) {
    const { keys, positions } = chunks(first)
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] ?? 0
      // Not an unreadable item, nor a product added since the columns were loaded; and of a product its first position only.
      if (key === 0 || key > highest || position[key] !== 0) continue
      position[key] = positions === null ? first + at : (positions[at] ?? 0)
      storeOrder[listed++] = key
    }
    yield
  }
  listed = putDisplaced(storeOrder, listed, position, displacedOf(db, position))
  const rank = yield* rankAll(storeOrder, listed)
  columns.listed = listed
  columns.position = position
  columns.storeOrder = storeOrder
  columns.rank = rank
  columns.storeVersion++
  columns.version++
}

/** Appends all other keys to the first `listed` of an order, and returns the rank of each (`Columns.rank`). */
function* rankAll(order: Uint32Array, listed: number): Task<Columns['rank']> {
  const rank = new Uint32Array(order.length + 1)
  for (let at = 0; at < listed; at++) {
    rank[order[at] ?? 0] = at + 1
    if (at % 100_000 === 0) yield
  }
  let length = listed
  for (let key = 1; key <= order.length; key++) {
    if (rank[key] !== 0) continue
    order[length++] = key
    rank[key] = length
  }
  return rank
}

/** Products that runs have displaced, with the position that they stand after, ascending. */
function displacedOf(db: DatabaseSync, position: Uint32Array): { key: number; after: number }[] {
  return readDisplaced(db)
    .filter(([key]) => position[key] === 0)
    .map(([key, stood, after]) => ({ key, after: after ?? stood - 1 }))
    .sort((a, b) => a.after - b.after)
}

/** Inserts displaced products among the first `listed` of an order, which are there by their positions; returns how many it has then. */
function putDisplaced(
  order: Uint32Array,
  listed: number,
  position: Uint32Array,
  displaced: readonly { key: number; after: number }[]
): number {
  let end = listed
  for (let left = displaced.length; left > 0; left--) {
    const { key, after } = displaced[left - 1] ?? { key: 0, after: 0 }
    let begin = end
    while (begin > 0 && (position[order[begin - 1] ?? 0] ?? 0) > after) begin--
    order.copyWithin(begin + left, begin, end)
    order[begin + left - 1] = key
    end = begin
  }
  return listed + displaced.length
}

/** Keys at consecutive positions, 0 for none. `positions`: null where there are no gaps. */
interface Chunk {
  keys: Uint32Array
  positions: Uint32Array | null
}

/** Reads positions from a first one on, as JSON in one value, which costs a fifth of as many rows. */
function positionChunks(db: DatabaseSync): (first: number) => Chunk {
  const list = (column: string): string => `CAST(json_group_array(${column}) AS BLOB)`
  const some = (columns: string): string =>
    `SELECT ${list('ifnull(product, 0)')} AS products, count(*) AS count, max(position) AS last ${columns}
     FROM (SELECT position, product FROM place WHERE position BETWEEN ? AND ? ORDER BY position)`
  const withoutPositions = db.prepare(some(''))
  const withPositions = db.prepare(some(`, ${list('position')} AS positions`))
  return (first) => {
    const range = [first, first + positionsAtOnce - 1] as const
    const { products, count, last } = withoutPositions.get(...range) as unknown as ChunkRow
    if (last === null || last === first + count - 1)
      return { keys: parseNumbers(products, count), positions: null }
    const row = withPositions.get(...range) as unknown as ChunkRow & { positions: Uint8Array }
    return {
      keys: parseNumbers(row.products, row.count),
      positions: parseNumbers(row.positions, row.count)
    }
  }
}

interface ChunkRow {
  products: Uint8Array
  count: number
  /** null: there are none. */
  last: number | null
}

/** The whole numbers of a JSON list, `count` of them. */
function parseNumbers(json: Uint8Array, count: number): Uint32Array {
  const numbers = new Uint32Array(count)
  let at = 1
  for (let number = 0; number < count; number++) {
    let value = 0
    for (let byte = json[at] ?? 0; byte >= 0x30 && byte <= 0x39; byte = json[++at] ?? 0) {
      value = value * 10 + byte - 0x30
    }
    numbers[number] = value
    // The comma after it.
    at++
  }
  return numbers
}
