import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, expect, it } from 'vitest'
import type { Finding } from '../../../../../electron/contract/audit'
import { ok } from '../../../../../electron/contract/failure'
import FindingsCount from '../../../../../renderer/features/quality/FindingsCount.vue'
import { i18n } from '../../../../../renderer/shared/i18n'
import { sitInMainProcess } from '../../support/fake-bridge'
import { connection } from '../../support/mount-products-page'
import { startStores } from '../../support/stores'
import { finding } from './builders'

let count: VueWrapper

afterEach(() => count.unmount())

async function show(findings: Finding[]): Promise<void> {
  sitInMainProcess().always('audit:of', () => ok(findings))
  startStores()
  const product = { id: 'p-1' }
  count = mount(FindingsCount, { props: { connection, product }, global: { plugins: [i18n] } })
  await flushPromises()
}

it('counts what was found of a product behind the sign of the worst, without its exceptions', async () => {
  const exception = { by: 'Ana', at: 0, reason: 'A set' }
  await show([
    finding('name-long'),
    finding('price-zero', { severity: 'error' }),
    finding('name-spaces', { exception })
  ])
  expect(count.text()).toBe('Error: 2 findings')
})

it('says nothing of a product with which all is well', async () => {
  await show([])
  expect(count.find('p').exists()).toBe(false)
})
