import type { Range } from './types'

/** Ranges in order, those that overlap or touch as one. */
export function joined(ranges: readonly Range[]): Range[] {
  const result: Range[] = []
  for (const [first, last] of ranges.toSorted(([one], [other]) => one - other)) {
    const before = result.at(-1)
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else result.push([first, last])
  }
  return result
}

/** What is in some ranges and not in others. Both in order. */
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

/** What is in both. Both in order. */
export function shared(ranges: readonly Range[], others: readonly Range[]): Range[] {
  return without(ranges, without(ranges, others))
}

/** How many numbers there are in the ranges, from one to another, both included. */
export function countIn(ranges: readonly Range[], from: number, to: number): number {
  return ranges.reduce(
    (sum, [first, last]) => sum + Math.max(0, Math.min(last, to) - Math.max(first, from) + 1),
    0
  )
}
