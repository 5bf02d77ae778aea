import { expect, it } from 'vitest'
import { neverReviewed } from '../../../../electron/reviews/db/review-row'
import type { ReadableRow, ReadableRows } from '../../../../electron/reviews/recovery/readable-rows'
import { salvagedItems, witnessesIn } from '../../../../electron/reviews/recovery/salvaged-items'

const none: ReadableRows = {
  ...{ review: [], log: [], draft: [], schema: [], sequence: [], log_item: [], excuse: [] },
  ...{ content: [], itemIndex: [], productIndex: [], markIndex: [] }
}
const before = JSON.stringify({ ...neverReviewed, mark: 1, markedAt: 5, markedBy: 'Ada', markEntry: 1 })
const left = { ...neverReviewed, mark: 2, markedAt: 6, markedBy: 'Ada', markEntry: 2, markReason: 'picture' }
const after = JSON.stringify(left)

/** The only item of a log, of which some is damaged. */
function itemOf(damaged: ReadableRow['values'], quality: ReadableRow['quality']) {
  const values = { entry: 2, product: 'a', rule: '', before, after, ...damaged }
  const rows = { ...none, log_item: [{ rowid: null, values, quality }] }
  return salvagedItems(rows, witnessesIn(rows, 0)).items[0]
}

it('fault 105: a number of an item that damage ends in its middle is not known', () => {
  for (const end of ['}', ',']) {
    const item = itemOf({ rule: 'name', before: null, after: `{"reason":"Fine","at":17${end}0005}` }, 2)
    expect(item?.parts).toEqual({ reason: 'Fine' })
  }
})

it('fault 105: an item whose first text is too short, or too long, is told apart where one ends and the other begins', () => {
  const [both, length] = [before + after, after.length]
  for (const end of [before.length - 90, before.length - 1, before.length + 1, before.length + 60]) {
    const item = itemOf({ before: both.slice(0, end), after: both.slice(end, end + length) }, 0)
    const parts = item?.parts ?? (JSON.parse(item?.after ?? '{}') as object)
    expect(left).toMatchObject(parts)
    expect(parts).toMatchObject({ mark: 2, markedAt: 6 })
    expect(item).toMatchObject({ before, isBeforeKnown: true })
  }
})

it('fault 105: an item of which only the text of before can be read tells nothing of what it left', () => {
  expect(itemOf({ before: before.slice(0, 40), after: before.slice(40, -3) }, 0)).toBeUndefined()
})

it("fault 105: an item that goes on in another's pages left what stands before those", () => {
  const others = { ...left, mark: 3, markedAt: 9, markedBy: 'Bo', markEntry: 7, noteEntry: 8 }
  const item = itemOf({ after: `${after.slice(0, -3)}${JSON.stringify(others)}` }, 0)
  expect(item?.parts).toMatchObject({ mark: 2, markedAt: 6, markedBy: 'Ada', markEntry: 2 })
})

it('fault 105: of two items of one key the one that left what stands in the row comes first', () => {
  const item = (seen: string): ReadableRow => {
    const text = JSON.stringify({ ...left, mark: 1, markReason: null, seen })
    return {
      rowid: null,
      values: { entry: 2, product: 'a', rule: '', before: null, after: text },
      quality: 2
    }
  }
  const review: ReadableRow[] = [
    { rowid: 1, values: { product: 'a', ...left, mark: 1, seen: 'ab' }, quality: 2 }
  ]
  for (const seen of [
    ['ab', 'cd'],
    ['cd', 'ab']
  ]) {
    const rows = { ...none, review, log_item: seen.map(item) }
    const [first] = salvagedItems(rows, witnessesIn(rows, 0)).items
    expect(JSON.parse(first?.after ?? '{}')).toMatchObject({ seen: 'ab' })
  }
})
