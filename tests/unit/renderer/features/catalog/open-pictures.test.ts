import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { ok } from '../../../../../electron/contract/failure'
import { emptyQuery, noFilters } from '../../../../../electron/contract/empty-query'
import { useProducts } from '../../../../../renderer/features/catalog/product-pages'
import { showBrokenPictures, showSamePicture } from '../../../../../renderer/features/catalog/open-list'
import { useView } from '../../../../../renderer/features/catalog/view'
import { productPage } from '../products/table/builders'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'

let main: MainProcess
beforeEach(() => {
  main = sitInMainProcess()
  main.always('views:get', () => ok({ state: null, saved: [] }))
  main.always('products:page', () => ok(productPage()))
  setActivePinia(createPinia())
})

const sort = { by: 'price', descending: true } as const

describe('products that show the same picture', () => {
  it('are looked for in the whole catalog; the order stays', async () => {
    await useView().open('shop')
    const filters = { ...noFilters, priceTo: 5 }
    await useProducts().open('shop', { page: 3, limit: 25 }, '', { search: 'vase', filters, sort })
    await showSamePicture('shop', { id: 'p-7', name: 'Walnut bowl' })
    const samePicture = { id: 'p-7', name: 'Walnut bowl' }
    expect(main.last('products:page').input).toMatchObject({
      page: 1,
      productQuery: { search: '', filters: { ...noFilters, samePicture }, sort }
    })
  })

  it('fault 57: are named with no more of a name than people read', async () => {
    await useView().open('shop')
    await showSamePicture('shop', { id: 'p-7', name: 'x'.repeat(1_000_000) })
    expect(useView().state.filters.samePicture?.name).toHaveLength(200)
  })
})

describe('broken pictures', () => {
  it('are kept as what the list opens with where it is not on screen', async () => {
    await useProducts().open('other', { page: 1, limit: 25 }, '', emptyQuery)
    const asked = main.asked('products:page').length
    await showBrokenPictures('shop')
    expect(useView().connectionId).toBe('shop')
    expect(useView().state.filters).toEqual({ ...noFilters, pictureState: 'broken' })
    expect(main.asked('products:page')).toHaveLength(asked)
  })
})
