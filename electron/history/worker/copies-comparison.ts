import type { DatabaseSync } from 'node:sqlite'
import { readCoverage } from '../../catalog/db/facts'
import { inSlices } from '../../database/cooperative'
import type { CopiesQuestion, RawDifferences } from '../types'
import { compareCopies, readDifference, untoldOf, type ComparedCopy } from './compare-copies'
import type { Differences } from './differences'

/** Two copies that are open, and what was found between them. */
interface Found {
  before: DatabaseSync
  after: DatabaseSync
  bases: string
  state: string
  differences: Promise<Differences>
}

/** Compares two copies. The last comparison is kept, so that to turn its pages costs no more than their rows. */
export function createCopiesComparison(): (
  before: ComparedCopy,
  after: ComparedCopy,
  question: CopiesQuestion
) => Promise<RawDifferences> {
  let known: Found | null = null

  /** What is found for the first page holds for those after it, also while a run goes on. */
  function find(before: ComparedCopy, after: ComparedCopy, question: CopiesQuestion): Promise<Differences> {
    const now = {
      before: before.db,
      after: after.db,
      bases: question.bases.join('\n'),
      state: `${stateOf(before.db)} ${stateOf(after.db)}`
    }
    const isSame = known?.before === now.before && known.after === now.after && known.bases === now.bases
    if (known !== null && isSame && (question.offset > 0 || known.state === now.state))
      return known.differences
    const differences = inSlices(compareCopies(before, after, question.bases))
    known = { ...now, differences }
    // What failed once is tried again.
    differences.catch(() => (known = null))
    return differences
  }

  return async (before, after, question) => {
    const differences = await find(before, after, question)
    const { places, counts } = await inSlices(differences.select(question))
    const { offset, limit } = question
    const shown = Array.from(places.subarray(offset, offset + limit))
    return {
      changes: shown.flatMap((place) =>
        readDifference(before.db, after.db, differences.at(place), place + 1)
      ),
      total: places.length,
      counts,
      before: readCoverage(before.db),
      after: readCoverage(after.db),
      untold: untoldOf(before.db, after.db),
      isCut: false
    }
  }
}

/** Counts what other connections have written. */
function stateOf(db: DatabaseSync): string {
  return String((db.prepare('PRAGMA data_version').get() as { data_version: number }).data_version)
}
