import { beforeEach, describe, expect, it } from 'vitest'
import { ok } from '../../../../../electron/contract/failure'
import { emptyQuery, noFilters } from '../../../../../electron/contract/empty-query'
import { useProducts } from '../../../../../renderer/features/catalog/product-pages'
import { showBrokenPictures, showSamePicture } from '../../../../../renderer/features/catalog/open-list'
import { useView } from '../../../../../renderer/features/catalog/view'
import { productPage } from '../products/table/builders'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { openConnection, startStores } from '../../support/stores'

let main: MainProcess
beforeEach(() => {
  main = sitInMainProcess()
  main.always('views:get', () => ok({ state: null, saved: [], shared: [] }))
  main.always('products:page', () => ok(productPage()))
  startStores()
})

const sort = { by: 'price', descending: true } as const

describe('products that show the same picture', () => {
  it('are looked for in the whole catalog; the order stays', async () => {
    await useView().open()
    const filters = { ...noFilters, priceTo: 5 }
    await useProducts().open({ page: 3, limit: 25 }, '', { search: 'vase', filters, or: [], sort })
    await showSamePicture({ id: 'p-7', name: 'Walnut bowl' })
    const samePicture = { id: 'p-7', name: 'Walnut bowl' }
    expect(main.last('products:page').input).toMatchObject({
      page: 1,
      productQuery: { search: '', filters: { ...noFilters, samePicture }, sort }
    })
  })

  it('fault 57: are named with no more of a name than people read', async () => {
    await useView().open()
    await showSamePicture({ id: 'p-7', name: 'x'.repeat(1_000_000) })
    expect(useView().state.filters.samePicture?.name).toHaveLength(200)
  })
})

describe('broken pictures', () => {
  it('are kept as what the list opens with where it is not on screen', async () => {
    openConnection('other')
    await useProducts().open({ page: 1, limit: 25 }, '', emptyQuery)
    const asked = main.asked('products:page').length
    openConnection('shop')
    await showBrokenPictures()
    expect(useView().state.filters).toEqual({ ...noFilters, pictureState: 'broken' })
    expect(main.asked('products:page')).toHaveLength(asked)
  })
})
