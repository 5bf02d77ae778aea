import { describe, expect, it } from 'vitest'
import type { ProductReview } from '../../../../../electron/contract/review'
import type { ReviewState } from '../../../../../electron/contract/review-state'
import {
  isMarkedAs,
  othersLabel,
  reviewLabel,
  disagreeingTwo,
  reviewRowLabel,
  reviewShortLabel,
  shownState,
  stateAfter,
  withState
} from '../../../../../renderer/shared/labels/review-labels'

const review = (state: ReviewState, given: number, needed = 2, isMine = false): ProductReview => ({
  ...{ state, reason: null, note: '', reviewer: 'Kim', reviewedAt: 1 },
  approvals: { given, needed, isMine }
})
const alone = (state: ReviewState): ProductReview => ({ ...review(state, 0), approvals: null })

describe('a review in a team that needs several approvals', () => {
  it('tells how many there are while it waits, and its state otherwise', () => {
    expect(reviewShortLabel(review('awaiting-you', 1))).toBe('1 of 2 approvals')
    expect(reviewLabel(review('awaiting-you', 1))).toBe('Awaiting your approval: 1 of 2 approvals')
    expect(reviewLabel(review('awaiting-others', 2, 3))).toBe('Awaiting others’ approval: 2 of 3 approvals')
    expect(reviewShortLabel(review('approved', 2))).toBe('Approved')
    expect(reviewShortLabel(alone('changed'))).toBe('Re-review')
  })

  it('is approved by this person alone only where theirs is the last approval that is needed', () => {
    expect(stateAfter('approved', review('unreviewed', 0))).toBe('awaiting-others')
    expect(stateAfter('approved', review('awaiting-you', 1))).toBe('approved')
    expect(stateAfter('approved', review('awaiting-others', 1, 2, true))).toBe('awaiting-others')
    expect(stateAfter('approved', review('awaiting-you', 1, 3))).toBe('awaiting-others')
    expect(stateAfter('approved', alone('unreviewed'))).toBe('approved')
    expect(stateAfter('needs-work', review('awaiting-you', 1))).toBe('needs-work')
  })

  it('keeps the approvals of others where this person clears theirs', () => {
    expect(stateAfter('unreviewed', review('approved', 2, 2, true))).toBe('awaiting-you')
    expect(stateAfter('unreviewed', review('awaiting-others', 1, 2, true))).toBe('unreviewed')
  })

  it('counts this person’s approval before it is read anew', () => {
    expect(withState(review('awaiting-you', 1, 3), 'awaiting-others').approvals).toEqual({
      given: 2,
      needed: 3,
      isMine: true
    })
    expect(withState(review('awaiting-others', 1, 2, true), 'awaiting-others').approvals?.given).toBe(1)
  })

  it('has the button of an approval pressed that waits for others', () => {
    expect(isMarkedAs('awaiting-others', 'approved')).toBe(true)
    expect(isMarkedAs('awaiting-you', 'approved')).toBe(false)
  })
})

it('a product that people disagree about waits for no approval', () => {
  const disputed: ProductReview = {
    ...review('awaiting-others', 1),
    disagreeing: [
      { by: 'Ana', mark: 'needs-work' },
      { by: 'Kim', mark: 'approved' }
    ]
  }
  expect(shownState(disputed)).toBe('disagreement')
  expect(reviewLabel(disputed)).toBe('Disagreement')
  expect(shownState(review('awaiting-others', 1))).toBe('awaiting-others')
  // Whoever marked it last, the others do not agree.
  expect(shownState({ ...disputed, state: 'needs-work' })).toBe('disagreement')
  // What changed since, they look at anew; what this person has just marked stands until it is read again.
  expect(shownState({ ...disputed, state: 'changed' })).toBe('changed')
  expect(shownState(disputed, 'ignored')).toBe('ignored')
})

it('what others made of a product is told with their name, and one’s own mark is not', () => {
  const needsWork: ProductReview = { ...alone('needs-work'), reason: 'price' }
  expect(othersLabel(needsWork, 'Ana')).toBe('Needs work: Price (Kim)')
  expect(othersLabel(needsWork, 'Kim')).toBe('')
  expect(othersLabel(needsWork, null)).toBe('')
  expect(othersLabel(alone('unreviewed'), 'Ana')).toBe('')
  expect(othersLabel(review('awaiting-you', 1), 'Ana')).toBe('1 of 2 approvals')
})

it('a product that people disagree about tells in a row who says what', () => {
  const disagreeing = [
    { by: 'Ana', mark: 'approved' },
    { by: 'Kim', mark: 'needs-work' }
  ] as const
  const disputed = { ...alone('needs-work'), disagreeing: [...disagreeing] }
  expect(reviewRowLabel(disputed)).toBe('Ana: Approved · Kim: Needs work')
  expect(reviewRowLabel(alone('needs-work'))).toBe('Needs work')
})

it('in a narrow cell two of them tell it who do not say the same, and how many more there are', () => {
  const disagreeing = [
    { by: 'Ana', mark: 'approved' },
    { by: 'Bo', mark: 'approved' },
    { by: 'Kim', mark: 'needs-work' }
  ] as const
  const said = disagreeingTwo({ disagreeing: [...disagreeing] })
  expect(said.two.map(({ by, words }) => by + words)).toEqual(['Ana: Approved', 'Kim: Needs work'])
  expect(said.more).toBe(1)
  expect(disagreeingTwo(alone('approved')).two).toEqual([])
})
