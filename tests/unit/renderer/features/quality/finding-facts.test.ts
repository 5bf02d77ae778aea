import { effectScope } from 'vue'
import { expect, it } from 'vitest'
import { useFindingFacts } from '../../../../../renderer/features/quality'
import { showLanguage } from '../../../../../renderer/shared/i18n'
import { connection } from '../../support/mount-products-page'
import { sitInMainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'

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
