import type { DatabaseSync } from 'node:sqlite'
import type { Coverage } from '../../contract/coverage'
import { readCoverage, readFacts, type Facts } from '../db/facts'
import { lastRunOf } from './rows'

/** What is said of a copy with every list. */
export interface Standing {
  facts: Facts
  coverage: Coverage
  /** `lastRunOf`. */
  lastRun: number
  /** The last place of the store's list; 0: there is none. */
  lastPlace: number
}

/**
 * Reads how a copy stands, once for as long as nobody writes to it: with a million products it takes as long as the rows of a
 * page. Only for a connection that does not write itself; within a transaction of the caller's.
 */
export function createStanding(db: DatabaseSync): () => Standing {
  // Another number when another connection has written, of the state that this transaction reads.
  const version = db.prepare('PRAGMA data_version')
  version.setReturnArrays(true)
  let known: { at: unknown; standing: Standing } | null = null
  return () => {
    const [at] = version.get() as unknown as [number]
    if (known?.at !== at) known = { at, standing: readStanding(db) }
    return known.standing
  }
}

function readStanding(db: DatabaseSync): Standing {
  const facts = readFacts(db)
  const { last } = db.prepare('SELECT coalesce(max(position), 0) AS last FROM place').get() as {
    last: number
  }
  return { facts, coverage: readCoverage(db, facts), lastRun: lastRunOf(db), lastPlace: last }
}
