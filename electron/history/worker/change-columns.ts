import { createMutex } from '../../async/locks'
import type { DatabaseSync } from 'node:sqlite'
import { runCooperatively, type Task } from '../../database/cooperative'
import { historyKinds, type HistoryKind } from '../../contract/history-kinds'
import type { HappenedRequest, Range } from '../../catalog/history-types'
import { seenRanges } from '../../catalog/db/seen-changes'
import type { ChangesFilter } from '../../contract/history'

/**
 * All changes in typed arrays, 13 bytes each, so that a filter over a million of them takes milliseconds. An index by product
 * would serve timelines alone and double the time of writing a change.
 */
export interface ChangeColumns {
  /** Number of the first change. Numbers grow by 1. */
  first: number
  count: number
  /** Numbers of runs; they never fall. */
  run: Uint32Array
  /** Keys of products. */
  product: Uint32Array
  /** Places in `historyKinds`. */
  kind: Uint8Array
  /** NaN: no price, or one without a percentage. */
  percent: Float32Array
  seen: readonly Range[]
  /** Different for each state. */
  version: number
}

/** Loads the changes into memory and refreshes them. Columns that were returned before are never modified. */
interface HeldChanges {
  current: () => Promise<ChangeColumns>
}

type Row = [number: number, run: number, product: number, kind: number, percent: number | null]

/** Rows read at once: a few ms. */
const rowsAtOnce = 4000

const codeOf = (kind: (typeof historyKinds)[number]): number => historyKinds.indexOf(kind)
const whenField = ['price', 'name', 'description', 'image'] as const

/** By the primary key. A price of 0 makes the percentage null, as SQLite divides. */
const rowsAfter = `
  SELECT number, run, product,
    CASE kind WHEN 'new' THEN ${codeOf('new')} WHEN 'gone' THEN ${codeOf('gone')} WHEN 'back' THEN ${codeOf('back')}
    ELSE CASE field ${whenField.map((field) => `WHEN '${field}' THEN ${codeOf(field)}`).join(' ')} END END,
    CASE WHEN field = 'price'
      THEN (CAST(after AS REAL) - CAST(before AS REAL)) * 100 / abs(CAST(before AS REAL)) END
  FROM change WHERE number > ? ORDER BY number LIMIT ${rowsAtOnce}`

/** Changes are only ever appended at the end and dropped at the start. */
export function holdChanges(db: DatabaseSync): HeldChanges {
  let held = empty()
  let state = ''
  const mutex = createMutex()

  function* refresh(): Task<ChangeColumns> {
    const now = dataVersion(db)
    if (now === state) return held
    yield* append()
    dropOld()
    held = { ...held, seen: seenRanges(db), version: held.version + 1 }
    state = now
    return held
  }

  function* append(): Task<void> {
    const statement = db.prepare(rowsAfter)
    statement.setReturnArrays(true)
    for (;;) {
      const rows = statement.all(held.first + held.count - 1) as unknown as Row[]
      const [begin] = rows
      if (begin === undefined) return
      if (held.count === 0) held = { ...held, first: begin[0] }
      held = withRows(held, rows)
      yield
    }
  }

  function dropOld(): void {
    const row = db.prepare('SELECT min(number) AS first FROM change').get() as { first: number | null }
    const dropped = Math.min(held.count, Math.max(0, (row.first ?? 0) - held.first))
    if (dropped === 0) return
    const { run, product, kind, percent, count, first } = held
    const rest = { run: run.subarray(dropped), product: product.subarray(dropped) }
    const others = { kind: kind.subarray(dropped), percent: percent.subarray(dropped) }
    held = { ...held, ...rest, ...others, first: first + dropped, count: count - dropped }
  }

  return {
    current: () => mutex.run(() => runCooperatively(refresh()))
  }
}

function empty(): ChangeColumns {
  const none = { run: new Uint32Array(0), product: new Uint32Array(0), kind: new Uint8Array(0) }
  return { first: 1, count: 0, ...none, percent: new Float32Array(0), seen: [], version: 0 }
}

/** Changes with each commit of another connection. */
export function dataVersion(db: DatabaseSync): string {
  const row = db.prepare('PRAGMA data_version').get() as { data_version: number }
  return String(row.data_version)
}

/** Doubles the arrays when they are full; what is appended lies behind all that was returned before. */
function withRows(columns: ChangeColumns, rows: readonly Row[]): ChangeColumns {
  const count = columns.count + rows.length
  const roomy = count <= columns.run.length ? columns : withRoom(columns, Math.max(count, columns.count * 2))
  rows.forEach(([, run, product, kind, percent], index) => {
    const at = columns.count + index
    roomy.run[at] = run
    roomy.product[at] = product
    roomy.kind[at] = kind
    roomy.percent[at] = percent ?? NaN
  })
  return { ...roomy, count }
}

function withRoom(columns: ChangeColumns, length: number): ChangeColumns {
  const larger = {
    run: new Uint32Array(length),
    product: new Uint32Array(length),
    kind: new Uint8Array(length),
    percent: new Float32Array(length)
  }
  larger.run.set(columns.run.subarray(0, columns.count))
  larger.product.set(columns.product.subarray(0, columns.count))
  larger.kind.set(columns.kind.subarray(0, columns.count))
  larger.percent.set(columns.percent.subarray(0, columns.count))
  return { ...columns, ...larger }
}

/** Index of the first change of a run or a later one. */
export function startOfRun({ run, count }: ChangeColumns, number: number): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if ((run[middle] ?? 0) < number) low = middle + 1
    else high = middle
  }
  return low
}

/** The matches of one run. */
export interface MatchedRun {
  run: number
  total: number
  /** By place in `historyKinds`. */
  counts: number[]
  unseen: number
}

export interface Matches {
  /** Numbers of changes, in the order of display. */
  numbers: Uint32Array
  counts: Record<HistoryKind, number>
  runs: MatchedRun[]
}

/** Changes in one slice: less than a ms. */
const atOnce = 50_000

/** Whether a price change is large enough; one without a percentage is. */
export function isLarge(percent: number, least: number | null): boolean {
  return least === null || Number.isNaN(percent) || Math.abs(percent) >= least
}

function emptyCounts(): Record<HistoryKind, number> {
  return { new: 0, gone: 0, back: 0, price: 0, name: 0, description: 0, image: 0 }
}

/** Whether each kind is wanted, by position in `historyKinds`. */
export function wantedKinds(kinds: readonly HistoryKind[]): boolean[] {
  return historyKinds.map((kind) => kinds.length === 0 || kinds.includes(kind))
}

/** Tells whether numbers are in the ranges; they must ascend until `begin`. */
function seenBy(ranges: readonly Range[]): {
  begin: (number: number) => void
  has: (number: number) => boolean
} {
  let at = 0
  return {
    begin(number) {
      let low = 0
      let high = ranges.length
      while (low < high) {
        const middle = (low + high) >> 1
        if ((ranges[middle]?.[1] ?? 0) < number) low = middle + 1
        else high = middle
      }
      at = low
    },
    has(number) {
      while (at < ranges.length && (ranges[at]?.[1] ?? 0) < number) at++
      return (ranges[at]?.[0] ?? Infinity) <= number
    }
  }
}

/** Filters and counts the changes. */
export function* matchChanges(columns: ChangeColumns, filter: ChangesFilter): Task<Matches> {
  const { first, run, kind, percent } = columns
  const wanted = wantedKinds(filter.kinds)
  const price = historyKinds.indexOf('price')
  const seen = seenBy(columns.seen)
  const from = filter.fromRun === null ? 0 : startOfRun(columns, filter.fromRun)
  let end = filter.toRun === null ? columns.count : startOfRun(columns, filter.toRun + 1)
  const numbers = new Uint32Array(Math.max(0, end - from))
  const counts = historyKinds.map(() => 0)
  const runs: MatchedRun[] = []
  let found = 0
  while (end > from) {
    const group: MatchedRun = {
      run: run[end - 1] ?? 0,
      total: 0,
      counts: historyKinds.map(() => 0),
      unseen: 0
    }
    const start = Math.max(from, startOfRun(columns, group.run))
    seen.begin(first + start)
    for (let at = start; at < end; at++) {
      if ((at - start) % atOnce === atOnce - 1) yield
      const isSeen = seen.has(first + at)
      const code = kind[at] ?? 0
      if (filter.unseen && isSeen) continue
      if (code === price && !isLarge(percent[at] ?? NaN, filter.leastPercent)) continue
      counts[code] = (counts[code] ?? 0) + 1
      if (wanted[code] !== true) continue
      group.counts[code] = (group.counts[code] ?? 0) + 1
      group.total++
      if (!isSeen) group.unseen++
      numbers[found++] = first + at
    }
    if (group.total > 0) runs.push(group)
    end = start
    yield
  }
  return { numbers: numbers.slice(0, found), counts: byKind(counts), runs }
}

/** How many products that happened to, unseen. Of its going and coming back the last counts. */
export function* countProducts(columns: ChangeColumns, what: HappenedRequest): Task<number> {
  const { first, count, product, kind, percent } = columns
  const [code, back] = [codeOf(what.kind), codeOf('back')]
  const seen = seenBy(columns.seen)
  seen.begin(first)
  const found = new Set<number>()
  for (let at = 0; at < count; at++) {
    if (at % atOnce === atOnce - 1) yield
    const [key, is] = [product[at] ?? 0, kind[at]]
    if (is !== code && is !== back) continue
    const isLargeEnough = what.kind === 'gone' || isLarge(percent[at] ?? NaN, what.leastPercent)
    if (is === code && isLargeEnough && !seen.has(first + at)) found.add(key)
    else if (what.kind === 'gone') found.delete(key)
  }
  return found.size
}

/** Counts by position in `historyKinds`, keyed by kind. */
export function byKind(counts: readonly number[]): Record<HistoryKind, number> {
  const named = emptyCounts()
  historyKinds.forEach((kind, code) => (named[kind] = counts[code] ?? 0))
  return named
}

/** The numbers up to `upTo` as ascending ranges. */
export function* rangesOf(numbers: Uint32Array, upTo: number): Task<Range[]> {
  const sorted = numbers.filter((number) => number <= upTo).sort()
  const ranges: Range[] = []
  let last: Range | undefined
  for (let at = 0; at < sorted.length; at++) {
    if (at % atOnce === atOnce - 1) yield
    const number = sorted[at] ?? 0
    if (last?.[1] === number - 1) last[1] = number
    else ranges.push((last = [number, number]))
  }
  return ranges
}
