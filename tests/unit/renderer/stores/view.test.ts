// @vitest-environment happy-dom
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, ok } from '../../../../electron/contract/failure'
import { useView } from '../../../../renderer/stores/view'
import { sitInMainProcess, type MainProcess } from '../products/main-process'

let main: MainProcess
let view: ReturnType<typeof useView>
const fresh = { page: 1, limit: 25, scrollTop: 0 }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  main = sitInMainProcess()
  main.always('views:save', () => ok(null))
  setActivePinia(createPinia())
  view = useView()
})
afterEach(() => vi.useRealTimers())

describe('the place in a list', () => {
  it('is what was saved', async () => {
    main.always('views:get', () => ok({ page: 7, limit: 50, scrollTop: 320 }))
    expect(await view.recall('shop')).toEqual({ page: 7, limit: 50, scrollTop: 320 })
  })

  it('is the top where nothing was saved or it cannot be read', async () => {
    main.always('views:get', () => ok(null))
    expect(await view.recall('shop')).toEqual(fresh)
    main.always('views:get', () => fail('storage-failed'))
    expect(await view.recall('shop')).toEqual(fresh)
  })

  it('is the top where the saved page size is not one that is offered', async () => {
    main.always('views:get', () => ok({ page: 7, limit: 13, scrollTop: 320 }))
    expect(await view.recall('shop')).toEqual(fresh)
  })

  it('is saved once, when it has come to rest', () => {
    view.keep('shop', { page: 2, limit: 25, scrollTop: 0 })
    view.keep('shop', { page: 2, limit: 25, scrollTop: 80 })
    expect(main.asked('views:save')).toHaveLength(0)
    vi.runAllTimers()
    expect(main.asked('views:save').map(({ input }) => input)).toEqual([
      { connectionId: 'shop', view: { page: 2, limit: 25, scrollTop: 80 } }
    ])
  })

  it('is saved at once for every connection when the window goes', async () => {
    view.keep('shop', { page: 2, limit: 25, scrollTop: 0 })
    view.keep('other', { page: 9, limit: 10, scrollTop: 5 })
    await view.flush()
    expect(main.asked('views:save').map(({ input }) => input.connectionId)).toEqual(['shop', 'other'])
    vi.runAllTimers()
    expect(main.asked('views:save')).toHaveLength(2)
  })

  it('is known at once when it was not saved yet', async () => {
    view.keep('shop', { page: 3, limit: 25, scrollTop: 0 })
    expect(await view.recall('shop')).toMatchObject({ page: 3 })
    expect(main.asked('views:get')).toHaveLength(0)
  })
})
