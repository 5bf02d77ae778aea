import type { DatabaseSync } from 'node:sqlite'
import { isEverything, type Narrowing } from '../../contract/narrowing'
import type { ListAnswer, ListQuestion, PictureCounts, UncheckedPicture, UncheckedQuestion } from '../types'
import { baseRuns, emptyColumns, loadNewProducts, reloadProducts } from './columns'
import { loadStoreOrder } from './columns-places'
import type { Order } from './orderings'
import { countPictures, findKey, findUnchecked } from './pictures-find'
import type { Written } from './protocol'
import { listKeys } from './query'
import { asksOfPictures, type PictureParts } from './query-pictures'
import { answerSetAside, answerWith } from './read-list'
import { readPage } from './read-page'
import { lastRunOf } from './read-rows'
import { createOrders } from './reader-orders'
import { holdPictures } from './reader-pictures'
import { inSlices, type Sliced } from './reader-slices'
import { emptyMemory, searchProducts, toSearch, type Search } from './search'
import { emptyIndex, isCurrent, refreshIndex } from './search-index'
import { inOneReading } from '../../threads/worker/transaction'

/** One connection's copy as the reader holds it. */
export interface CopyReader {
  read: (question: ListQuestion) => ListAnswer | Promise<ListAnswer>
  /** Told of what the writer wrote; costs nothing until it matters for an answer. */
  changed: (written: Written) => void
  unchecked: (question: UncheckedQuestion) => Promise<UncheckedPicture[]>
  counts: (since: number) => Promise<PictureCounts>
}

/** What a list is made of besides the columns. */
interface Prepared {
  order: Order | null
  pictures: PictureParts | null
}

/** Products that are noted one by one as changed; when they are more, any may have. */
const mostStale = 100_000
/** Lists of keys that are kept, so that turning pages is free. */
const mostLists = 2

/** Reads a copy. Pages of the store's own list need nothing but the database; other lists what is held in memory. */
export function createCopyReader(db: DatabaseSync): CopyReader {
  const index = emptyIndex()
  const memory = emptyMemory()
  const orders = createOrders(db)
  const heldPictures = holdPictures(db)
  const lists = new Map<string, Uint32Array>()
  let columns = emptyColumns()
  // What changed since it was read; null: any product may have.
  let staleProducts: Set<number> | null = null
  let staleWords: Set<number> | null = null
  let arePlacesStale = true
  let turn: Promise<unknown> = Promise.resolve()

  function* refreshColumns(): Sliced<void> {
    const stale = staleProducts
    if (stale?.size === 0 && !arePlacesStale) return
    const arePlaces = arePlacesStale || stale === null
    staleProducts = new Set()
    arePlacesStale = false
    try {
      if (stale === null) columns = { ...emptyColumns(), ...versionsAfter(columns), runBase: baseRuns(db) }
      const before = columns.highest
      yield* reloadProducts(db, columns, stale ?? [])
      yield* loadNewProducts(db, columns)
      if (arePlaces || columns.highest > before) yield* loadStoreOrder(db, columns)
    } catch (error) {
      staleProducts = null
      throw error
    }
  }

  function* refreshWords(): Sliced<void> {
    const stale = staleWords
    staleWords = new Set()
    try {
      yield* refreshIndex(db, index, stale)
    } catch (error) {
      staleWords = null
      throw error
    }
  }

  function* prepare({ sort, filters }: Narrowing, search: Search | null): Sliced<Prepared> {
    yield* refreshColumns()
    const pictures = asksOfPictures(filters) ? yield* preparePictures(filters) : null
    if (search !== null) yield* refreshWords()
    return { pictures, order: sort === null ? null : yield* orders.get(sort.by, columns) }
  }

  function* preparePictures({ samePicture }: Narrowing['filters']): Sliced<PictureParts> {
    const like = samePicture === null ? 0 : yield* findKey(db, samePicture.id)
    return { like, pictures: yield* heldPictures.get() }
  }

  function keysOf(narrowing: Narrowing, search: Search | null, { order, pictures }: Prepared): Uint32Array {
    const lastRun = lastRunOf(db)
    const version = [columns.version, search === null ? 0 : index.version, pictures?.pictures.version ?? 0]
    const name = JSON.stringify([narrowing, version, lastRun])
    const known = lists.get(name)
    if (known !== undefined) return known
    const scores = search === null ? null : searchProducts(index, memory, search, columns.highest)
    const keys = listKeys(narrowing, { columns, scores, order, lastRun, pictures })
    lists.set(name, keys)
    const [oldest] = lists.keys()
    if (lists.size > mostLists && oldest !== undefined) lists.delete(oldest)
    return keys
  }

  async function readNarrowed(question: ListQuestion): Promise<ListAnswer> {
    const { narrowing } = question
    const search = toSearch(narrowing.search)
    for (;;) {
      const prepared = await inSlices(prepare(narrowing, search))
      const answer = inOneReading(db, () => {
        // A segment that was merged meanwhile cannot be read any more.
        if (search !== null && !isCurrent(db, index)) return null
        const keys = keysOf(narrowing, search, prepared)
        return answerWith(db, question, { keys, place: columns.place, terms: search?.terms ?? [] })
      })
      if (answer !== null) return answer
    }
  }

  /** One after the other: what is held in memory is being brought up to date while it is not answered from. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.catch(() => null).then(work)
    turn = done
    return done
  }

  return {
    read(question) {
      const { narrowing, offset, limit } = question
      if (isEverything(narrowing)) return inOneReading(db, () => readPage(db, offset, limit))
      if (narrowing.filters.setAside) return inOneReading(db, () => answerSetAside(db, question))
      return inTurn(() => readNarrowed(question))
    },
    // By slices of their own: no page waits for them.
    unchecked: (question) => inSlices(findUnchecked(db, question)),
    counts: (since) => inSlices(countPictures(db, since)),
    changed({ touched, pictures, placesMoved }) {
      heldPictures.changed(pictures === 'all' ? null : pictures)
      if (placesMoved || touched === 'all') arePlacesStale = true
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

function versionsAfter({ version, storeVersion }: { version: number; storeVersion: number }) {
  return { version: version + 1, storeVersion: storeVersion + 1 }
}
