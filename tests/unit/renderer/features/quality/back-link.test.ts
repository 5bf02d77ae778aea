import { mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it } from 'vitest'
import BackLink from '../../../../../renderer/features/quality/BackLink.vue'
import { i18n } from '../../../../../renderer/shared/i18n'
import { noFilters } from '../../../../../electron/contract/empty-query'
import { useNavigation } from '../../../../../renderer/shared/navigation'
import { filtersForFinding } from '../../../../../renderer/features/catalog/open-list'
import { startStores } from '../../support/stores'

let wrapper: VueWrapper
beforeEach(() => {
  startStores()
  wrapper = mount(BackLink, {
    props: { filters: filtersForFinding('name-long') },
    global: { plugins: [i18n] }
  })
})
afterEach(() => wrapper.unmount())

it('a list that Quality led to leads back, to the rule that it is of', async () => {
  const from = { name: 'quality', rule: 'name-long' } as const
  useNavigation().go({ name: 'products', from })
  await wrapper.vm.$nextTick()
  await wrapper.get('button').trigger('click')
  expect(useNavigation().place).toEqual(from)
})

it('a list that a person has made another since, or came to otherwise, leads nowhere', async () => {
  expect(wrapper.find('button').exists()).toBe(false)
  useNavigation().go({ name: 'products', from: { name: 'quality' } })
  await wrapper.vm.$nextTick()
  expect(wrapper.find('button').exists()).toBe(true)
  await wrapper.setProps({ filters: { ...noFilters, price: 'known' } })
  expect(wrapper.find('button').exists()).toBe(false)
})
