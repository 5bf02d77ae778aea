import { flushPromises } from '@vue/test-utils'
import { beforeEach, describe, expect, it } from 'vitest'
import { ok } from '../../../../../../electron/contract/failure'
import type { Product } from '../../../../../../electron/contract/product'
import {
  useProductMenu,
  type MenuItem
} from '../../../../../../renderer/features/products/table/use-product-menu'
import { emptyQuery } from '../../../../../../electron/contract/empty-query'
import { useExports } from '../../../../../../renderer/features/export/exports'
import { useProductDetails } from '../../../../../../renderer/features/catalog/product-details'
import { selectedSubject } from '../../../../../../renderer/features/products/selection/mark-selection'
import { useSelection } from '../../../../../../renderer/features/catalog/selecting/selection'
import { product } from './builders'
import { sitInMainProcess, type MainProcess } from '../../../support/fake-bridge'
import { useAssigning } from '../../../../../../renderer/features/products/selection/assigning'
import { openConnection, startStores } from '../../../support/stores'

let main: MainProcess
let menu: ReturnType<typeof useProductMenu>
const bowl = product({ id: 'a', contentFingerprint: 'aaaaaaaaaaaaaaaa' })
const vase = product({ id: 'b', contentFingerprint: 'bbbbbbbbbbbbbbbb' })

beforeEach(() => {
  localStorage.clear()
  main = sitInMainProcess()
  // None of them is marked otherwise.
  main.always('products:listed', () => ok([]))
  main.always('products:sizes', ({ productQueries }) => ok(productQueries.map(() => 0)))
  startStores()
  useSelection().follow(emptyQuery)
  menu = useProductMenu({ connectionId: () => 'shop', preview: () => undefined })
})

function item(words: string, of: Product = bowl): MenuItem {
  const found = menu.partsFor({ index: 3, product: of }).flatMap(({ items }) => items)
  const one = found.find((each) => each.words === words)
  if (!one) throw new Error(`No item "${words}"`)
  return one
}

describe('the menu of a product', () => {
  it('marks it as it was seen, and ticks the mark that it has', () => {
    expect(item('Clear mark').checked).toBeUndefined()
    expect(item('Approve').checked).toBe(false)
    item('Approve').run()
    expect(main.last('reviews:mark').input).toEqual({
      connectionId: 'shop',
      mark: 'approved',
      of: { products: [{ id: 'a', contentFingerprint: 'aaaaaaaaaaaaaaaa' }] }
    })
  })

  it('is for all that are selected, where it is one of them, and says so', async () => {
    const selection = useSelection()
    selection.add([bowl, vase])
    const target = { index: 3, product: bowl }
    expect(menu.heading(target, 'en')).toBe('2 products selected')
    expect(menu.heading({ index: 4, product: product({ id: 'c' }) }, 'en')).toBeNull()
    item('Ignore').run()
    await flushPromises()
    const { of } = main.last('reviews:mark').input
    expect('products' in of && of.products.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(item('Approve').checked).toBeUndefined()
  })

  it('assigns it in a team, or all that are selected where it is one of them', async () => {
    expect(() => item('Assign…')).toThrow('No item')
    main.always('team:self', () => ok({ name: 'Kim', approvals: 1, canClaim: false, mayDecide: true }))
    openConnection('shop')
    await flushPromises()
    menu = useProductMenu({ connectionId: () => 'shop', preview: () => undefined })
    item('Assign…').run()
    expect(useAssigning()).toMatchObject({ isOpen: true, asked: { of: { products: ['a'] }, count: 1 } })
    useSelection().follow(emptyQuery)
    useSelection().add([bowl, vase])
    item('Assign…').run()
    expect(useAssigning().asked).toMatchObject({ of: { products: ['a', 'b'] }, count: 2, name: null })
  })

  it('fault 134: a mark chosen for a product while others are being marked is made after them', async () => {
    useSelection().add([vase, product({ id: 'c' })])
    void selectedSubject(useSelection())?.save('ignored')
    const approve = item('Approve')
    expect(approve.disabled).toBe(false)
    approve.run()
    await flushPromises()
    expect(main.asked('reviews:mark')).toHaveLength(1)
    await main.last('reviews:mark').answer(ok({ entry: 1, changed: 2, stale: [] }))
    await flushPromises()
    expect(main.asked('reviews:mark')).toHaveLength(2)
    expect(main.last('reviews:mark').input).toMatchObject({
      mark: 'approved',
      of: { products: [{ id: 'a', contentFingerprint: 'aaaaaaaaaaaaaaaa' }] }
    })
  })

  it('fault 136: lets go of what was selected once it is marked, as the bar below the list does', async () => {
    const selection = useSelection()
    selection.add([bowl, vase])
    item('Ignore').run()
    await flushPromises()
    await main.last('reviews:mark').answer({ ok: true, value: { entry: 1, changed: 1, stale: ['b'] } })
    expect(selection.ids()).toEqual(['b'])
  })

  it('marks and exports the whole list where that is selected', async () => {
    useSelection().addWhole(1240)
    item('Needs work').run()
    await flushPromises()
    expect(main.last('reviews:mark').input.of).toEqual({ productQuery: emptyQuery, count: 1240 })
    item('Export…').run()
    await main.last('export:choices').answer({ ok: true, value: { format: 'csv' } as never })
    expect(useExports().wish).toMatchObject({
      of: { productQuery: emptyQuery },
      count: 1240,
      isSelection: false
    })
  })

  it('leads to the details, to its note and to its changes', () => {
    const details = useProductDetails()
    item('Write a note', vase).run()
    expect([details.isOpen, details.shown?.product.id, details.wantsFocus]).toEqual([true, 'b', 'note'])
    expect(item('Show its changes').leadsAway).toBe(true)
  })

  it('offers nothing of a picture that is not there', () => {
    expect(item('Copy picture').disabled).toBe(true)
    const pictured = product({ picture: { token: 't'.repeat(43) } as never })
    expect(item('Copy picture', pictured).disabled).toBe(false)
  })
})
