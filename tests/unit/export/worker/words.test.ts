import { expect, it } from 'vitest'
import type { FindingFacts } from '../../../../electron/contract/audit'
import type { RuleId } from '../../../../electron/contract/audit-rules'
import { findingsText } from '../../../../electron/export/worker/words'
import { fileWords } from '../../../support/file-words'

const euro = { currency: 'EUR', locale: 'en-US' }

function told(facts: Partial<Record<RuleId, FindingFacts>>, style = euro): string {
  return findingsText(Object.keys(facts) as RuleId[], facts, fileWords, style)
}

it('tells what was found as the table does, not the name of the rule', () => {
  expect(told({ 'picture-same': { products: 3 }, 'price-outlier': { median: 62, word: 'round vase' } })).toBe(
    'Same picture: 3 more; Usual price: €62.00 (“round vase”)'
  )
  expect(told({ 'description-short': { characters: 1200, threshold: 40 } })).toContain(
    '1,200 characters, at least 40'
  )
})

it('writes prices in the currency of the store, a usual one rounded and an odd one whole', () => {
  expect(told({ 'price-outlier': { median: 84.738716 } })).toBe('Usual price: €84.74 (whole catalog)')
  expect(told({ 'price-outlier': { median: 0.004512 } })).toContain('€0.0045')
  expect(told({ 'price-fraction': { price: 1.23456, threshold: 2 } })).toBe('€1.23456: more than 2 decimals')
})

it('names the rule where its facts are not known, and by its id where the app has no name for it', () => {
  expect(findingsText(['name-missing', 'picture-same', 'price-zero'], undefined, fileWords, euro)).toBe(
    'Name missing; picture-same; Price is zero'
  )
})

it('never takes a text of a store for a place to be filled', () => {
  expect(told({ 'name-markup': { text: '{text} {price}' } })).toBe('HTML in name: “{text} {price}”')
})
