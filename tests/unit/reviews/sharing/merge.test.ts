import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reviewMarks } from '../../../../electron/contract/review-state'
import {
  mergeReviews,
  noteOf,
  type NoteText,
  type SharedMark,
  type SharedReview
} from '../../../../electron/reviews/sharing/merge'

// Few values of each, so that equal times, names and ids meet often.
const content = fc.record({
  name: fc.constantFrom('Lamp', 'Mug'),
  price: fc.constantFrom(null, 1),
  description: fc.constantFrom(null, ''),
  image: fc.constant(null)
})
const mark: fc.Arbitrary<SharedMark> = fc.record({
  mark: fc.constantFrom(...reviewMarks),
  at: fc.nat(2),
  by: fc.constantFrom('Ada', 'Bo', ''),
  seen: fc.constantFrom(null, 'this', 'that'),
  content: fc.option(content),
  putBackAt: fc.option(fc.nat(3)),
  reason: fc.option(fc.constantFrom('price', 'Too dark'))
})
const id = fc.constantFrom('1', '2', '3', '4')
const text: fc.Arbitrary<NoteText> = fc.record({
  id,
  at: fc.nat(2),
  by: fc.constantFrom('Ada', 'Bo'),
  note: fc.constantFrom('one', 'two')
})
const arbitrary: fc.Arbitrary<SharedReview> = fc
  .record({
    mark: fc.option(mark),
    note: fc.record({
      texts: fc.uniqueArray(text, { selector: (one) => one.id }),
      replaced: fc.uniqueArray(id)
    })
  })
  // In the form that merging gives: as everything is that was ever shared.
  .map((review) => mergeReviews(review, review))

describe('merging reviews', () => {
  it('is the same in any order, in any groups, and any number of times', () => {
    fc.assert(
      fc.property(arbitrary, arbitrary, arbitrary, (one, other, third) => {
        const both = mergeReviews(one, other)
        expect(mergeReviews(other, one)).toEqual(both)
        expect(mergeReviews(both, third)).toEqual(mergeReviews(one, mergeReviews(other, third)))
        expect(mergeReviews(both, both)).toEqual(both)
        expect(mergeReviews(both, one)).toEqual(both)
      }),
      { numRuns: 2000 }
    )
  })

  it('takes the newest mark, and keeps the notes of both', () => {
    const ada: SharedReview = {
      mark: {
        mark: 'approved',
        at: 5,
        by: 'Ada',
        seen: 'this',
        content: null,
        putBackAt: null,
        reason: null
      },
      note: { texts: [{ id: '1', at: 1, by: 'Ada', note: 'Too dark' }], replaced: [] }
    }
    const bo: SharedReview = {
      mark: {
        mark: 'needs-work',
        at: 6,
        by: 'Bo',
        seen: null,
        content: null,
        putBackAt: null,
        reason: 'price'
      },
      note: { texts: [{ id: '2', at: 2, by: 'Bo', note: 'Wrong size' }], replaced: [] }
    }
    const both = mergeReviews(ada, bo)
    expect(both.mark).toEqual(bo.mark)
    expect(noteOf(both.note)).toBe('Too dark\n\nWrong size')
  })

  it('knows the reason of a mark again that came through a version without reasons', () => {
    const note = { texts: [], replaced: [] }
    const mark = { mark: 'needs-work', at: 6, by: 'Bo', seen: null, content: null, putBackAt: null } as const
    const forgotten = { mark: { ...mark, reason: null }, note }
    const known = { mark: { ...mark, reason: 'price' }, note }
    expect(mergeReviews(forgotten, known)).toEqual(known)
    expect(mergeReviews(known, forgotten)).toEqual(known)
  })

  it('does not bring back a text that one of them has replaced', () => {
    const before: SharedReview = {
      mark: null,
      note: { texts: [{ id: '1', at: 1, by: 'Ada', note: 'Too dark' }], replaced: [] }
    }
    const after: SharedReview = {
      mark: null,
      note: { texts: [{ id: '2', at: 2, by: 'Bo', note: 'Good by now' }], replaced: ['1'] }
    }
    expect(noteOf(mergeReviews(before, after).note)).toBe('Good by now')
  })
})
