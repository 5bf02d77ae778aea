import { expect, it } from 'vitest'
import { neverReviewed, type ReviewRow } from '../../../../electron/reviews/db/review-row'
import { reconciled } from '../../../../electron/reviews/recovery/reconcile-review'

const note = { note: 'A note', notedAt: 7, notedBy: 'Bo', noteEntry: 3, noteHistory: null }
const row: ReviewRow = { ...neverReviewed, ...note }
/** What is left of an item that goes on in the pages of another one. */
const item: ReviewRow = { ...row, note: 'Another', notedAt: 5, notedBy: 'Ada', noteEntry: 2 }
const sources = {
  row,
  item,
  isRowWhole: true,
  isRowFirst: true,
  isRowLater: false,
  timesWritten: () => 0,
  witnesses: []
}

it('fault 105: a row whose text of a note’s history is damaged still tells when the note is from, and whose', () => {
  const damaged = { ...row, noteHistory: '{"id":"\u0002' }
  expect(reconciled({ ...sources, row: damaged })).toMatchObject({ notedAt: 7, notedBy: 'Bo', noteEntry: 3 })
})

it('fault 105: a row that is made of other bytes tells nothing of a state of its own', () => {
  expect(reconciled({ ...sources, row: { ...row, notedBy: '+\u000e' } })).toMatchObject({ ...item })
})

const texts = ['One', 'Two'].map((text, at) => ({ id: text, at, by: 'Ada', note: text }))
const noteHistory = JSON.stringify({ id: null, texts, replaced: [] })
const merged: ReviewRow = { ...row, note: 'One\n\nTwo', noteHistory }

/** What comes of the review where the row, or else the item, has damaged values in place of its own. */
function reconciledWith(review: ReviewRow, damaged: Partial<ReviewRow>): Partial<ReviewRow>[] {
  return [true, false].flatMap((isRowWhole) => {
    const both = { ...sources, isRowWhole, isRowFirst: isRowWhole, row: review, item: review }
    const other = { ...review, ...damaged }
    return [reconciled({ ...both, row: other }), reconciled({ ...both, item: other })]
  })
}

it.each([
  [
    'a byte that is no character',
    { ...row, noteHistory: '{"id":"One","texts":[],"replaced":[]}' },
    'O\ufffde'
  ],
  ['another text than the note', merged, 'Oxe']
])('fault 105: of two histories of a note one with %s is not believed', (_, review, damage) => {
  const damaged = review.noteHistory?.replaceAll('One', damage) ?? null
  expect(reconciledWith(review, { noteHistory: damaged })).toEqual(Array(4).fill(review))
})

it('fault 105: of two notes the one that the histories make up is believed', () => {
  expect(reconciledWith(merged, { note: 'One\n\nTxo' })).toEqual(Array(4).fill(merged))
})

it('fault 105: of a reason and none the item’s own is believed, which writes both out', () => {
  const marked: ReviewRow = {
    ...neverReviewed,
    mark: 2,
    markedAt: 5,
    markedBy: 'Bo',
    markEntry: 3,
    markReason: 'price'
  }
  const before = { ...neverReviewed, mark: 1, markEntry: 1 }
  const both = { ...sources, item: marked, witnesses: [before] }
  for (const isRowWhole of [true, false])
    expect(reconciled({ ...both, isRowWhole, row: { ...marked, markReason: null } })).toEqual(marked)
})

it('fault 105: of two names the one that is written more often is believed', () => {
  const timesWritten = (_: string, value: unknown): number => (value === 'Bo' ? 40 : 1)
  for (const damaged of [{ row: { ...row, notedBy: 'bo' } }, { item: { ...row, notedBy: 'bo' } }]) {
    for (const isRowWhole of [true, false])
      expect(reconciled({ ...sources, item: row, timesWritten, isRowWhole, ...damaged })).toEqual(row)
  }
})

it('fault 105: a damaged note that only the row still has is the one of a witness that has it whole', () => {
  const left: Partial<ReviewRow> = { ...row }
  delete left.note
  const both = { ...sources, row: { ...row, note: 'A n\ufffdte' }, item: left }
  expect(
    reconciled({ ...both, witnesses: [{ ...row, note: 'Older', noteEntry: 1, notedAt: 2 }, row] })
  ).toEqual(row)
})
