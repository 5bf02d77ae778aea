import type { DatabaseSync } from 'node:sqlite'
import type { Task } from '../../database/cooperative'
import type { Sidecar } from '../../database/sidecar'
import { cached, type Cached } from './cached'
import type { IdLookup } from './products-by-id'

/** ms without use after which columns are dropped. */
const idle = 10 * 60_000

interface CachedColumns {
  /** The opening of the sidecar that they were read from. */
  opening: number
  /** Counts the changes. */
  version: number
}

interface SidecarColumnsOptions<
  Columns extends CachedColumns,
  Row extends [product: string, ...unknown[]],
  Statements
> {
  db: DatabaseSync
  file: Sidecar<Statements>
  ids: IdLookup
  /** Columns in which nothing stands, for products of keys up to a highest one. */
  empty: (highest: number) => Omit<Columns, 'opening' | 'version'>
  /** Rows of products after one, by id, in its order, `atOnce` at most; and that of a product. */
  some: (statements: Statements, after: string) => unknown[]
  one: (statements: Statements, id: string) => unknown
  atOnce: number
  /** What there is of a product of which the file has no row. */
  none: (id: string) => Row
  /** Begins to write rows into columns: each by its product's key, for which it makes room. */
  putInto: (columns: Columns) => (key: number, row: Row) => void
}

/**
 * Keeps columns by product key current while they are used, of what another feature's file says by product id. A file without
 * rows, or none, gives columns in which nothing stands. Two seconds for a million rows.
 */
export function createSidecarColumns<
  Columns extends CachedColumns,
  Row extends [product: string, ...unknown[]],
  Statements
>(options: SidecarColumnsOptions<Columns, Row, Statements>): Cached<Columns, number | string> {
  const { db, file, ids, atOnce } = options

  function* load(version: number): Task<Columns> {
    const { highest } = db.prepare('SELECT coalesce(max(key), 0) AS highest FROM product').get() as {
      highest: number
    }
    const columns = { ...options.empty(highest), opening: file.opening(), version } as Columns
    const keyOf = yield* ids.current()
    const put = options.putInto(columns)
    for (let after: string | null = ''; after !== null;) {
      const from: string = after
      const rows = (file.read((statements) => options.some(statements, from)) ?? []) as Row[]
      for (const row of rows) putKnown(put, keyOf(row[0]), row)
      after = rows.length < atOnce ? null : (rows.at(-1)?.[0] ?? null)
      yield
    }
    return columns
  }

  /** By the primary keys. */
  function* reload(columns: Columns, changed: Iterable<number | string>): Task<void> {
    const keyOf = yield* ids.current()
    const product = db.prepare('SELECT id FROM product WHERE key = ?')
    const put = options.putInto(columns)
    let read = 0
    for (const each of changed) {
      const id = typeof each === 'string' ? each : (product.get(each) as { id: string } | undefined)?.id
      if (id === undefined) continue
      const row = file.read((statements) => options.one(statements, id)) as Row | undefined | null
      putKnown(put, typeof each === 'string' ? keyOf(id) : each, row ?? options.none(id))
      if (++read % 200 === 0) yield
    }
    columns.version++
  }

  return cached<Columns, number | string>({
    load,
    reload,
    isCurrent: ({ opening }) => opening === file.opening(),
    idle
  })
}

/** Products that the catalog does not hold have the key 0. */
function putKnown<Row>(put: (key: number, row: Row) => void, key: number, row: Row): void {
  if (key !== 0) put(key, row)
}

/** Indexes of texts that many products share, so that a column holds two bytes a product. */
const highest = 0xffff

/**
 * Returns the index of a value in `values`, where it is added if it is new. Index 0 stands for no value; those that do not fit into 16 bits
 * count as the last one.
 */
export function createValueIndex(values: string[]): (value: string) => number {
  const indexes = new Map(values.map((value, index) => [value, index] as const).slice(1))
  return (value) => {
    const known = indexes.get(value)
    if (known !== undefined) return known
    if (values.length > highest) return highest
    indexes.set(value, values.length)
    return values.push(value) - 1
  }
}
