import type { Sliced } from '../../database/cooperative'
import type { ChangesFilter, HistoryKind } from '../../contract/history'
import { historyKinds } from '../../contract/history-kinds'
import type { Range } from '../types'
import { startOfRun, type ChangeColumns } from './change-columns'

/** What one run has of what is asked for. */
export interface MatchedRun {
  run: number
  total: number
  /** By place in `historyKinds`. */
  counts: number[]
  unseen: number
}

export interface Matches {
  /** Numbers of changes, as they are shown. */
  numbers: Uint32Array
  counts: Record<HistoryKind, number>
  runs: MatchedRun[]
}

/** Changes looked at at once: less than a ms. */
const atOnce = 50_000

/** Whether a change of a price is large enough; one of which that cannot be said is. */
export function isLarge(percent: number, least: number | null): boolean {
  return least === null || Number.isNaN(percent) || Math.abs(percent) >= least
}

export function emptyCounts(): Record<HistoryKind, number> {
  return { new: 0, gone: 0, back: 0, price: 0, name: 0, description: 0, image: 0 }
}

/** Which kinds are asked for, by place in `historyKinds`. */
export function wantedKinds(kinds: readonly HistoryKind[]): boolean[] {
  return historyKinds.map((kind) => kinds.length === 0 || kinds.includes(kind))
}

/** Walks along the ranges with numbers that only grow, up to where it is told to begin anew. */
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

/** Finds the changes that are asked for, and counts them. */
export function* matchChanges(columns: ChangeColumns, filter: ChangesFilter): Sliced<Matches> {
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

/** Numbers by place in `historyKinds`, by name. */
export function byKind(counts: readonly number[]): Record<HistoryKind, number> {
  const named = emptyCounts()
  historyKinds.forEach((kind, code) => (named[kind] = counts[code] ?? 0))
  return named
}

/** The numbers up to one, in order, as ranges. */
export function* rangesOf(numbers: Uint32Array, upTo: number): Sliced<Range[]> {
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
