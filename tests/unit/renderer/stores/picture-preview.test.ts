// @vitest-environment happy-dom
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../electron/contract/failure'
import { usePicturePreview } from '../../../../renderer/stores/picture-preview'
import { useProducts } from '../../../../renderer/stores/products'
import { productPage } from '../products/builders'
import { sitInMainProcess, type MainProcess } from '../products/main-process'

const address = 'https://shop.example/api/public/products'
let main: MainProcess
let products: ReturnType<typeof useProducts>
let preview: ReturnType<typeof usePicturePreview>

beforeEach(async () => {
  main = sitInMainProcess()
  setActivePinia(createPinia())
  products = useProducts()
  preview = usePicturePreview()
  void products.open('shop', { page: 2, limit: 25 }, address)
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

  it('closes when the page has no products any more', async () => {
    preview.open(3)
    void products.refresh()
    await main.last('products:page').answer(ok(productPage({ page: 2, items: [] })))
    expect(preview.index).toBeNull()
  })

  it('closes when another connection is opened', () => {
    preview.open(3)
    void products.open('other', { page: 1, limit: 25 }, address)
    expect(preview.index).toBeNull()
  })
})
