import type { DatabaseSync } from 'node:sqlite'
import { readCoverage } from '../../catalog/db/facts'
import { inSlices } from '../../database/cooperative'
import { percentOf } from '../percent'
import type { RawChange, RawDifferences, RunsQuestion } from '../types'
import type { ChangeColumns } from './change-columns'
import type { Difference, Differences } from './differences'
import { foldRuns } from './fold-runs'
import { readChanges } from './read-changes'

/** Compares states of one copy. The last comparison is kept, so that to turn its pages costs no more than their rows. */
export function createRunsComparison(
  db: DatabaseSync,
  current: () => Promise<ChangeColumns>
): (question: RunsQuestion) => Promise<RawDifferences> {
  let known: { name: string; found: Promise<Differences> } | null = null

  /** What is found for the first page holds for those after it, also while a run goes on. */
  function find(columns: ChangeColumns, { before, after, offset }: RunsQuestion): Promise<Differences> {
    const name = JSON.stringify([before, after])
    const version = `${name} ${columns.version}`
    if (known?.name === version || (offset > 0 && known?.name.startsWith(`${name} `))) return known.found
    const found = inSlices(foldRuns(db, columns, before, after))
    known = { name: version, found }
    // What failed once is tried again.
    found.catch(() => (known = null))
    return found
  }

  return async (question) => {
    const columns = await current()
    const differences = await find(columns, question)
    const { places, counts } = await inSlices(differences.select(question))
    const { before, after, offset, limit } = question
    const isBackwards = (before ?? Infinity) > (after ?? Infinity)
    const shown = Array.from(places.subarray(offset, offset + limit), (place) => differences.at(place))
    const coverage = readCoverage(db)
    return {
      changes: shown.flatMap((difference) => toChange(db, difference, isBackwards)),
      total: places.length,
      counts,
      before: coverage,
      after: coverage,
      untold: [],
      isCut: isCut(columns, Math.min(before ?? Infinity, after ?? Infinity))
    }
  }
}

/** Changes are numbered from 1: where the first were dropped, the earliest run that is known may lack some. */
function isCut({ first, count, run }: ChangeColumns, earlier: number): boolean {
  return count > 0 && first > 1 && earlier < (run[0] ?? 0)
}

function toChange(db: DatabaseSync, difference: Difference, isBackwards: boolean): RawChange[] {
  const { kind, first, second } = difference
  const [one, other = one] = readChanges(db, first === second ? [first] : [first, second], [])
  if (one === undefined || other === undefined) return []
  const before = isBackwards ? one.after : one.before
  const after = isBackwards ? other.before : other.after
  const percent = kind === 'price' ? percentOf(before, after) : null
  return [{ ...other, kind, before, after, percent, run: null, at: null, seen: true }]
}
