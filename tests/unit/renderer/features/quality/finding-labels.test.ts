import { flushPromises } from '@vue/test-utils'
import { effectScope } from 'vue'
import { expect, it } from 'vitest'
import type { RuleId } from '../../../../../electron/contract/audit-rules'
import { ok } from '../../../../../electron/contract/failure'
import { useFindingFacts } from '../../../../../renderer/features/quality'
import { findingFact } from '../../../../../renderer/features/quality/finding-labels'
import { showLanguage } from '../../../../../renderer/shared/i18n'
import { connection } from '../../support/mount-products-page'
import { sitInMainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'
import { auditState } from './builders'

const euro = { currency: 'EUR', locale: 'en-US' }

it('say what is usual in the currency’s digits, and of what it is usual', () => {
  const facts = { price: 0.71, median: 84.738716, products: 40 }
  expect(findingFact('price-outlier', { ...facts, word: 'kettle' }, euro)).toBe(
    'Usual price: €84.74 (“kettle”)'
  )
  expect(findingFact('price-outlier', facts, euro)).toBe('Usual price: €84.74 (whole catalog)')
  expect(findingFact('price-outlier', { ...facts, median: 0.004512 }, euro)).toContain('€0.0045')
})

it('tell the same picture from one that only looks like it', () => {
  expect(findingFact('picture-same', { products: 3 }, euro)).toBe('Same picture: 3 more')
  expect(findingFact('picture-similar', { products: 3 }, euro)).toBe('Similar picture: 3 more')
})

it('tell rows that are made by them that another language has other words', async () => {
  sitInMainProcess()
  startStores()
  const scope = effectScope()
  const facts = scope.run(() =>
    useFindingFacts(
      () => connection,
      () => true,
      () => null
    )
  )
  const product = { findings: ['price-missing' as const] }
  const before = facts?.value?.signature
  expect(facts?.value?.of(product)[0]?.text).toBe('Price missing')
  await showLanguage('de')
  expect(facts?.value?.signature).not.toBe(before)
  expect(facts?.value?.of(product)[0]?.text).toBe('Preis fehlt')
  await showLanguage('en')
  scope.stop()
})

it('have no lighter finding before a graver one, not even that of the rule that the list is about', async () => {
  const main = sitInMainProcess()
  startStores()
  const scope = effectScope()
  const error = { enabled: true, severity: 'error', threshold: null } as const
  const state = auditState({ connectionId: connection.id }, { 'price-missing': { setting: error } })
  main.always('audit:state', () => ok(state))
  const facts = scope.run(() =>
    useFindingFacts(
      () => connection,
      () => true,
      () => 'picture-same'
    )
  )
  await flushPromises()
  const findings: RuleId[] = ['picture-same', 'picture-small', 'price-outlier', 'price-missing']
  expect(facts?.value?.of({ findings }).map(({ rule }) => rule)).toEqual([
    'price-missing',
    'picture-same',
    'price-outlier',
    'picture-small'
  ])
  scope.stop()
})
