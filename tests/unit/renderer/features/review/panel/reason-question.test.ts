import { expect, it } from 'vitest'
import { suggestedReason } from '../../../../../../renderer/features/review/panel/reason-question'

it('suggests what harms most of the gravest findings', () => {
  expect(suggestedReason(['picture-small', 'picture-same', 'price-outlier'], () => 'warning')).toBe('price')
  expect(
    suggestedReason(['price-outlier', 'picture-broken'], (rule) =>
      rule === 'picture-broken' ? 'error' : 'warning'
    )
  ).toBe('picture')
  expect(suggestedReason([], () => 'hint')).toBe(null)
})
