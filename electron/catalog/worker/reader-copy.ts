import type { DatabaseSync } from 'node:sqlite'
import { isEverything, type Narrowing } from '../../contract/narrowing'
import { inOneReading } from '../../threads/worker/transaction'
import type {
  CopyProduct,
  ListAnswer,
  ListQuestion,
  PictureCounts,
  UncheckedPicture,
  UncheckedQuestion
} from '../types'
import { findProducts } from './find-products'
import { countPictures, findUnchecked } from './pictures-find'
import type { Written } from './protocol'
import { createListFinder } from './query'
import { asksOfPictures, type PictureParts } from './query-pictures'
import type { ProductList } from './query-rows'
import { answerSetAside, answerWith } from './read-list'
import { readPage } from './read-page'
import { isRunUnderWay, lastRunOf } from './read-rows'
import { createAhead } from './reader-ahead'
import { createHeld } from './reader-held'
import { holdIds } from './reader-ids'
import { holdPictures } from './reader-pictures'
import { inSlices, type Sliced } from './reader-slices'
import { emptyMemory, searchProducts, toSearch, type Search } from './search'
import { isCurrent } from './search-index'

/** One connection's copy as the reader holds it. */
export interface CopyReader {
  read: (question: ListQuestion) => ListAnswer | Promise<ListAnswer>
  /** Told of what the writer wrote; costs nothing until it matters for an answer. */
  changed: (written: Written) => void
  /**
   * Some milliseconds of bringing into memory what the copy that is looked at will be asked for; whether more is left. It rests
   * while a run is under way: what it reads would be outdated at once, and memory is needed for the run.
   */
  prepare: () => boolean
  /** Products by their ids, each once, those that there are. */
  products: (ids: readonly string[]) => Promise<CopyProduct[]>
  unchecked: (question: UncheckedQuestion) => Promise<UncheckedPicture[]>
  counts: (since: number) => Promise<PictureCounts>
}

/** What a list is made of besides what is always held. */
interface Prepared {
  sequence: Uint32Array
  pictures: PictureParts | null
}

/** Lists that are kept, so that to turn pages costs no more than their rows. */
const mostLists = 2

/** Reads a copy. Pages of the store's own list need nothing but the database; other lists what is held in memory. */
export function createCopyReader(db: DatabaseSync): CopyReader {
  const held = createHeld(db)
  const memory = emptyMemory()
  const heldIds = holdIds(db)
  const heldPictures = holdPictures(db)
  const findList = createListFinder()
  const lists = new Map<string, ProductList>()
  const ahead = createAhead([
    () => held.refreshColumns(),
    () => held.sequence({ by: 'name', descending: false }),
    () => held.sequence({ by: 'price', descending: false }),
    () => held.refreshWords()
  ])
  let isLookedAt = false
  let listsVersion = -1
  let turn: Promise<unknown> = Promise.resolve()
  let turns = 0

  function* prepareFor({ sort, filters }: Narrowing, search: Search | null): Sliced<Prepared> {
    yield* ahead.finish()
    yield* held.refreshColumns()
    const pictures = yield* preparePictures(filters)
    if (search !== null) yield* held.refreshWords()
    return { pictures, sequence: yield* held.sequence(sort) }
  }

  function* preparePictures(filters: Narrowing['filters']): Sliced<PictureParts | null> {
    if (!asksOfPictures(filters)) return null
    const like = filters.samePicture === null ? 0 : (yield* heldIds.current())(filters.samePicture.id)
    return { like, pictures: yield* heldPictures.get() }
  }

  function listOf(
    narrowing: Narrowing,
    search: Search | null,
    { sequence, pictures }: Prepared
  ): ProductList {
    const { columns, index } = held
    const lastRun = lastRunOf(db)
    // Lists of before are of no use any more, and hold on to orders of before.
    if (listsVersion !== columns.version) lists.clear()
    listsVersion = columns.version
    const versions = [search === null ? 0 : index.version, pictures?.pictures.version ?? 0]
    const name = JSON.stringify([narrowing, versions, lastRun])
    const known = lists.get(name)
    if (known !== undefined) return known
    const scores = search === null ? null : searchProducts(index, memory, search, columns.highest)
    const list = findList(narrowing, { columns, scores, sequence, lastRun, pictures })
    lists.set(name, list)
    const [oldest] = lists.keys()
    if (lists.size > mostLists && oldest !== undefined) lists.delete(oldest)
    return list
  }

  async function readNarrowed(question: ListQuestion): Promise<ListAnswer> {
    const { narrowing } = question
    const search = toSearch(narrowing.search)
    for (;;) {
      const prepared = await inSlices(prepareFor(narrowing, search))
      const answer = inOneReading(db, () => {
        // A segment that was merged meanwhile cannot be read any more.
        if (search !== null && !isCurrent(db, held.index)) return null
        const list = listOf(narrowing, search, prepared)
        return answerWith(db, question, { list, placeOf: held.placeOf, terms: search?.terms ?? [] })
      })
      if (answer !== null) return answer
    }
  }

  /** One after the other: what is held in memory is being brought up to date while it is not answered from. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    turns++
    const done = turn.catch(() => null).then(work)
    turn = done
    return done.finally(() => turns--)
  }

  return {
    read(question) {
      isLookedAt = true
      const { narrowing, offset, limit } = question
      if (isEverything(narrowing)) return inOneReading(db, () => readPage(db, offset, limit))
      if (narrowing.filters.setAside) return inOneReading(db, () => answerSetAside(db, question))
      return inTurn(() => readNarrowed(question))
    },
    // By slices of their own: no page waits for them.
    products: (ids) => inSlices(findProducts(db, ids, heldIds, held.arePlacesCurrent ? held.placeOf : null)),
    unchecked: (question) => inSlices(findUnchecked(db, question)),
    counts: (since) => inSlices(countPictures(db, since)),
    changed(written) {
      heldPictures.changed(written.pictures === 'all' ? null : written.pictures)
      held.changed(written)
      ahead.restart()
    },
    prepare: () => isLookedAt && turns === 0 && !isRunUnderWay(db) && ahead.step()
  }
}
