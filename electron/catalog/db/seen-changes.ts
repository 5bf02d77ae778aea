import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from '../../database/transaction'
import { mostRanges } from '../../contract/history-kinds'
import type { MarkedSeen, Range } from '../history-types'

/**
 * The changes that are marked as seen. By the primary key.
 *
 * A person set these marks, and yet they are in the catalog, which may be built anew: they refer to its changes by number and must
 * go with them. Elsewhere they would hide changes of the new catalog, whose numbers begin with 1 again.
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

/** The ranges in order; those that overlap or touch are merged. */
export function joined(ranges: readonly Range[]): Range[] {
  const result: Range[] = []
  for (const [first, last] of ranges.toSorted(([one], [other]) => one - other)) {
    const before = result.at(-1)
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else result.push([first, last])
  }
  return result
}

/** Numbers in `ranges` and not in `others`, both in order. */
export function without(ranges: readonly Range[], others: readonly Range[]): Range[] {
  const result: Range[] = []
  let at = 0
  for (const [first, last] of ranges) {
    let next = first
    while (at < others.length && (others[at]?.[1] ?? 0) < first) at++
    for (let look = at; look < others.length; look++) {
      const [otherFirst, otherLast] = others[look] ?? [0, 0]
      if (otherFirst > last) break
      if (otherFirst > next) result.push([next, otherFirst - 1])
      next = otherLast + 1
    }
    if (next <= last) result.push([next, last])
  }
  return result
}

/** Numbers in both, both in order. */
export function shared(ranges: readonly Range[], others: readonly Range[]): Range[] {
  return without(ranges, without(ranges, others))
}

/** How many numbers of the ranges lie within `from` to `to`, both included. */
export function countIn(ranges: readonly Range[], from: number, to: number): number {
  return ranges.reduce(
    (sum, [first, last]) => sum + Math.max(0, Math.min(last, to) - Math.max(first, from) + 1),
    0
  )
}
