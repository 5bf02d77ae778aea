import { beforeEach, describe, expect, it } from 'vitest'
import type { Input } from '../../../../../electron/contract/channels'
import { ok } from '../../../../../electron/contract/failure'
import type { ProductPage } from '../../../../../electron/contract/product'
import { useProducts } from '../../../../../renderer/features/catalog/product-pages'
import { product, productPage } from '../products/table/builders'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'

let main: MainProcess
let products: ReturnType<typeof useProducts>
const address = 'https://shop.example/api/public/products'
const minute = 60_000

beforeEach(() => {
  main = sitInMainProcess()
  startStores()
  products = useProducts()
})

function answering(changes: Partial<ProductPage> = {}) {
  return ({ page, limit }: Input<'products:page'>) =>
    ok(productPage({ page, limit, items: [product({ id: `p-${page}` })], fromCopy: true, ...changes }))
}

/** Opens the shop at a page, and lets it read ahead. */
async function openAt(page: number, changes: Partial<ProductPage> = {}): Promise<void> {
  main.always('products:page', answering(changes))
  await products.open({ page, limit: 25 }, address)
  await products.readAhead()
}

const asked = (): number[] => main.asked('products:page').map(({ input }) => input.page)

describe('pages that were read ahead', () => {
  it('are the next and the one before, and are shown without a question', async () => {
    await openAt(5)
    expect(asked()).toEqual([5, 6, 4])
    void products.goTo(6)
    expect(products.shown).toMatchObject({ page: 6, items: [{ id: 'p-6' }] })
    expect(products.fetch).toBe('idle')
    expect(asked()).toEqual([5, 6, 4])
    await products.readAhead()
    expect(asked()).toEqual([5, 6, 4, 7])
  })

  it('are none behind the ends of the list', async () => {
    await openAt(1, { totalItems: 25, totalPages: 1 })
    expect(asked()).toEqual([1])
  })

  it('are read in the direction of the last turn, and the likely one is known before the other is read', async () => {
    await openAt(5)
    await products.goTo(4)
    await products.goTo(3)
    main.always('products:page', (input) => {
      expect(products.beside?.page ?? null).toBe(input.page === 2 ? null : 2)
      return answering()(input)
    })
    products.forgetAhead()
    await products.readAhead()
    expect(asked().slice(-2)).toEqual([2, 4])
    expect(products.beside?.page).toBe(2)
  })

  it('are likely to be turned to the other way at the ends of the list', async () => {
    await openAt(2, { totalItems: 50, totalPages: 2 })
    expect(products.beside?.page).toBe(1)
    await products.goTo(1)
    await products.readAhead()
    expect(products.beside?.page).toBe(2)
  })

  it('are none where the copy is not complete: the store is asked for what a person wants', async () => {
    const { coverage } = productPage()
    await openAt(5, { coverage: { ...coverage, state: 'partial' } })
    expect(asked()).toEqual([5])
  })

  it('are still asked for at the store behind the rows when they are old', async () => {
    await openAt(5)
    main.always('products:page', answering({ fetchedAt: Date.now() - 3 * minute }))
    await products.refresh()
    products.forgetAhead()
    await products.readAhead()
    const turned = products.goTo(6)
    expect(products.shown?.page).toBe(6)
    expect(main.last('products:page').input).toMatchObject({ page: 6, from: 'store' })
    await turned
  })

  it('are forgotten when the copy changes, also while they are being read', async () => {
    await openAt(5)
    products.forgetAhead()
    await products.goTo(6)
    expect(asked()).toEqual([5, 6, 4, 6])

    const reading = products.readAhead()
    products.forgetAhead()
    await reading
    await products.goTo(7)
    expect(asked().filter((page) => page === 7)).toHaveLength(2)
  })

  it('are not those of another search or page size', async () => {
    await openAt(5)
    await products.narrow({ search: 'bowl' })
    await products.goTo(6)
    expect(main.last('products:page').input).toMatchObject({ page: 6, productQuery: { search: 'bowl' } })
    await products.readAhead()
    const before = asked().length
    await products.setLimit(50, 1)
    expect(asked().length).toBe(before + 1)
  })
})
