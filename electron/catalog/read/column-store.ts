import type { DatabaseSync } from 'node:sqlite'
import {
  baseRuns,
  emptyColumns,
  loadNewProducts,
  reloadProducts,
  loadStoreOrder,
  type Columns
} from './columns'
import type { ChangeSet } from '../protocol'
import type { PositionOf } from './page'
import { createOrders, type StoreSort } from '../sort/sort-index'
import type { Task } from '../../database/cooperative'
import { emptyIndex, refreshIndex, type SearchIndex } from '../search/index'

/** Above this many changed products everything is loaded again. */
const mostStale = 100_000

/** What a reader keeps of a catalog in memory. One caller at a time may refresh it. */
export interface ColumnStore {
  /** As the last `refreshColumns` left them. */
  readonly columns: Columns
  readonly index: SearchIndex
  /** Whether `positionOf` knows all that was written. */
  readonly arePositionsCurrent: boolean
  /** As the last `refreshColumns` left it. */
  positionOf: PositionOf
  refreshColumns: () => Task<void>
  refreshWords: () => Task<void>
  /** All products in an order (`Orders.get`), after `refreshColumns`. */
  sequence: (sort: StoreSort | null) => Task<Uint32Array>
  /** Notes what the writer wrote; costs nothing until an answer needs it. */
  changed: (written: ChangeSet) => void
}

export function createColumnStore(db: DatabaseSync): ColumnStore {
  const index = emptyIndex()
  const orders = createOrders(db)
  let columns = emptyColumns()
  // What changed since it was loaded; null: any product may have.
  let staleProducts: Set<number> | null = null
  let staleWords: Set<number> | null = null
  let arePositionsStale = true
  let arePositionsCurrent = false

  return {
    get columns() {
      return columns
    },
    index,
    get arePositionsCurrent() {
      return arePositionsCurrent
    },
    positionOf: (key) => columns.position[key] ?? 0,
    *refreshColumns() {
      const stale = staleProducts
      if (stale?.size === 0 && !arePositionsStale) return
      const arePositions = arePositionsStale || stale === null
      staleProducts = new Set()
      arePositionsStale = false
      if (arePositions) arePositionsCurrent = false
      try {
        if (stale === null) columns = { ...emptyColumns(), ...versionsAfter(columns), runBase: baseRuns(db) }
        const before = columns.highest
        yield* reloadProducts(db, columns, stale ?? [])
        yield* loadNewProducts(db, columns)
        if (arePositions || columns.highest > before) yield* loadStoreOrder(db, columns)
        arePositionsCurrent = !arePositionsStale
      } catch (error) {
        staleProducts = null
        throw error
      }
    },
    *refreshWords() {
      const stale = staleWords
      staleWords = new Set()
      try {
        yield* refreshIndex(db, index, stale)
      } catch (error) {
        staleWords = null
        throw error
      }
    },
    sequence: (sort) => orders.get(sort, columns),
    changed({ touched, positionsMoved }) {
      if (positionsMoved || touched === 'all') {
        arePositionsStale = true
        arePositionsCurrent = false
      }
      orders.changed(touched === 'all' ? null : touched)
      if (touched === 'all') {
        ;[staleProducts, staleWords] = [null, null]
        return
      }
      for (const key of touched) {
        staleProducts?.add(key)
        staleWords?.add(key)
      }
      if ((staleProducts?.size ?? 0) > mostStale) staleProducts = null
      if ((staleWords?.size ?? 0) > mostStale) staleWords = null
    }
  }
}

function versionsAfter({ version, storeVersion, priceVersion }: Columns): Partial<Columns> {
  return { version: version + 1, storeVersion: storeVersion + 1, priceVersion: priceVersion + 1 }
}
