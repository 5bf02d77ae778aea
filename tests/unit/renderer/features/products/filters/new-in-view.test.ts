import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyQuery, noFilters } from '../../../../../../electron/contract/empty-query'
import { ok } from '../../../../../../electron/contract/failure'
import type { SavedView } from '../../../../../../electron/contract/view'
import { eventually } from '../../../../../support/eventually'
import { openList, press, type ListPage } from '../../../support/mount-products-page'

const filters = { ...noFilters, priceTo: 10 }
const cheap: SavedView = {
  id: 'cheap',
  name: 'Cheap',
  productQuery: { ...emptyQuery, filters, or: [{ ...noFilters, picture: 'without' }] },
  watched: true
}
let list: ListPage
let fresh: number

/** Opens the list as the view has it, in a window that has the focus or not. */
async function open(hasFocus = true): Promise<void> {
  vi.spyOn(document, 'hasFocus').mockReturnValue(hasFocus)
  list = await openList({ filters, or: cheap.productQuery.or }, [cheap])
  list.main.always('views:opened', () => ok(fresh))
}

/** So much is new in the view, as after a sync. */
async function bring(count: number): Promise<void> {
  fresh = count
  list.main.emit('views:news-changed', { connectionId: 'shop', news: [{ view: 'cheap', count }] })
  await flushPromises()
  fresh = 0
}
const shownNew = (): string[] =>
  list.wrapper.findAll('button').flatMap((each) => (/^Show \d+ new$/.test(each.text()) ? each.text() : []))
const openings = (): number => list.main.asked('views:opened').length

beforeEach(() => (fresh = 0))
afterEach(() => list.close())

describe('a watched view on screen', () => {
  it('leads to what was new in it, in each group of its filters, and back to all of it', async () => {
    await open()
    await bring(2)
    await press(list.button('Show 2 new'))
    await list.answer()
    const newIn = { view: 'cheap', name: 'Cheap' }
    expect(list.asked().input.productQuery).toMatchObject({
      filters: { priceTo: 10, newIn },
      or: [{ picture: 'without', newIn }]
    })
    expect(list.chips()[1]).toContain('New in “Cheap”')
    expect(() => list.button(/^Save view…/)).toThrow()
    await press(list.button('All of “Cheap”'))
    await list.answer()
    expect(list.asked().input.productQuery).toMatchObject(cheap.productQuery)
  })

  it('is opened again by whatever is new in it, and not without need', async () => {
    await open()
    const before = openings()
    await bring(1)
    expect(openings()).toBe(before + 1)
    list.main.emit('views:news-changed', { connectionId: 'shop', news: [] })
    await flushPromises()
    expect(openings()).toBe(before + 1)
    expect(list.button('Show 1 new')).toBeTruthy()
  })

  it('counts of what was new in it what is in it still', async () => {
    await open()
    await bring(4)
    for (const left of [1, 0]) {
      list.main.always('products:sizes', ({ productQueries }) => ok(productQueries.map(() => left)))
      const before = list.asked().input
      list.main.emit('catalog:changed', { connectionId: 'shop' })
      await eventually(() => expect(list.asked().input).not.toBe(before))
      await list.answer({ totalItems: left })
      await eventually(() => expect(shownNew()).toEqual(left === 0 ? [] : [`Show ${left} new`]))
    }
    const [asked] = list.main.last('products:sizes').input.productQueries
    expect(asked?.filters).toMatchObject({ priceTo: 10, newIn: { view: 'cheap' } })
  })

  it('stays new while nobody sees the window', async () => {
    await open(false)
    await bring(3)
    expect(openings()).toBe(0)
    window.dispatchEvent(new Event('focus'))
    await flushPromises()
    expect(openings()).toBe(1)
  })

  it('is not opened while the list is another one', async () => {
    await open()
    const before = openings()
    await list.search().setValue('lamp')
    await list.answer()
    await bring(3)
    expect(openings()).toBe(before)
  })
})
