import { describe, expect, it } from 'vitest'
import { emptyQuery, noFilters } from '../../../../../../electron/contract/empty-query'
import type { Filters } from '../../../../../../electron/contract/product-query'
import { queueScopes } from '../../../../../../electron/contract/review-state'
import { hasScope, listOf } from '../../../../../../renderer/features/review/session/review-queue'

const of = (...groups: Partial<Filters>[]): typeof emptyQuery => {
  const [filters = noFilters, ...or] = groups.map((group) => ({ ...noFilters, ...group }))
  return { ...emptyQuery, filters, or }
}
const scopesOf = (...groups: Partial<Filters>[]): string[] =>
  queueScopes.filter((scope) => hasScope(of(...groups), scope))

describe('what of a list can be gone through', () => {
  it('is all of it where the list is of no findings and no marks', () => {
    expect(scopesOf({})).toEqual([...queueScopes])
    expect(scopesOf({ finding: 'any' }, { finding: 'error' })).toEqual([...queueScopes])
  })

  it('is not what has errors of a list of other findings, nor a mark of a list of others', () => {
    expect(scopesOf({ finding: 'picture-broken' })).toEqual(['to-do', 're-review', 'needs-work', 'all'])
    expect(scopesOf({ finding: 'error', not: ['finding'] })).not.toContain('errors')
    expect(scopesOf({}, { finding: 'warning' })).not.toContain('errors')
    expect(scopesOf({ review: ['changed'] })).toEqual(['to-do', 're-review', 'errors', 'all'])
    expect(scopesOf({ review: ['changed'], not: ['review'] })).not.toContain('re-review')
  })

  it('is the list as it was narrowed, where a queue that was kept asks for what it has not', () => {
    const queue = { productQuery: of({ finding: 'picture-broken' }), scope: 'errors' as const }
    expect(listOf(queue).filters.finding).toBe('picture-broken')
    expect(listOf({ ...queue, productQuery: emptyQuery }).filters.finding).toBe('error')
  })
})
