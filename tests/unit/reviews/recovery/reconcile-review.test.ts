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
