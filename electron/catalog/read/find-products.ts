import type { DatabaseSync } from 'node:sqlite'
import type { CatalogProduct } from '../types'
import { findFirstPlaces } from './first-positions'
import { lastRunOf, readProducts, type PlaceOf } from './rows'
import type { HeldIds } from './id-lookup'
import type { Sliced } from '../../database/cooperative'

/** Rows read at once: about 1 ms. */
const rowsAtOnce = 100

/** Products by their ids, each once, those that there are. `placeOf`: where places are in memory and current; else they are looked for. */
export function* findProducts(
  db: DatabaseSync,
  ids: readonly string[],
  heldIds: HeldIds,
  placeOf: PlaceOf | null
): Sliced<CatalogProduct[]> {
  const keyOf = yield* heldIds.current()
  const keys = [...new Set(ids)].map(keyOf).filter((key) => key > 0)
  const places = placeOf ?? placesIn(yield* findFirstPlaces(db, keys))
  const found: CatalogProduct[] = []
  for (let at = 0; at < keys.length; at += rowsAtOnce) {
    found.push(...readProducts(db, keys.slice(at, at + rowsAtOnce), places, lastRunOf(db)))
    yield
  }
  return found
}

const placesIn =
  (found: ReadonlyMap<number, number>): PlaceOf =>
  (key) =>
    found.get(key) ?? 0
