import type { ChangeGroup } from '../../../electron/contract/history'

/** A row of a list of changes: the heading of a sync, or the change at a place among all. */
export type ListRow = { kind: 'group'; group: ChangeGroup } | { kind: 'change'; at: number }

/** The rows of a list of changes, whether or not they are read yet. */
export interface ListRows {
  count: number
  /** The row at a place; null behind the end. */
  at: (index: number) => ListRow | null
  /** Where the row of a change is. */
  indexOf: (change: number) => number
  /** The change that a row is of; of a heading that of the row after it. */
  changeAt: (index: number) => number
}

/** Puts headings between changes. Without groups there are none. */
export function listRows(groups: readonly ChangeGroup[], total: number): ListRows {
  /** The first change of each group. */
  const starts: number[] = []
  let before = 0
  for (const group of groups) {
    starts.push(before)
    before += group.total
  }

  /** The group that holds a change, by the greatest start that is not behind it. */
  function groupOf(fits: (group: number) => boolean): number {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (fits(middle)) low = middle
      else high = middle
    }
    return low
  }

  function at(index: number): ListRow | null {
    if (index < 0 || index >= groups.length + total) return null
    if (groups.length === 0) return { kind: 'change', at: index }
    const number = groupOf((group) => (starts[group] ?? 0) + group <= index)
    const heading = (starts[number] ?? 0) + number
    const group = groups[number]
    if (index === heading && group) return { kind: 'group', group }
    return { kind: 'change', at: index - number - 1 }
  }

  return {
    count: groups.length + total,
    at,
    indexOf: (change) =>
      groups.length === 0 ? change : change + groupOf((group) => (starts[group] ?? 0) <= change) + 1,
    changeAt(index) {
      const row = at(index)
      if (row?.kind === 'change') return row.at
      const next = at(index + 1)
      return next?.kind === 'change' ? next.at : 0
    }
  }
}
