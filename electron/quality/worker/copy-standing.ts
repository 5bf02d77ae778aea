import type { DatabaseSync } from 'node:sqlite'
import { readCoverage, readFacts } from '../../catalog/db/facts'
import type { Coverage } from '../../contract/coverage'

/** The state of a copy, as far as an audit depends on it. */
export interface CatalogState {
  coverage: Coverage
  /** The last sync that ended; null: none has. */
  run: number | null
  highest: number
  /** The store's list says what pictures and descriptions products have. */
  isFullForm: boolean
  /** Tells one copy from another that was built in its place. */
  copy: string
  /**
   * The number of the last change that was written down, by which products that change later are found; null while the copy is
   * filled for the first time: until then none is written down.
   */
  change: number | null
  /** Another text where anything that an audit looks at may be different. */
  stamp: string
}

/** Looks at a copy: some ms, and some 60 for what is known of a million pictures. */
export function standingOf(db: DatabaseSync): CatalogState {
  const facts = readFacts(db)
  const coverage = readCoverage(db, facts)
  const one = (sql: string): Record<string, number | null> =>
    db.prepare(sql).get() as Record<string, number | null>
  const { highest = 0 } = one('SELECT coalesce(max(key), 0) AS highest FROM product')
  const { first = null } = one(
    'SELECT min(started_at) AS first FROM run WHERE number = (SELECT min(number) FROM run)'
  )
  // By the primary key: runs are few.
  const { run = null } = one('SELECT max(number) AS run FROM run WHERE outcome IS NOT NULL')
  const { last = 0 } = one('SELECT coalesce(max(number), 0) AS last FROM change')
  const { twice = 0 } = one('SELECT count(*) AS twice FROM place WHERE duplicate IS NOT NULL')
  // All times, not the latest alone: the clock may have been ahead (93). In 32 bits each their sum is exact for two million.
  const pictures = one('SELECT count(*) AS count, total(checked_at & 0xffffffff) AS times FROM picture')
  const { read = null } = facts.baseline ? one('SELECT max(read_at) AS read FROM stretch') : {}
  const copy = String(first)
  const change = facts.baseline || first === null ? null : last
  const parts = [
    copy,
    last,
    run,
    highest,
    twice,
    coverage.setAside,
    facts.form,
    pictures.count,
    pictures.times,
    read
  ]
  return {
    coverage,
    run,
    highest: highest ?? 0,
    isFullForm: facts.form !== 'short',
    copy,
    change,
    stamp: parts.join(' ')
  }
}

/**
 * Keys of the products that came, changed, went or came back since a change, each once; null where that is not known any more:
 * of very many changes only the latest are kept. By the primary key of `change`.
 */
export function changedSince(db: DatabaseSync, change: number): Uint32Array | null {
  const { first } = db.prepare('SELECT min(number) AS first FROM change').get() as { first: number | null }
  if (first === null) return change === 0 ? new Uint32Array(0) : null
  if (first > change + 1) return null
  const statement = db.prepare('SELECT DISTINCT product FROM change WHERE number > ?')
  statement.setReturnArrays(true)
  return Uint32Array.from(statement.all(change) as unknown as [number][], ([key]) => key).sort()
}
