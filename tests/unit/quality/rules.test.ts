import { describe, expect, it } from 'vitest'
import { idRules, rules } from '../../../electron/quality/rules'
import { descriptionRules } from '../../../electron/quality/rules/description'
import { nameRules } from '../../../electron/quality/rules/name'
import { pictureRules } from '../../../electron/quality/rules/picture'
import { priceRules } from '../../../electron/quality/rules/price'
import type { AuditedPicture, AuditedProduct } from '../../../electron/quality/rule'
import { initialSetting } from '../../../electron/quality/rule-settings'
import type { FindingFacts } from '../../../electron/contract/audit'
import type { RuleId } from '../../../electron/contract/audit-rules'
import { ruleIds, thresholds } from '../../../electron/contract/audit-rules'

const sound: AuditedProduct = {
  id: 'VT-1',
  name: 'Oak table, natural',
  price: 129.5,
  priceAsText: false,
  description: 'A table of solid oak that seats six, oiled by hand, with rounded corners.',
  image: 'https://i.example/1.jpg'
}
const soundPicture: AuditedPicture = { broken: null, width: 800, height: 1000 }

function test(id: RuleId, product: Partial<AuditedProduct>, threshold?: number): FindingFacts | null {
  const rule = rules[id]
  if (rule.of !== 'product') throw new Error(`${id} looks at no product`)
  return rule.test({ ...sound, ...product }, threshold ?? initialSetting(id, null).threshold ?? 0)
}

function look(id: RuleId, picture: Partial<AuditedPicture>, threshold?: number): FindingFacts | null {
  const rule = rules[id]
  if (rule.of !== 'picture') throw new Error(`${id} looks at no picture`)
  return rule.test({ ...soundPicture, ...picture }, threshold ?? initialSetting(id, null).threshold ?? 0)
}

describe('rules', () => {
  it('are each defined once, under their own id', () => {
    const fields = [nameRules, descriptionRules, priceRules, pictureRules, idRules]
    expect(fields.flatMap((field) => Object.keys(field)).sort()).toEqual([...ruleIds].sort())
    expect(Object.keys(rules).sort()).toEqual([...ruleIds].sort())
  })

  it('fit into the bits of a number', () => {
    expect(ruleIds.length).toBeLessThanOrEqual(32)
  })

  it('that have a threshold begin within its bounds', () => {
    for (const { initial, least, most } of Object.values(thresholds)) {
      expect(initial).toBeGreaterThanOrEqual(least)
      expect(initial).toBeLessThanOrEqual(most)
    }
  })

  it('find nothing of a sound product', () => {
    for (const id of ruleIds) {
      if (rules[id].of === 'product') expect([id, test(id, {})]).toEqual([id, null])
      if (rules[id].of === 'picture') expect([id, look(id, {})]).toEqual([id, null])
    }
  })
})

describe('a rule of a product', () => {
  const long = 'a'.repeat(151)
  it.each<[RuleId, Partial<AuditedProduct>, FindingFacts]>([
    ['picture-missing', { image: null }, {}],
    ['picture-insecure', { image: 'http://i.example:8080/1.jpg' }, { host: 'i.example:8080' }],
    ['picture-insecure', { image: 'HTTP://I.example/1.jpg' }, { host: 'i.example' }],
    ['name-missing', { name: '' }, {}],
    ['name-missing', { name: ' \u00a0' }, {}],
    ['name-shouting', { name: 'ALL OUR BEST SHOES' }, {}],
    ['name-spaces', { name: 'Oak\u200btable' }, { kind: 'invisible', character: 'U+200B' }],
    ['id-spaces', { id: 'VT-1 ' }, { kind: 'around' }],
    ['name-long', { name: long }, { characters: 151, threshold: 150 }],
    ['name-placeholder', { name: 'Untitled' }, { kind: 'text', text: 'Untitled' }],
    ['name-placeholder', { name: 'vt-1' }, { kind: 'id' }],
    ['name-placeholder', { name: '12 345' }, { kind: 'no-letters', text: '12 345' }],
    ['name-markup', { name: 'Salt &amp; pepper' }, { text: '&amp;' }],
    ['description-missing', { description: null }, {}],
    ['description-missing', { description: '  ' }, {}],
    ['description-short', { description: ' A fine table. ' }, { characters: 13, threshold: 40 }],
    ['description-placeholder', { description: 'Lorem ipsum dolor' }, { text: 'Lorem ipsum' }],
    ['description-markup', { description: 'A <b>fine</b> table' }, { text: '<b>' }],
    ['description-name', { description: 'OAK TABLE – natural.' }, {}],
    ['description-shouting', { description: 'BUY THIS OAKEN TABLE TODAY' }, {}],
    [
      'description-link',
      { description: 'See https://a.example/x for more' },
      { text: 'https://a.example/x' }
    ],
    ['description-link', { description: 'See www.shop.example' }, { text: 'www.shop.example' }],
    ['description-link', { description: 'Write to me@shop.example.' }, { text: 'me@shop.example' }],
    ['price-missing', { price: null }, {}],
    ['price-missing', { price: null, priceAsText: true }, { kind: 'as-text' }],
    ['price-zero', { price: 0 }, { price: 0 }],
    ['price-negative', { price: -5 }, { price: -5 }],
    ['price-fraction', { price: 9.999 }, { price: 9.999, digits: 3, threshold: 2 }],
    ['price-fraction', { price: 1e-7 }, { price: 1e-7, digits: 7, threshold: 2 }],
    ['text-garbled', { name: 'CafÃ© table' }, { kind: 'name', text: 'CafÃ© table' }],
    ['text-garbled', { description: 'For a cafÃ©.' }, { kind: 'description', text: 'For a cafÃ©.' }]
  ])('%s finds %j', (id, product, facts) => expect(test(id, product)).toEqual(facts))

  it.each<[RuleId, Partial<AuditedProduct>]>([
    ['picture-insecure', { image: '/images/1.jpg' }],
    ['picture-insecure', { image: '//i.example/1.jpg' }],
    ['picture-insecure', { image: 'http://127.0.0.1:8080/1.jpg' }],
    ['picture-insecure', { image: 'http://[' }],
    ['name-long', { name: 'a'.repeat(150) }],
    ['name-placeholder', { name: '' }],
    ['name-placeholder', { name: '茶' }],
    ['description-name', { name: '', description: '...' }],
    ['description-name', { description: 'Oak table, natural, seats six people' }],
    ['description-short', { description: null }],
    ['description-link', { description: 'Sold @ 5 shops. Use it with care. 3.5 kg' }],
    ['price-zero', { price: null }],
    ['price-zero', { price: 0.01 }],
    ['price-negative', { price: 0 }],
    ['price-fraction', { price: 1.1 }],
    ['price-fraction', { price: 0.07 }],
    ['price-fraction', { price: 1234567.89 }],
    ['price-fraction', { price: 1e21 }],
    ['price-fraction', { price: null }]
  ])('%s finds nothing of %j', (id, product) => expect(test(id, product)).toBeNull())

  it('quotes no more than 80 units of what the store gave, and no half of a character', () => {
    const { text = '' } = test('name-placeholder', { name: `${'1'.repeat(79)}😀` }) ?? {}
    expect(text).toBe('1'.repeat(79))
  })
})

describe('a rule of a picture', () => {
  it.each<[RuleId, Partial<AuditedPicture>, FindingFacts]>([
    ['picture-broken', { broken: 'not-found' }, { code: 'not-found' }],
    ['picture-small', { width: 499 }, { width: 499, height: 1000, threshold: 500 }],
    ['picture-shape', { width: 3200 }, { width: 3200, height: 1000, times: 3.2, threshold: 3 }]
  ])('%s finds %j', (id, picture, facts) => expect(look(id, picture)).toEqual(facts))

  it.each<[RuleId, Partial<AuditedPicture>]>([
    ['picture-small', { width: 500, height: 500 }],
    ['picture-small', { broken: 'not-found', width: 0, height: 0 }],
    ['picture-shape', { width: 3000 }],
    ['picture-shape', { broken: 'not-found', width: 0, height: 0 }]
  ])('%s finds nothing of %j', (id, picture) => expect(look(id, picture)).toBeNull())
})

describe('digits of a price', () => {
  it.each([
    ['JPY', 0],
    ['EUR', 2],
    ['KWD', 3],
    [null, 2],
    ['QQQ', 2]
  ])('in %s are %d', (currency, digits) => {
    expect(initialSetting('price-fraction', currency).threshold).toBe(digits)
  })
})
