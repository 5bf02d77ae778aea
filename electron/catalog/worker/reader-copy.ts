import type { DatabaseSync } from 'node:sqlite'
import { isEverything, type Narrowing } from '../../contract/narrowing'
import type { ListAnswer, ListQuestion } from '../types'
import type { Written } from './protocol'
import { createListFinder } from './query'
import type { ProductList } from './query-rows'
import { answerSetAside, answerWith } from './read-list'
import { readPage } from './read-page'
import { isRunUnderWay, lastRunOf } from './read-rows'
import { createAhead } from './reader-ahead'
import { createHeld } from './reader-held'
import { inSlices, type Sliced } from './reader-slices'
import { emptyMemory, searchProducts, toSearch, type Search } from './search'
import { isCurrent } from './search-index'
import { inOneReading } from './transaction'

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
}

/** Lists that are kept, so that to turn pages costs no more than their rows. */
const mostLists = 2

/** Reads a copy. Pages of the store's own list need nothing but the database; other lists what is held in memory. */
export function createCopyReader(db: DatabaseSync): CopyReader {
  const held = createHeld(db)
  const memory = emptyMemory()
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

  function* prepareFor({ sort }: Narrowing, search: Search | null): Sliced<Uint32Array> {
    yield* ahead.finish()
    yield* held.refreshColumns()
    if (search !== null) yield* held.refreshWords()
    return yield* held.sequence(sort)
  }

  function listOf(narrowing: Narrowing, search: Search | null, sequence: Uint32Array): ProductList {
    const { columns, index } = held
    const lastRun = lastRunOf(db)
    // Lists of before are of no use any more, and hold on to orders of before.
    if (listsVersion !== columns.version) lists.clear()
    listsVersion = columns.version
    const name = JSON.stringify([narrowing, search === null ? 0 : index.version, lastRun])
    const known = lists.get(name)
    if (known !== undefined) return known
    const scores = search === null ? null : searchProducts(index, memory, search, columns.highest)
    const list = findList(narrowing, { columns, scores, sequence, lastRun })
    lists.set(name, list)
    const [oldest] = lists.keys()
    if (lists.size > mostLists && oldest !== undefined) lists.delete(oldest)
    return list
  }

  async function readNarrowed(question: ListQuestion): Promise<ListAnswer> {
    const { narrowing } = question
    const search = toSearch(narrowing.search)
    for (;;) {
      const sequence = await inSlices(prepareFor(narrowing, search))
      const answer = inOneReading(db, () => {
        // A segment that was merged meanwhile cannot be read any more.
        if (search !== null && !isCurrent(db, held.index)) return null
        const list = listOf(narrowing, search, sequence)
        return answerWith(db, question, { list, place: held.columns.place, terms: search?.terms ?? [] })
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
    changed(written) {
      held.changed(written)
      ahead.restart()
    },
    prepare: () => isLookedAt && turns === 0 && !isRunUnderWay(db) && ahead.step()
  }
}
