import type { DatabaseSync } from 'node:sqlite'
import type { HeldIds } from '../../catalog/read/id-lookup'
import { inSlices } from '../../database/cooperative'
import type { ChangesFilter } from '../../contract/history'
import { countIn } from '../ranges'
import type {
  ChangesAnswer,
  ChangesQuestion,
  Range,
  RawDifferences,
  RawTimeline,
  RunsQuestion
} from '../types'
import { holdChanges, type ChangeColumns } from './change-columns'
import { createRunsComparison } from './compare-runs'
import { matchChanges, rangesOf, type Matches } from './match-changes'
import { readChanges, readGroups } from './read-changes'
import { readTimeline } from './read-timeline'
import { countUnseen } from './seen'

/** What one copy knows of its past. All of it is read in slices: no page of a list waits for it. */
export interface HistoryReader {
  changes: (question: ChangesQuestion) => Promise<ChangesAnswer>
  unseen: () => number
  /** The changes that are asked for, up to a number. */
  ranges: (filter: ChangesFilter, upTo: number) => Promise<Range[]>
  timeline: (productId: string) => Promise<RawTimeline>
  compareRuns: (question: RunsQuestion) => Promise<RawDifferences>
}

/** Reads the history of a copy. */
export function createHistoryReader(db: DatabaseSync, ids: HeldIds): HistoryReader {
  const held = holdChanges(db)
  let known: { name: string; matches: Promise<Matches> } | null = null

  /** The last answer is kept, so that to turn its pages costs no more than their rows. */
  function match(columns: ChangeColumns, filter: ChangesFilter): Promise<Matches> {
    const { fromRun, toRun, kinds, leastPercent, unseen } = filter
    const name = JSON.stringify([fromRun, toRun, kinds, leastPercent, unseen, columns.version])
    if (known?.name !== name) known = { name, matches: inSlices(matchChanges(columns, filter)) }
    return known.matches
  }

  return {
    async changes(question) {
      const columns = await held.current()
      const { first, count, seen } = columns
      const { numbers, counts, runs } = await match(columns, question)
      const { offset, limit } = question
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
    async ranges(filter, upTo) {
      const { numbers } = await match(await held.current(), filter)
      return inSlices(rangesOf(numbers, upTo))
    },
    async timeline(productId) {
      const key = (await inSlices(ids.current()))(productId)
      if (key === 0) return { changes: [], prices: [], since: null }
      return readTimeline(db, await held.current(), key)
    },
    compareRuns: createRunsComparison(db, held.current)
  }
}
