import type { DatabaseSync } from 'node:sqlite'
import { baseRuns, emptyColumns, loadNewProducts, reloadProducts, type Columns } from './columns'
import { loadStoreOrder } from './position-columns'
import type { Written } from '../protocol'
import type { PlaceOf } from './rows'
import { createOrders, type StandingSort } from '../sort/orders'
import type { Sliced } from '../../database/cooperative'
import { emptyIndex, refreshIndex, type SearchIndex } from '../search/index'

/** Products that are noted one by one as changed; when they are more, any may have. */
const mostStale = 100_000

/** What a reader holds of a copy in memory. Only one thing at a time may bring it up to date. */
export interface Held {
  /** As the last `refreshColumns` left them. */
  readonly columns: Columns
  readonly index: SearchIndex
  /** Whether `placeOf` knows all that was written. */
  readonly arePlacesCurrent: boolean
  /** As the last `refreshColumns` left it. */
  placeOf: PlaceOf
  refreshColumns: () => Sliced<void>
  refreshWords: () => Sliced<void>
  /** All products in an order (`Orders.get`), after `refreshColumns`. */
  sequence: (sort: StandingSort | null) => Sliced<Uint32Array>
  /** Told of what the writer wrote; costs nothing until it matters for an answer. */
  changed: (written: Written) => void
}

export function createHeld(db: DatabaseSync): Held {
  const index = emptyIndex()
  const orders = createOrders(db)
  let columns = emptyColumns()
  // What changed since it was read; null: any product may have.
  let staleProducts: Set<number> | null = null
  let staleWords: Set<number> | null = null
  let arePlacesStale = true
  let arePlacesCurrent = false

  return {
    get columns() {
      return columns
    },
    index,
    get arePlacesCurrent() {
      return arePlacesCurrent
    },
    placeOf: (key) => columns.place[key] ?? 0,
    *refreshColumns() {
      const stale = staleProducts
      if (stale?.size === 0 && !arePlacesStale) return
      const arePlaces = arePlacesStale || stale === null
      staleProducts = new Set()
      arePlacesStale = false
      if (arePlaces) arePlacesCurrent = false
      try {
        if (stale === null) columns = { ...emptyColumns(), ...versionsAfter(columns), runBase: baseRuns(db) }
        const before = columns.highest
        yield* reloadProducts(db, columns, stale ?? [])
        yield* loadNewProducts(db, columns)
        if (arePlaces || columns.highest > before) yield* loadStoreOrder(db, columns)
        arePlacesCurrent = !arePlacesStale
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
    changed({ touched, placesMoved }) {
      if (placesMoved || touched === 'all') {
        arePlacesStale = true
        arePlacesCurrent = false
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
