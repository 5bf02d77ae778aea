import type { DatabaseSync } from 'node:sqlite'
import type { IdLookup } from '../../catalog/read/products-by-id'
import { runCooperatively } from '../../database/cooperative'
import type { ChangesFilter } from '../../contract/history'
import { countIn, countUnseen } from '../../catalog/db/seen-changes'
import type {
  ChangesAnswer,
  ChangesRequest,
  HappenedRequest,
  Range,
  RawDifferences,
  RawTimeline,
  CompareRunsRequest
} from '../../catalog/history-types'
import {
  countProducts,
  holdChanges,
  type ChangeColumns,
  matchChanges,
  rangesOf,
  type Matches
} from './change-columns'
import { createRunsComparison } from './compare-runs'
import { readChanges, readGroups, readTimeline } from './read-changes'

/** The history of one catalog. All of it is read in slices: no page of a list waits for it. */
export interface HistoryReader {
  changes: (request: ChangesRequest) => Promise<ChangesAnswer>
  unseen: () => number
  happenedTo: (what: HappenedRequest) => Promise<number>
  /** The changes that match, up to a number. */
  ranges: (filter: ChangesFilter, upTo: number) => Promise<Range[]>
  /** The changes of these products, by key or id, that nobody has marked as seen. */
  unseenOf: (products: readonly (string | number)[]) => Promise<Range[]>
  timeline: (productId: string) => Promise<RawTimeline>
  compareRuns: (request: CompareRunsRequest) => Promise<RawDifferences>
}

export function createHistoryReader(db: DatabaseSync, ids: IdLookup): HistoryReader {
  const held = holdChanges(db)
  let known: { name: string; matches: Promise<Matches> } | null = null

  /** Caches the last matches, so that turning pages reads only their rows. */
  function match(columns: ChangeColumns, filter: ChangesFilter): Promise<Matches> {
    const { fromRun, toRun, kinds, leastPercent, unseen } = filter
    const name = JSON.stringify([fromRun, toRun, kinds, leastPercent, unseen, columns.version])
    if (known?.name !== name) known = { name, matches: runCooperatively(matchChanges(columns, filter)) }
    return known.matches
  }

  return {
    async changes(request) {
      const columns = await held.current()
      const { first, count, seen } = columns
      const { numbers, counts, runs } = await match(columns, request)
      const { offset, limit } = request
      return {
        changes: readChanges(db, numbers.subarray(offset, offset + limit), seen),
        total: numbers.length,
        counts,
        groups: readGroups(db, runs),
        unseen: count - countIn(seen, first, first + count - 1),
        newest: count === 0 ? 0 : first + count - 1
      }
    },
    unseen: () => countUnseen(db),
    happenedTo: async (what) => runCooperatively(countProducts(await held.current(), what)),
    async ranges(filter, upTo) {
      const { numbers } = await match(await held.current(), filter)
      return runCooperatively(rangesOf(numbers, upTo))
    },
    async unseenOf(products) {
      const keyOf = await runCooperatively(ids.current())
      const keys = new Set(products.map((each) => (typeof each === 'number' ? each : keyOf(each))))
      keys.delete(0)
      const { product, first, count, seen } = await held.current()
      const ranges: Range[] = []
      for (let at = 0; at < count; at++) {
        const number = first + at
        if (keys.has(product[at] ?? 0) && countIn(seen, number, number) === 0) ranges.push([number, number])
      }
      return ranges
    },
    async timeline(productId) {
      const key = (await runCooperatively(ids.current()))(productId)
      if (key === 0) return { changes: [], prices: [], since: null }
      return readTimeline(db, await held.current(), key)
    },
    compareRuns: createRunsComparison(db, held.current)
  }
}
