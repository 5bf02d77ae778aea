import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from '../../database/transaction'
import { mostRanges } from '../../contract/history-kinds'
import { countIn, joined, shared, without } from '../ranges'
import type { MarkedSeen, Range } from '../types'

/**
 * The changes that are marked as seen. By the primary key.
 *
 * A person's deeds, and still in the copy that may be begun anew: they are marks of changes, which stand nowhere else and go with
 * it. Kept elsewhere they would outlive what they are of, and hide changes of the new copy, whose numbers begin with 1 again.
 */
export function seenRanges(db: DatabaseSync): Range[] {
  const statement = db.prepare('SELECT first, last FROM seen ORDER BY first')
  statement.setReturnArrays(true)
  return statement.all() as unknown as Range[]
}

/** How many changes nobody has marked as seen. Their numbers have no holes. */
export function countUnseen(db: DatabaseSync, seen = seenRanges(db)): number {
  const { first, last } = endsOf(db)
  return first === null || last === null ? 0 : last - first + 1 - countIn(seen, first, last)
}

function endsOf(db: DatabaseSync): { first: number | null; last: number | null } {
  return db
    .prepare('SELECT (SELECT min(number) FROM change) AS first, (SELECT max(number) FROM change) AS last')
    .get() as { first: number | null; last: number | null }
}

/** Marks changes as seen, or as not seen, in one transaction. Numbers that there are no changes of are left out. */
export function markSeen(db: DatabaseSync, ranges: readonly Range[], seen: boolean): MarkedSeen {
  return inTransaction(db, () => {
    const { first, last } = endsOf(db)
    const before = seenRanges(db)
    const there = first === null || last === null ? [] : shared(joined(ranges), [[first, last]])
    const after = seen ? joined([...before, ...there]) : without(before, there)
    replace(db, before, after)
    const marked = seen ? without(there, before) : shared(there, before)
    return { unseen: countUnseen(db, after), ranges: marked.length > mostRanges ? null : marked }
  })
}

/** Writes the ranges that are not as they were. */
function replace(db: DatabaseSync, before: readonly Range[], after: readonly Range[]): void {
  const lasts = new Map(before)
  const put = db.prepare('INSERT OR REPLACE INTO seen (first, last) VALUES (?, ?)')
  for (const [first, last] of after) {
    if (lasts.get(first) !== last) put.run(first, last)
    lasts.delete(first)
  }
  const drop = db.prepare('DELETE FROM seen WHERE first = ?')
  for (const first of lasts.keys()) drop.run(first)
}

/** Forgets marks of changes that were dropped. Within a transaction. */
export function dropSeen(db: DatabaseSync): void {
  db.exec('DELETE FROM seen WHERE last < (SELECT min(number) FROM change)')
}
