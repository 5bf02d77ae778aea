import { beforeEach, describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../../electron/contract/failure'
import { useContinuousList } from '../../../../../renderer/features/catalog/infinite-list'
import { emptyQuery } from '../../../../../electron/contract/empty-query'
import { usePicturePreview } from '../../../../../renderer/features/pictures/picture-preview-store'
import { useProducts } from '../../../../../renderer/features/catalog/product-pages'
import { product, productPage } from '../products/table/builders'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { openConnection, startStores } from '../../support/stores'

const address = 'https://shop.example/api/public/products'
let main: MainProcess
let products: ReturnType<typeof useProducts>
let preview: ReturnType<typeof usePicturePreview>

beforeEach(async () => {
  main = sitInMainProcess()
  startStores()
  products = useProducts()
  preview = usePicturePreview()
  void products.open({ page: 2, limit: 25 }, address)
  await main.last('products:page').answer(ok(productPage({ page: 2 })))
})

describe('the preview', () => {
  it('walks through the products of the page', () => {
    preview.open(3)
    expect(preview.product?.id).toBe('p-29')
    preview.step(1)
    expect(preview.product?.id).toBe('p-30')
    preview.step(-1)
    expect(preview.product?.id).toBe('p-29')
  })

  it('shows a product that stands nowhere on screen by itself', () => {
    preview.open(3)
    const [alone] = productPage({ page: 9 }).items
    if (alone) preview.openAlone(alone)
    expect([preview.product?.id, preview.place, preview.neighbors]).toEqual(['p-201', null, []])
    expect([preview.hasNext, preview.hasPrevious]).toEqual([false, false])
    preview.step(1)
    expect(preview.product?.id).toBe('p-201')
    preview.close()
    expect(preview.product).toBeNull()
  })

  it('has a position in the store where that counts what is no product of its own too', async () => {
    preview.open(3)
    expect(preview.place).toEqual({ at: 29, total: 1240, isOfStore: false })
    const coverage = {
      here: 1240,
      products: 1238,
      setAside: 1,
      total: 1240,
      asOf: 0,
      state: 'complete'
    } as const
    void products.goTo(3)
    await main.last('products:page').answer(ok(productPage({ page: 3, coverage })))
    preview.open(0)
    expect(preview.place).toEqual({ at: 51, total: 1240, isOfStore: true })
  })

  it('stays with its product when the page is read again without one before it', async () => {
    preview.open(3)
    preview.step(1)
    expect(preview.product?.id).toBe('p-30')
    const page = productPage({ page: 2 })
    void products.refresh()
    const items = page.items.filter(({ id }) => id !== 'p-29')
    await main.last('products:page').answer(ok({ ...page, items }))
    expect([preview.product?.id, preview.index]).toEqual(['p-30', 3])
    preview.step(1)
    expect(preview.product?.id).toBe('p-31')
  })

  it('shows a product that left the list as it is now: the store may have taken it out', async () => {
    preview.open(3)
    const page = productPage({ page: 2 })
    const shown = page.items[3] ?? product()
    void products.refresh()
    const items = page.items.filter(({ id }) => id !== shown.id)
    await main.last('products:page').answer(ok({ ...page, items }))
    expect(main.last('products:of').input).toMatchObject({ ids: [shown.id] })
    await main.last('products:of').answer(ok([{ ...shown, position: null, change: 'gone' as const }]))
    expect([preview.product?.id, preview.product?.change]).toEqual([shown.id, 'gone'])
  })

  it('walks on over the end of the page to the first product of the next', async () => {
    preview.open(24)
    preview.step(1)
    expect(preview.product?.id).toBe('p-50')
    expect(main.last('products:page').input.page).toBe(3)
    await main.last('products:page').answer(ok(productPage({ page: 3 })))
    expect(preview.product?.id).toBe('p-51')
  })

  it('walks back over the start of the page to the last product of the one before', async () => {
    preview.open(0)
    preview.step(-1)
    await main.last('products:page').answer(ok(productPage({ page: 1 })))
    expect(preview.product?.id).toBe('p-25')
  })

  it('does not leave the list at its ends', async () => {
    void products.goTo(1)
    await main.last('products:page').answer(ok(productPage({ page: 1 })))
    preview.open(0)
    preview.step(-1)
    expect(preview.hasPrevious).toBe(false)
    expect(preview.index).toBe(0)
    void products.goTo(50)
    await main.last('products:page').answer(ok(productPage({ page: 50 })))
    preview.open(14)
    preview.step(1)
    expect(preview.hasNext).toBe(false)
    expect(preview.index).toBe(14)
  })

  it('stays where it is when the next page cannot be had, says so and can try again', async () => {
    preview.open(24)
    preview.step(1)
    await main.last('products:page').answer(fail('timeout'))
    expect(preview.product?.id).toBe('p-50')
    expect(preview.stuck).toBe(true)
    preview.step(1)
    expect(preview.stuck).toBe(false)
    await main.last('products:page').answer(ok(productPage({ page: 3 })))
    expect(preview.product?.id).toBe('p-51')
  })

  it('closes when the page has no products anymore', async () => {
    preview.open(3)
    void products.refresh()
    await main.last('products:page').answer(ok(productPage({ page: 2, items: [] })))
    expect(preview.index).toBeNull()
  })

  it('closes when another connection is opened', () => {
    preview.open(3)
    openConnection('other')
    void products.open({ page: 1, limit: 25 }, address)
    expect(preview.index).toBeNull()
  })
})

describe('the preview over a continuous list', () => {
  const rows = (block: number, setAside: number[] = []): ReturnType<typeof productPage> => {
    const page = productPage({ page: block + 1, limit: 100 })
    const items = page.items.filter(({ position }) => !setAside.includes(position ?? 0))
    const aside = setAside.map((position) => ({ position, reason: 'id-missing' as const, id: '', name: '' }))
    return { ...page, items, setAside: aside }
  }

  /** Opens the list with its first hundred rows. */
  async function openContinuous(setAside: number[] = [], search = ''): Promise<void> {
    useContinuousList().open({ ...emptyQuery, search })
    await main.last('products:page').answer(ok(rows(0, setAside)))
  }

  it('closes when another connection is opened, also where the product stood nowhere', async () => {
    await openContinuous()
    preview.open(1, 'continuous')
    openConnection('other')
    void products.open({ page: 1, limit: 25 }, address)
    expect(preview.product).toBeNull()
    preview.openAlone(product())
    openConnection('shop')
    void products.open({ page: 1, limit: 25 }, address)
    expect(preview.product).toBeNull()
  })

  it('begins at a place of the whole result, and walks on past what is no product', async () => {
    await openContinuous([3])
    preview.open(1, 'continuous')
    expect(preview.product?.id).toBe('p-2')
    expect(preview.place).toMatchObject({ at: 2, total: 1240 })
    preview.step(1)
    expect(preview.product?.id).toBe('p-4')
    preview.step(-1)
    expect(preview.product?.id).toBe('p-2')
    expect(preview.neighbors.map(({ id }) => id)).toEqual(['p-1'])
  })

  it('waits for rows that are not here yet, with the product still in sight', async () => {
    await openContinuous()
    preview.open(99, 'continuous')
    preview.step(1)
    preview.step(1)
    expect(preview.product?.id).toBe('p-100')
    expect(main.last('products:page').input).toMatchObject({ page: 2, limit: 100 })
    await main.last('products:page').answer(ok(rows(1)))
    expect(preview.product?.id).toBe('p-101')
  })

  it('stays with its product when the list is read again without those that were marked', async () => {
    await openContinuous([], 'narrowed')
    preview.open(0, 'continuous')
    preview.step(1)
    expect(preview.product?.id).toBe('p-2')
    useContinuousList().refresh()
    const page = rows(0)
    await main.last('products:page').answer(ok({ ...page, items: page.items.slice(1), totalItems: 1239 }))
    expect([preview.product?.id, preview.index]).toEqual(['p-2', 0])
    preview.step(1)
    expect(preview.product?.id).toBe('p-3')
  })

  it('stays with a product that has left the list until a person goes on, in both directions', async () => {
    await openContinuous([], 'narrowed')
    preview.open(1, 'continuous')
    useContinuousList().refresh()
    const page = rows(0)
    const without = { ...page, items: page.items.filter(({ id }) => id !== 'p-2'), totalItems: 1239 }
    await main.last('products:page').answer(ok(without))
    expect([preview.product?.id, preview.place]).toEqual(['p-2', null])
    main.emit('reviews:changed', { connectionId: 'shop', productIds: ['p-2'] })
    await main.last('products:of').answer(ok([product({ id: 'p-2', name: 'As it is now' })]))
    expect(preview.product?.name).toBe('As it is now')
    preview.step(1)
    expect(preview.product?.id).toBe('p-3')
    preview.step(-1)
    expect(preview.product?.id).toBe('p-1')
  })

  it('stays with its product when the store turns its list round', async () => {
    await openContinuous([], 'narrowed')
    preview.open(1, 'continuous')
    useContinuousList().refresh()
    const page = rows(0)
    const items = productPage({ page: 12, limit: 100 }).items
    await main.last('products:page').answer(ok({ ...page, items }))
    expect(preview.product?.id).toBe('p-2')
  })

  it('says when it cannot go on', async () => {
    await openContinuous()
    preview.open(99, 'continuous')
    preview.step(1)
    await main.last('products:page').answer(fail('timeout'))
    expect(preview.stuck).toBe(true)
    expect(preview.product?.id).toBe('p-100')
  })

  it('stays where the list ends', async () => {
    await openContinuous()
    preview.open(0, 'continuous')
    preview.step(-1)
    expect(preview.product?.id).toBe('p-1')
    expect(preview.hasPrevious).toBe(false)
  })
})
