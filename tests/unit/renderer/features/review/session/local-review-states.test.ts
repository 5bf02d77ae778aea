import { describe, expect, it } from 'vitest'
import type { Product } from '../../../../../../electron/contract/product'
import { createLocalReviewStates } from '../../../../../../renderer/features/review/session/local-review-states'
import { product } from '../../products/table/builders'

/** A product that changed after it was approved, as the catalog has it now. */
function changed(id: string): Product {
  const plain = product({ id })
  return { ...plain, review: { ...plain.review, state: 'changed' } }
}

describe('the states of a sitting', () => {
  it('give way to what another sitting reads: an approval of before says nothing of what has changed since', () => {
    const states = createLocalReviewStates()
    states.mark('one', 'approved')(true)
    states.comesAgain('two')
    expect(states.of(changed('one'))).toBe('approved')
    states.decideAnew()
    expect([states.of(changed('one')), states.decided.size]).toEqual(['changed', 0])
  })

  it('hold on to a mark that is being saved, also in another sitting, until it is refused', () => {
    const states = createLocalReviewStates()
    const settle = states.mark('one', 'approved')
    states.decideAnew()
    expect(states.of(changed('one'))).toBe('approved')
    settle(false)
    expect(states.of(changed('one'))).toBe('changed')
  })
})
