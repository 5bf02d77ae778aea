import { expect, it } from 'vitest'
import { reasonOf, suggestedReason } from '../../../../../../renderer/features/review/panel/reason-question'

it.each([
  ['id-twice', 'double'],
  ['name-duplicate', 'double'],
  ['picture-same', 'picture'],
  ['description-duplicate', 'text'],
  ['picture-broken', 'picture'],
  ['price-zero', 'price'],
  ['name-long', 'name'],
  ['text-garbled', 'text'],
  ['set-aside', 'other']
] as const)('a finding of %s suggests the reason %s, which is what its rule asks for', (rule, reason) => {
  expect(reasonOf(rule)).toBe(reason)
})

it('suggests what harms most of the gravest findings', () => {
  expect(suggestedReason(['picture-small', 'picture-same', 'price-outlier'], () => 'warning')).toBe('price')
  expect(
    suggestedReason(['price-outlier', 'picture-broken'], (rule) =>
      rule === 'picture-broken' ? 'error' : 'warning'
    )
  ).toBe('picture')
  expect(suggestedReason([], () => 'hint')).toBe(null)
})
