import { describe, expect, it } from 'vitest'
import { neverReviewed } from '../../../../electron/reviews/db/review-row'
import type { ReadableRow, ReadableRows } from '../../../../electron/reviews/recovery/readable-rows'
import { salvagedLog, salvagedReviews } from '../../../../electron/reviews/recovery/salvaged-reviews'
import { salvagedItems, witnessesIn } from '../../../../electron/reviews/recovery/salvaged-items'

const none: ReadableRows = {
  ...{ review: [], log: [], draft: [], schema: [], sequence: [], log_item: [], excuse: [] },
  ...{ content: [], itemIndex: [], productIndex: [], markIndex: [] }
}
const review = { ...neverReviewed, mark: 1, markedAt: 5, markedBy: 'Ada', markEntry: 1 }

// Damage to where a page says that its rows begin lets one be read from the middle of another.
describe('of two rows of one number, of which one is made of other bytes,', () => {
  it('fault 105: a review is the whole one, whatever entry the other names', () => {
    const whole: ReadableRow = { rowid: 7, values: { product: 'a', ...review }, quality: 2 }
    const shifted: ReadableRow = {
      ...whole,
      values: { ...whole.values, markedBy: '+\u000e', markEntry: 2, markedAt: 3 }
    }
    const productIndex: ReadableRow[] = [{ rowid: null, values: { product: 'a', row: 7 }, quality: 2 }]
    for (const rows of [
      [whole, shifted],
      [shifted, whole]
    ]) {
      const salvaged = salvagedReviews({ ...none, review: rows, productIndex }, 9, () => true)
      expect(salvaged.get('a')).toMatchObject({ columns: review, quality: 2 })
    }
  })

  it('fault 105: a review is the one that the index has there, though the other, of which the product is damaged, names a later entry', () => {
    const own: ReadableRow = { rowid: 7, values: { product: 'a', ...review }, quality: 2 }
    const others: ReadableRow = { ...own, values: { ...own.values, product: 'x', markEntry: 2, markedAt: 6 } }
    const productIndex: ReadableRow[] = [{ rowid: null, values: { product: 'a', row: 7 }, quality: 2 }]
    const salvaged = salvagedReviews({ ...none, review: [own, others], productIndex }, 9, () => false)
    expect(salvaged.get('a')).toMatchObject({ columns: review })
  })

  it('fault 105: an entry of the log is the one that can be read, though its item tells no time', () => {
    const entry = { at: 5, reviewer: 'Ada', kind: 'undo', count: 1, undone_by: null, undoes: 1 }
    const log: ReadableRow[] = [
      { rowid: 2, values: entry, quality: 2 },
      { rowid: 2, values: {}, quality: 0 }
    ]
    const [never, marked] = [JSON.stringify(neverReviewed), JSON.stringify(review)]
    const items: [number, string, string][] = [
      [1, never, marked],
      [2, marked, never]
    ]
    const log_item = items.map(([of, before, after]): ReadableRow => {
      return { rowid: null, values: { entry: of, product: 'a', rule: '', before, after }, quality: 2 }
    })
    const rows = { ...none, log, log_item }
    const witnesses = witnessesIn(rows, 0)
    const read = salvagedLog(salvagedItems(rows, witnesses).items, witnesses)
    expect(read.find(({ number }) => number === 2)).toMatchObject(entry)
  })
})
