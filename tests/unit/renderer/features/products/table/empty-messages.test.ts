import { describe, expect, it } from 'vitest'
import { emptyQuery, noFilters } from '../../../../../../electron/contract/empty-query'
import { noMatchTitle } from '../../../../../../renderer/features/products/table/empty-messages'

describe('an empty list', () => {
  it('of one state says what that means', () => {
    const of = (changes: object) =>
      noMatchTitle({ ...emptyQuery, filters: { ...noFilters, ...changes } }, 'Kim')
    expect(of({ review: ['needs-work'] })).toBe('Nothing needs work')
    expect(of({ review: ['unreviewed'] })).toBe('Nothing is left to review')
    expect(of({ review: ['unreviewed', 'changed'] })).toBe('No products match')
    expect(of({ review: ['unreviewed'], note: 'with' })).toBe('No products match')
    expect(of({ assignedTo: ['Kim'] })).toBe('Nothing is assigned to you')
    expect(of({ assignedTo: ['Ana'] })).toBe('No products match')
  })
})
