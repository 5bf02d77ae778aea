import { flushPromises, mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { ok } from '../../../../../../electron/contract/failure'
import { emptyQuery, noFilters } from '../../../../../../electron/contract/empty-query'
import { useProducts } from '../../../../../../renderer/features/catalog'
import { ReviewThese } from '../../../../../../renderer/features/review'
import { useReviewSession } from '../../../../../../renderer/features/review/session/review-session'
import { useCommandRegistry } from '../../../../../../renderer/shared/commands/registry'
import { useNavigation } from '../../../../../../renderer/shared/navigation'
import { i18n } from '../../../../../../renderer/shared/i18n'
import { sitInMainProcess } from '../../../support/fake-bridge'
import { startStores } from '../../../support/stores'
import { productPage } from '../../products/table/builders'

it.each([
  { disagreement: false, scope: 'to-do' },
  // They are reviewed already: nothing of them is to do.
  { disagreement: true, scope: 'all' }
])('makes a queue of the list, in which there is something where people disagree: $scope', async (each) => {
  const main = sitInMainProcess()
  main.always('products:page', ({ page, limit }) => ok(productPage({ page, limit })))
  startStores()
  const filters = { ...noFilters, disagreement: each.disagreement }
  await useProducts().open({ page: 1, limit: 25 }, '', { ...emptyQuery, search: 'cup', filters })
  await flushPromises()
  const button = mount(ReviewThese, { props: { count: 3, locale: 'en' }, global: { plugins: [i18n] } })
  await button.get('button').trigger('click')
  await flushPromises()
  expect(useReviewSession().queue).toMatchObject({
    scope: each.scope,
    productQuery: { search: 'cup', filters: { disagreement: each.disagreement } }
  })
  button.unmount()
})

it.each([
  { name: 'all of it, where everything in it has a mark', search: 'cup', scope: 'all' },
  { name: 'what is to do of the whole catalog, be it nothing', search: '', scope: 'to-do' }
])('makes a queue of $name', async ({ search, scope }) => {
  const main = sitInMainProcess()
  main.always('products:page', ({ page, limit, productQuery }) => {
    const isToDo = (productQuery?.filters?.review ?? []).length > 0
    return ok(isToDo ? productPage({ page, limit, items: [], totalItems: 0 }) : productPage({ page, limit }))
  })
  startStores()
  await useProducts().open({ page: 1, limit: 25 }, '', { ...emptyQuery, search })
  await flushPromises()
  const button = mount(ReviewThese, { props: { count: 3, locale: 'en' }, global: { plugins: [i18n] } })
  await button.get('button').trigger('click')
  await flushPromises()
  await flushPromises()
  expect(useReviewSession().queue).toMatchObject({ scope, productQuery: { search } })
  button.unmount()
})

it('has nothing to review in an empty list', async () => {
  sitInMainProcess()
  startStores()
  const button = mount(ReviewThese, { props: { count: 0, locale: 'en' }, global: { plugins: [i18n] } })
  await button.get('button').trigger('click')
  expect(useNavigation().place.name).not.toBe('review')
  expect(useCommandRegistry().canRun('review-these')).toBe(false)
  expect(button.get('button').attributes('aria-disabled')).toBe('true')
  await button.setProps({ count: 1 })
  expect(useCommandRegistry().canRun('review-these')).toBe(true)
  button.unmount()
})
