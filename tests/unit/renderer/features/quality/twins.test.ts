import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { ok } from '../../../../../electron/contract/failure'
import { productQuerySchema } from '../../../../../electron/contract/product-query'
import { useProducts } from '../../../../../renderer/features/catalog'
import { useTwins } from '../../../../../renderer/features/quality'
import { product } from '../products/table/builders'
import { sitInMainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'

it('a product is compared by what its list is about, and else by the most telling finding', async () => {
  const main = sitInMainProcess()
  startStores()
  const asked: string[] = []
  main.always('audit:twins', ({ rule }) => {
    asked.push(rule)
    return ok([])
  })
  const found = product({ id: 'a', findings: ['picture-same', 'name-duplicate'] })
  await useTwins().compare('shop', found)
  useProducts().productQuery = productQuerySchema.parse({ filters: { finding: 'name-duplicate' } })
  await flushPromises()
  await useTwins().compare('shop', found)
  expect(asked).toEqual(['picture-same', 'name-duplicate'])
})
