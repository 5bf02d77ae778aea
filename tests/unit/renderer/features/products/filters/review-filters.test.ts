import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { noFilters } from '../../../../../../electron/contract/empty-query'
import type { Filters } from '../../../../../../electron/contract/product-query'
import { i18n } from '../../../../../../renderer/shared/i18n'
import ReviewFields from '../../../../../../renderer/features/products/filters/ReviewFields.vue'

function fields(review: string[]) {
  return mount(ReviewFields, {
    props: { modelValue: { ...noFilters, review: review as Filters['review'] }, facets: null },
    global: { plugins: [i18n] }
  })
}

it('the states that are looked for are chosen one by one, and told in one order', async () => {
  const some = fields(['ignored'])
  await some.findAll('input[type=checkbox]')[0]?.trigger('change')
  expect(some.emitted('update:modelValue')?.at(-1)).toEqual([
    { ...noFilters, review: ['unreviewed', 'ignored'] }
  ])
  await some.findAll('input[type=checkbox]')[4]?.trigger('change')
  expect(some.emitted('update:modelValue')?.at(-1)).toEqual([{ ...noFilters, review: ['unreviewed'] }])
})

it('all states together narrow nothing', async () => {
  const most = fields(['unreviewed', 'approved', 'changed', 'needs-work'])
  await most.findAll('input[type=checkbox]')[4]?.trigger('change')
  expect(most.emitted('update:modelValue')?.at(-1)).toEqual([noFilters])
})
