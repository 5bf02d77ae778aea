import { describe, expect, it } from 'vitest'
import type { ChangeGroup } from '../../../../../electron/contract/history'
import { listRows } from '../../../../../renderer/features/changes/paged-changes'

const group = (run: number, total: number): ChangeGroup => ({
  ...{ run, startedAt: null, outcome: null, counts: {}, unseen: 0 },
  total
})

/** The rows as a person sees them: `#3` for the heading of a run, numbers for changes. */
function drawn(groups: ChangeGroup[], total: number): (string | number)[] {
  const rows = listRows(groups, total)
  return Array.from({ length: rows.count }, (_, index) => {
    const row = rows.at(index)
    if (row === null) throw new Error('a row is missing')
    return row.kind === 'group' ? `#${row.group.run}` : row.at
  })
}

describe('the rows of a list of changes', () => {
  it('are the changes of each sync below its heading', () => {
    expect(drawn([group(9, 2), group(8, 1), group(5, 3)], 6)).toEqual(['#9', 0, 1, '#8', 2, '#5', 3, 4, 5])
  })

  it('are the changes alone where there are no syncs to tell of', () => {
    expect(drawn([], 3)).toEqual([0, 1, 2])
    expect(drawn([], 0)).toEqual([])
  })

  it('are found by their changes, and the other way round', () => {
    const rows = listRows([group(9, 2), group(8, 1), group(5, 3)], 6)
    for (let change = 0; change < 6; change++) expect(rows.changeAt(rows.indexOf(change))).toBe(change)
    expect(rows.changeAt(3)).toBe(2)
    expect([rows.at(-1), rows.at(9)]).toEqual([null, null])
  })
})
