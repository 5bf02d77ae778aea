import { expect, it } from 'vitest'
import { useDesk } from '../../../../renderer/app/use-desk'
import { useProductDetails } from '../../../../renderer/features/catalog'
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
