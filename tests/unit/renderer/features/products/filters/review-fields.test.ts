import { flushPromises, mount } from '@vue/test-utils'
import { beforeEach, expect, it } from 'vitest'
import { ok } from '../../../../../../electron/contract/failure'
import { noFilters } from '../../../../../../electron/contract/empty-query'
import type { Facets } from '../../../../../../electron/contract/facets'
import { reviewStates } from '../../../../../../electron/contract/review-state'
import type { Filters } from '../../../../../../electron/contract/product-query'
import { i18n } from '../../../../../../renderer/shared/i18n'
import ReviewFields from '../../../../../../renderer/features/products/filters/ReviewFields.vue'
import { sitInMainProcess, type MainProcess } from '../../../support/fake-bridge'
import { startStores } from '../../../support/stores'

let main: MainProcess
beforeEach(() => {
  main = sitInMainProcess()
  main.always('team:self', () => ok(null))
  startStores()
})

function fields(review: string[], facets: Facets | null = null) {
  return mount(ReviewFields, {
    props: { modelValue: { ...noFilters, review: review as Filters['review'] }, facets },
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

it('states that wait for more approvals are offered where the team needs several, and where one is chosen', async () => {
  const labels = (from: ReturnType<typeof fields>): string => from.text()
  const alone = fields([])
  await flushPromises()
  expect(labels(alone)).not.toContain('Awaiting')
  expect(labels(fields(['awaiting-others']))).toContain('Awaiting others’ approval')
  main.always('team:self', () => ok({ name: 'Kim', approvals: 2, canClaim: false, mayDecide: true }))
  startStores()
  const inTeam = fields([])
  await flushPromises()
  expect(labels(inTeam)).toContain('Awaiting your approval')
})

it('says nothing of states that only a team has', () => {
  const values = reviewStates.map((value) => ({ value, count: 1 }))
  const text = fields([], { review: { values, total: values.length } }).text()
  expect(text).toContain('Unreviewed')
  expect(text).not.toContain('not shown')
})
