import { describe, expect, it } from 'vitest'
import { emptyQuery, noFilters } from '../../../../../../electron/contract/empty-query'
import type { ReviewProgress } from '../../../../../../electron/contract/review'
import type { ReviewState } from '../../../../../../electron/contract/review-state'
import { progressMessage } from '../../../../../../renderer/features/review/session/queue-labels'
import { queueNumbers } from '../../../../../../renderer/features/review/session/queue-numbers'

const none: ReviewProgress = {
  ...{ unreviewed: 0, 'awaiting-you': 0, 'awaiting-others': 0, approved: 0, changed: 0 },
  ...{ 'needs-work': 0, ignored: 0, total: 0 }
}

describe('how far a queue of disagreements is', () => {
  const productQuery = { ...emptyQuery, filters: { ...noFilters, disagreement: true } }
  const queue = { productQuery, scope: 'all' as const }

  it('counts an approval that ended one, and took its product out of the list', () => {
    const progress = { ...none, 'needs-work': 2, total: 2 }
    const decided = new Map<string, ReviewState>([
      ['p-1', 'approved'],
      ['p-2', 'needs-work']
    ])
    expect(queueNumbers(progress, queue, decided, 3)).toEqual({
      ...{ total: 3, 'awaiting-others': 0, approved: 1, 'needs-work': 1, ignored: 0 }
    })
  })

  it('has nothing reviewed before somebody decides in it, though all in it have marks', () => {
    const progress = { ...none, 'needs-work': 3, total: 3 }
    const numbers = queueNumbers(progress, queue, new Map(), 3)
    expect(numbers).toMatchObject({ total: 3, 'needs-work': 0 })
    expect(progressMessage(numbers, queue, 'en')).toBe('0 of 3 re-reviewed')
  })
})

it('says nothing of a list that has none of the products left that are still shown', () => {
  const queue = { productQuery: emptyQuery, scope: 'errors' as const }
  expect(progressMessage(queueNumbers(none, queue, new Map(), 3), queue, 'en')).toBe('')
})
