import type { DatabaseSync } from 'node:sqlite'
import type { ChangeGroup, HistoryKind } from '../../contract/history'
import { historyKinds } from '../../contract/history-kinds'
import type { SyncOutcome } from '../../contract/sync'
import { countIn } from '../ranges'
import { percentOf } from '../percent'
import type { Range, RawChange } from '../types'
import type { MatchedRun } from './match-changes'

type Row = [
  number: number,
  run: number,
  at: number,
  kind: string,
  field: string | null,
  before: string | null,
  after: string | null,
  key: number,
  id: string,
  name: string,
  image: string | null,
  gone: number | null
]

const columns = `number, run, at, kind, field, before, after, key, id, name, image, gone`

/** As the history names it. */
function kindOf(kind: string, field: string | null): HistoryKind {
  const name = kind === 'changed' ? field : kind
  return historyKinds.find((known) => known === name) ?? 'name'
}

function toChange(row: Row, seen: readonly Range[]): RawChange {
  const [number, run, at, rowKind, field, before, after, key, id, name, image, gone] = row
  const kind = kindOf(rowKind, field)
  return {
    number,
    kind,
    product: { key, id, name, image, listed: gone === null },
    run,
    at,
    before,
    after,
    percent: kind === 'price' ? percentOf(before, after) : null,
    seen: countIn(seen, number, number) > 0
  }
}

/** Changes by their numbers, in the order given. By the primary keys of both tables. */
export function readChanges(
  db: DatabaseSync,
  numbers: Iterable<number>,
  seen: readonly Range[]
): RawChange[] {
  const statement = db.prepare(
    `SELECT ${columns} FROM change CROSS JOIN product ON product.key = change.product WHERE number = ?`
  )
  statement.setReturnArrays(true)
  return Array.from(numbers).flatMap((number) => {
    const row = statement.get(number) as unknown as Row | undefined
    return row === undefined ? [] : [toChange(row, seen)]
  })
}

/** The runs with when they began and how they ended. By the primary key. */
export function readGroups(db: DatabaseSync, runs: readonly MatchedRun[]): ChangeGroup[] {
  const statement = db.prepare('SELECT started_at, outcome FROM run WHERE number = ?')
  statement.setReturnArrays(true)
  return runs.map(({ run, total, counts, unseen }) => {
    const row = statement.get(run) as unknown as [number, SyncOutcome | null] | undefined
    const some = historyKinds.map((kind, code) => [kind, counts[code] ?? 0] as const)
    return {
      run,
      startedAt: row?.[0] ?? null,
      outcome: row?.[1] ?? null,
      total,
      counts: Object.fromEntries(some.filter(([, count]) => count > 0)),
      unseen
    }
  })
}
