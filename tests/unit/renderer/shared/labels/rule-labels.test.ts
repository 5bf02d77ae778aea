import { describe, expect, it } from 'vitest'
import { ruleIds, severities } from '../../../../../electron/contract/audit-rules'
import { findingLabel } from '../../../../../renderer/features/quality/finding-labels'
import { rulesBySubject, ruleLabel, severityLabel } from '../../../../../renderer/shared/labels/rule-labels'

const euro = { currency: 'EUR', locale: 'en-US' }
const sentence = /^\p{Lu}[^{}|]*[.]$/u

describe('the words of a rule', () => {
  it.each(ruleIds)('%s has a name, a reason, a way on, and a sentence for what it finds', (rule) => {
    const { name, why, todo } = ruleLabel(rule)
    expect(name).toMatch(/^\p{Lu}[^{}|.]{3,39}$/u)
    expect(why).toMatch(sentence)
    expect(todo).toMatch(sentence)
    expect(findingLabel({ rule, facts: {} }, euro)).toMatch(sentence)
  })

  it('no two rules have the same name, and each is in exactly one group', () => {
    expect(new Set(ruleIds.map((rule) => ruleLabel(rule).name)).size).toBe(ruleIds.length)
    const grouped = rulesBySubject().flatMap(({ rules }) => rules)
    expect([...grouped].sort()).toEqual([...ruleIds].sort())
    expect(rulesBySubject().map(({ label }) => label)).toEqual([
      'Pictures',
      'Names',
      'Descriptions',
      'Prices',
      'IDs and the list'
    ])
  })

  it('severities are words', () => {
    expect(severities.map(severityLabel)).toEqual(['Error', 'Warning', 'Hint'])
  })
})

describe('a finding in words', () => {
  it('says what a price is far from, and how many cost that', () => {
    const facts = { price: 12.5, median: 180, products: 34, word: 'Chair' }
    expect(findingLabel({ rule: 'price-outlier', facts }, euro)).toBe(
      '€12.50 is far from the €180.00 that 34 products called “Chair” usually cost.'
    )
    const whole = { price: 12.5, median: 179.995001, products: 4300 }
    expect(findingLabel({ rule: 'price-outlier', facts: whole }, { currency: null, locale: 'de' })).toBe(
      '12,50 is far from the 180,00 that 4.300 products in the whole catalog usually cost.'
    )
  })

  it('says the numbers that a rule goes by, in the singular where it is one', () => {
    const words = (rule: (typeof ruleIds)[number], facts: object): string =>
      findingLabel({ rule, facts }, euro)
    expect(words('picture-small', { width: 200, height: 1300, threshold: 500 })).toBe(
      'Its picture is 200 × 1,300 px; the shorter side should be at least 500 px.'
    )
    expect(words('picture-same', { products: 1 })).toBe('1 other product has the same picture.')
    expect(words('picture-similar', { products: 3 })).toBe('3 other products have a similar picture.')
    expect(words('picture-shape', { times: 4.5 })).toBe(
      'One side of its picture is 4.5 times as long as the other.'
    )
    expect(words('name-duplicate', { products: 1200 })).toBe('1,200 other products have the same name.')
    expect(words('name-long', { characters: 180, threshold: 150 })).toContain(
      'has 180 characters; the limit is 150'
    )
    expect(words('description-short', { characters: 1, threshold: 40 })).toContain(
      'has 1 character; it should have at least 40'
    )
    expect(words('price-fraction', { price: 1.005, digits: 3, threshold: 2 })).toBe(
      '€1.005 has 3 decimals; the limit is 2.'
    )
    expect(words('price-fraction', { price: 239.07999999999998, digits: 14, threshold: 2 })).toBe(
      '€239.07999999999998 has 14 decimals; the limit is 2.'
    )
    expect(words('id-twice', { times: 2 })).toBe('The store lists it 2 times.')
    expect(words('price-negative', { price: -5 })).toBe('Its price is −€5.00.')
  })

  it('says in one sentence why a picture is broken, as its place does, where that is known', () => {
    const words = (code: string): string => findingLabel({ rule: 'picture-broken', facts: { code } }, euro)
    expect(words('picture-corrupt')).toBe('The picture is damaged.')
    expect(words('picture-not-a-picture')).toBe(
      'The address does not lead to a picture that Vitrine can show.'
    )
    expect(words('not-found')).toBe('There is no picture at this address anymore.')
    expect(words('from-a-newer-vitrine')).toBe('Its picture cannot be shown.')
  })

  it('names what nobody sees', () => {
    const words = (kind: 'around' | 'double' | 'invisible'): string =>
      findingLabel({ rule: 'name-spaces', facts: { kind, character: 'U+200B' } }, euro)
    expect(words('around')).toBe('Its name begins or ends with a space.')
    expect(words('double')).toBe('Its name has several spaces in a row.')
    expect(words('invisible')).toBe('Its name has an invisible character: U+200B.')
  })

  it('says what of a name is a placeholder', () => {
    const words = (facts: object): string => findingLabel({ rule: 'name-placeholder', facts }, euro)
    expect(words({ kind: 'id' })).toBe('Its name is its ID.')
    expect(words({ kind: 'no-letters', text: '???' })).toBe('Its name has no letters: “???”.')
    expect(words({ kind: 'text', text: 'Test' })).toBe('Its name looks like a placeholder: “Test”.')
  })

  it('quotes what was found as it stands, whatever signs of message syntax are in it', () => {
    const text = '<b>{price} | @:quality</b>'
    expect(findingLabel({ rule: 'description-markup', facts: { text } }, euro)).toBe(
      `Its description has HTML in it: “${text}”.`
    )
  })
})
