import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import type { Product } from '../../../../../../electron/contract/product'
import { useSessionApprovalQuestion } from '../../../../../../renderer/features/review/session/use-session-approval-question'
import { product } from '../../products/table/builders'
import { sitInMainProcess } from '../../../support/fake-bridge'
import { startStores } from '../../../support/stores'

/** What is asked before several products, as they stand, are ignored together by this person; null: nothing. */
function askedOf(own: string | null, products: readonly Product[]): unknown {
  sitInMainProcess()
  startStores()
  let asking: ReturnType<typeof useSessionApprovalQuestion> | undefined
  mount({
    setup() {
      asking = useSessionApprovalQuestion({
        connectionId: () => 'shop',
        current: () => products[0] ?? null,
        selected: () => products,
        countErrors: () => 0,
        stateOf: ({ review }) => review.state,
        own: () => own
      })
      return () => null
    }
  })
  asking?.press('ignored', products)
  return asking?.armed.value?.overwritten ?? null
}

const reviewed = (id: string, review: Partial<Product['review']>): Product =>
  product({ id, review: { ...product().review, ...review } })
const mine = { given: 1, needed: 2, isMine: true }

it('an approval that others are to give as well is a mark that would be overwritten, also where theirs is newer', () => {
  const products = [
    reviewed('a', { state: 'awaiting-others', reviewer: 'Kim', approvals: mine }),
    reviewed('b', { state: 'awaiting-others', reviewer: 'Ana', approvals: { ...mine, given: 2, needed: 3 } }),
    reviewed('c', { state: 'awaiting-you', reviewer: 'Ana', approvals: { ...mine, isMine: false } })
  ]
  expect(askedOf('Kim', products)).toEqual([{ mark: 'approved', count: 2 }])
  expect(askedOf(null, products), 'no team has a name here').toEqual([{ mark: 'approved', count: 3 }])
  expect(askedOf('Lee', products)).toEqual([{ mark: 'approved', count: 2 }])
})
