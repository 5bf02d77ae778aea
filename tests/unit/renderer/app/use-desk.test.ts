import { flushPromises } from '@vue/test-utils'
import { expect, it, vi } from 'vitest'
import { noFilters } from '../../../../electron/contract/empty-query'
import { ok } from '../../../../electron/contract/failure'
import { useDesk } from '../../../../renderer/app/use-desk'
import { useProductDetails, useView } from '../../../../renderer/features/catalog'
import { useCommandRegistry } from '../../../../renderer/shared/commands/registry'
import { useNavigation } from '../../../../renderer/shared/navigation'
import { product } from '../features/products/table/builders'
import { sitInMainProcess } from '../support/fake-bridge'
import { startStores } from '../support/stores'

it('a product that a rule found is led to with its details and its row in the list', () => {
  sitInMainProcess()
  startStores()
  const lamp = product({ id: 'lamp' })
  useDesk().details(lamp, { name: 'quality', rule: 'picture-same' })
  expect(useNavigation().place).toMatchObject({ name: 'products' })
  expect(useProductDetails()).toMatchObject({ wantsRow: true, shown: { product: lamp }, isOpen: true })
})

it('what needs work is listed, and its export asked about', async () => {
  const main = sitInMainProcess()
  main.always('views:get', () => ok({ state: null, saved: [], shared: [] }))
  startStores()
  const ask = vi.fn()
  useCommandRegistry().add({ export: { run: ask } })
  void useDesk().exportList({ ...noFilters, review: ['needs-work'] })
  await flushPromises()
  expect(useNavigation().place).toMatchObject({ name: 'products' })
  expect(useView().state.filters.review).toEqual(['needs-work'])
  expect(ask).toHaveBeenCalledOnce()
})
