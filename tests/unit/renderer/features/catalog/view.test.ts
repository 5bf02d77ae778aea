import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, ok } from '../../../../../electron/contract/failure'
import { viewStateSchema, type SavedView, type ViewState } from '../../../../../electron/contract/view'
import { emptyQuery } from '../../../../../electron/contract/empty-query'
import { freshView, useView } from '../../../../../renderer/features/catalog/view'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { openConnection, startStores } from '../../support/stores'

let main: MainProcess
let view: ReturnType<typeof useView>
const left: ViewState = {
  ...freshView,
  page: 7,
  limit: 50,
  scrollTop: 320,
  search: 'vase',
  density: 'compact'
}
const teapots: SavedView = {
  id: 'a',
  name: 'Teapots',
  productQuery: { ...emptyQuery, search: 'teapot' },
  watched: false
}

function keeps(state: ViewState | null, saved: SavedView[] = []): void {
  main.always('views:get', () => ok({ state, saved, shared: [] }))
}

/** Opens a list again that changed just before, and while what is kept is read: all is written when the old state comes. */
async function openLate(before: Partial<ViewState>, meanwhile: Partial<ViewState> = {}): Promise<ViewState> {
  keeps(left)
  await view.open()
  main.hold('views:get')
  view.keep(before)
  const opened = view.open()
  if (Object.keys(meanwhile).length > 0) view.keep(meanwhile)
  vi.runAllTimers()
  await main.last('views:get').answer(ok({ state: left, saved: [], shared: [] }))
  return opened
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  main = sitInMainProcess()
  main.always('views:save', () => ok(null))
  startStores()
  view = useView()
})
afterEach(() => vi.useRealTimers())

describe('a list', () => {
  it('is as it was left', async () => {
    keeps(left, [teapots])
    expect(await view.open()).toEqual(left)
    expect(view.state).toEqual(left)
    expect(view.saved).toEqual([teapots])
  })

  it('is fresh where nothing was kept or it cannot be read', async () => {
    keeps(null)
    expect(await view.open()).toEqual(freshView)
    main.always('views:get', () => fail('storage-failed'))
    expect(await view.open()).toEqual(freshView)
    expect(view.saved).toEqual([])
  })

  it('is fresh in the way that the contract means it', () => {
    expect(viewStateSchema.parse({ page: 1, limit: 25, scrollTop: 0 })).toEqual(freshView)
  })

  it('begins at its top where the page size is not one that is offered', async () => {
    keeps({ ...left, limit: 13 })
    expect(await view.open()).toEqual({ ...left, page: 1, limit: 25, scrollTop: 0 })
  })

  it('is kept once, when it has come to rest', async () => {
    keeps(left)
    await view.open()
    view.keep({ page: 2 })
    view.keep({ scrollTop: 80 })
    expect(view.state).toMatchObject({ page: 2, scrollTop: 80, search: 'vase' })
    expect(main.asked('views:save')).toHaveLength(0)
    vi.runAllTimers()
    expect(main.asked('views:save').map(({ input }) => input)).toEqual([
      { connectionId: 'shop', view: { ...left, page: 2, scrollTop: 80 } }
    ])
  })

  it('is as it was changed while what is kept was read, also when that is written by then', async () => {
    expect(await openLate({ search: 'jug' }, { page: 3 })).toMatchObject({ search: 'jug', page: 3 })
    expect(view.state).toMatchObject({ search: 'jug', page: 3 })
  })

  it('is as it was changed just before what is kept was read, also when that is written by then', async () => {
    expect(await openLate({ search: 'jug' })).toMatchObject({ search: 'jug' })
  })

  it('is kept at once for every connection when the window goes', async () => {
    keeps(null)
    await view.open()
    view.keep({ page: 2 })
    openConnection('other')
    await view.open()
    view.keep({ page: 9 })
    await view.flush()
    expect(main.asked('views:save').map(({ input }) => input.connectionId)).toEqual(['shop', 'other'])
    vi.runAllTimers()
    expect(main.asked('views:save')).toHaveLength(2)
  })

  it('is that of the connection that was opened last, whichever answer comes last', async () => {
    const first = view.open()
    const shop = main.last('views:get')
    openConnection('other')
    const second = view.open()
    await main.last('views:get').answer(ok({ state: { ...left, page: 9 }, saved: [], shared: [] }))
    await shop.answer(ok({ state: left, saved: [], shared: [] }))
    await Promise.all([first, second])
    expect(view.state.page).toBe(9)
  })

  it('is known at once when it was not written yet', async () => {
    keeps(left)
    await view.open()
    view.keep({ page: 3 })
    expect(await view.open()).toMatchObject({ page: 3 })
  })

  it('keeps nothing before it is open', () => {
    view.keep({ page: 3 })
    vi.runAllTimers()
    expect(main.asked('views:save')).toHaveLength(0)
  })
})

describe('the named views', () => {
  it('are written whole, in their order', async () => {
    keeps(null, [teapots])
    await view.open()
    const second = { ...teapots, id: 'b', name: 'Cups' }
    main.always('views:save-named', () => ok(null))
    await view.saveNamed([teapots, second])
    expect(view.saved).toEqual([teapots, second])
    expect(main.last('views:save-named').input).toEqual({ connectionId: 'shop', saved: [teapots, second] })
  })

  it('stay as they were when they cannot be written', async () => {
    keeps(null, [teapots])
    await view.open()
    main.always('views:save-named', () => fail('storage-failed'))
    expect((await view.saveNamed([])).ok).toBe(false)
    expect(view.saved).toEqual([teapots])
  })
})
