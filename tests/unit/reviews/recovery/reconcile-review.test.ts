import { expect, it } from 'vitest'
import { neverReviewed, type ReviewRow } from '../../../../electron/reviews/db/review-row'
import { reconciled } from '../../../../electron/reviews/recovery/reconcile-review'

const note = { note: 'A note', notedAt: 7, notedBy: 'Bo', noteEntry: 3, noteHistory: null }
const row: ReviewRow = { ...neverReviewed, ...note }
/** What is left of an item that goes on in the pages of another one. */
const item: ReviewRow = { ...row, note: 'Another', notedAt: 5, notedBy: 'Ada', noteEntry: 2 }
const sources = { row, item, isRowWhole: true, isRowFirst: true, isRowLater: false, witnesses: [] }

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
