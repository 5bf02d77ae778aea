import type { DatabaseSync } from 'node:sqlite'
import type { ChangeGroup, Timeline } from '../../contract/history'
import { type HistoryKind, historyKinds, percentOf } from '../../contract/history-kinds'
import type { SyncOutcome } from '../../contract/sync'
import { countIn } from '../../catalog/db/seen-changes'
import type { Range, RawChange, RawTimeline } from '../../catalog/history-types'
import type { MatchedRun, ChangeColumns } from './change-columns'

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

/** A product's latest changes that are shown. */
const mostOfProduct = 1000

/** A product's changes and prices. */
export function readTimeline(db: DatabaseSync, columns: ChangeColumns, key: number): RawTimeline {
  const { product, first, count } = columns
  const numbers: number[] = []
  for (let at = product.indexOf(key); at !== -1 && at < count; at = product.indexOf(key, at + 1)) {
    numbers.push(first + at)
  }
  const oldestFirst = readChanges(db, numbers.slice(-mostOfProduct), columns.seen)
  const row = db.prepare('SELECT price, added FROM product WHERE key = ?').get(key) as
    { price: number | null; added: number } | undefined
  if (row === undefined) return { changes: [], prices: [], since: null }
  const since = sinceOf(db, oldestFirst, row.added)
  const isWhole = numbers.length <= mostOfProduct
  const prices = pricesOf(oldestFirst, row.price, isWhole ? since : null)
  return { changes: oldestFirst.toReversed(), prices, since }
}

/** When a product was first read: by its first change, else the start of the run that added it. */
function sinceOf(db: DatabaseSync, changes: readonly RawChange[], added: number): number | null {
  const [first] = changes
  if (first?.kind === 'new') return first.at
  const run = db.prepare('SELECT started_at FROM run WHERE number = ?').get(added) as
    { started_at: number } | undefined
  // A page may have been read before the run began, or the clock was put back (fault 93).
  return run === undefined ? null : Math.min(run.started_at, first?.at ?? run.started_at)
}

const priceOf = (text: string | null): number | null => (text === null ? null : Number(text))

/** The price before the first change or, without any, the present one. */
function firstPrice(changes: readonly RawChange[], present: number | null): number | null {
  const first = changes.find(({ kind }) => kind === 'price')
  return first === undefined ? present : priceOf(first.before)
}

function pricesOf(
  changes: readonly RawChange[],
  present: number | null,
  since: number | null
): Timeline['prices'] {
  const points: Timeline['prices'] = []
  let price = firstPrice(changes, present)
  let isListed = changes.find(({ kind }) => kind === 'gone' || kind === 'back')?.kind !== 'back'
  const put = (at: number): void => {
    const point = { at, price: isListed ? price : null }
    // Changes of one page have the same time: only their result is a point.
    if (points.at(-1)?.at === at) points.pop()
    if (points.at(-1)?.price !== point.price || points.length === 0) points.push(point)
  }
  if (since !== null) put(since)
  for (const { kind, at, after } of changes) {
    if (kind === 'price') price = priceOf(after)
    else if (kind === 'gone') isListed = false
    else if (kind === 'back') isListed = true
    else continue
    if (at !== null) put(at)
  }
  return points
}
