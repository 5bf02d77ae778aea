import { closeSync, existsSync, openSync, readdirSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { emptyQuery } from '../../../electron/contract/empty-query'
import { viewStateSchema } from '../../../electron/contract/view'
import { eventually } from '../../support/eventually'
import { startFaultyStore, type FaultyStore } from '../../support/faulty-store'
import { testFolder } from '../../support/folder'
import { startApp, type RunningApp } from './running-app'

/** Overwrites a part of a closed copy, where its products are: what is read when it is opened is sound. */
function damage(file: string): void {
  const pages = Math.floor(statSync(file).size / 8192)
  const handle = openSync(file, 'r+')
  writeSync(
    handle,
    Buffer.alloc(Math.floor(pages * 0.2) * 8192, 0xa5),
    0,
    undefined,
    Math.floor(pages * 0.4) * 8192
  )
  closeSync(handle)
}

async function newStore(products = 60): Promise<FaultyStore> {
  const store = await startFaultyStore({ products })
  onTestFinished(() => store.close())
  return store
}

/** Connects a store, its key for this session only, or gives the key of one that is `known`. */
async function connect(
  app: RunningApp,
  store: FaultyStore,
  known: string | null = null
): Promise<{ connectionId: string }> {
  const { baseUrl, apiPath, credentials } = store
  const draft = { name: 'My shop', baseUrl, apiPath, currency: 'EUR', locale: null, httpAllowed: false }
  const { id } = await app.get('connections:save', { id: known, draft, credentials, keep: 'session' })
  return { connectionId: id }
}

const synced = (app: RunningApp, of: { connectionId: string }, run = 1): Promise<void> =>
  eventually(async () => {
    const { phase, last } = await app.get('sync:state', of)
    expect([phase, last?.run]).toEqual(['idle', run])
  })

const firstPage = { page: 1, limit: 25, from: 'copy' as const }

describe('the catalog of a connected store', () => {
  it('is read whole by itself after connecting, and covers the list then', async () => {
    const app = await startApp(testFolder())
    const of = await connect(app, await newStore(240))
    await synced(app, of)
    expect((await app.get('sync:state', of)).last).toMatchObject({ outcome: 'complete', here: 240 })
    const page = await app.get('products:page', { ...of, ...firstPage, page: 10 })
    expect(page).toMatchObject({ fromCopy: true, coverage: { here: 240, total: 240, state: 'complete' } })
    expect(await app.get('sync:runs', of)).toMatchObject([{ run: 1, outcome: 'complete' }])
  })

  it('fault 2: is there without the store after a restart, in every size, with no failure in the way', async () => {
    const [folder, store] = [testFolder(), await newStore(240)]
    const app = await startApp(folder)
    const of = await connect(app, store)
    await synced(app, of)
    await app.close()
    await store.goOffline()
    const restarted = await startApp(folder)
    const page = await restarted.get('products:page', { ...of, ...firstPage, page: 2, limit: 100 })
    expect(page).toMatchObject({ fromCopy: true, staleBecause: null, coverage: { state: 'complete' } })
    expect(page.items).toHaveLength(100)
  })

  it('is synced when the person says so, and as often as they want from then on', async () => {
    const [folder, store] = [testFolder(), await newStore()]
    const app = await startApp(folder)
    const of = await connect(app, store)
    await synced(app, of)
    expect((await app.get('sync:state', of)).schedule).toBe('hourly')
    await app.get('sync:schedule', { ...of, schedule: 'off' })
    store.shelf.removed.add(7)
    await app.get('sync:start', of)
    await synced(app, of, 2)
    expect((await app.get('sync:state', of)).last).toMatchObject({ gone: 1 })
    await app.close()
    const restarted = await startApp(folder)
    expect(await restarted.get('sync:state', of)).toMatchObject({ schedule: 'off', nextAt: null })
  })

  it('of the demo stays over a restart, and nothing in it looks changed though its port is another', async () => {
    const folder = testFolder()
    const app = await startApp(folder, true)
    const { id, baseUrl } = await app.get('demo:open', undefined)
    const of = { connectionId: id }
    await synced(app, of)
    await app.close()
    const restarted = await startApp(folder)
    const { connections } = await restarted.get('connections:list', undefined)
    expect(connections[0]?.baseUrl).not.toBe(baseUrl)
    const page = await restarted.get('products:page', { ...of, ...firstPage, page: 40 })
    expect(page).toMatchObject({ fromCopy: true, coverage: { state: 'complete' } })
    await restarted.get('sync:start', of)
    await synced(restarted, of, 2)
    const { last } = await restarted.get('sync:state', of)
    expect(last).toMatchObject({ outcome: 'complete', added: 0, changed: 0, gone: 0 })
  })

  it('goes with its connection, views and schedule too', async () => {
    const folder = testFolder()
    const app = await startApp(folder)
    const of = await connect(app, await newStore())
    await synced(app, of)
    const copy = join(folder, 'connections', of.connectionId, 'catalog.sqlite')
    expect(existsSync(copy)).toBe(true)
    await app.get('views:save-named', {
      ...of,
      saved: [{ id: 'all', name: 'All', productQuery: emptyQuery }]
    })
    await app.get('sync:schedule', { ...of, schedule: 'daily' })
    await app.get('connections:remove', { id: of.connectionId })
    expect(existsSync(copy)).toBe(false)
    expect(await app.get('views:get', of)).toEqual({ state: null, saved: [], shared: [] })
    const unknown = { failure: { code: 'connection-unknown' } }
    expect(await app.call('sync:start', of)).toMatchObject(unknown)
    expect(await app.call('sync:runs', of)).toMatchObject(unknown)
    expect(await app.call('products:page', { ...of, ...firstPage })).toMatchObject(unknown)
  })

  it('of another address is another one: the old copy is gone before the new list is read', async () => {
    const [store, other] = [await newStore(60), await newStore(10)]
    const app = await startApp(testFolder())
    const of = await connect(app, store)
    await synced(app, of)
    const { baseUrl, apiPath, credentials } = other
    const draft = { name: 'My shop', baseUrl, apiPath, currency: null, locale: null, httpAllowed: false }
    await app.get('connections:save', { id: of.connectionId, draft, credentials, keep: 'session' })
    expect(await app.get('products:page', { ...of, ...firstPage })).toMatchObject({ totalItems: 10 })
    await synced(app, of)
    expect((await app.get('sync:state', of)).last).toMatchObject({ here: 10, gone: 0 })
  })

  it('gets ready to be searched, and is searched as before', async () => {
    const app = await startApp(testFolder())
    const of = await connect(app, await newStore(240))
    await synced(app, of)
    expect(await app.get('catalog:warm-search', of)).toBeNull()
    const productQuery = { search: 'product 233' }
    expect(await app.get('products:page', { ...of, ...firstPage, productQuery })).toMatchObject({
      totalItems: 1
    })
  })

  it('fault 82: is built anew where its file was damaged, which is told once', async () => {
    const [folder, store] = [testFolder(), await newStore()]
    const app = await startApp(folder)
    const of = await connect(app, store)
    await synced(app, of)
    expect(await app.get('catalog:notice', of)).toBeNull()
    await app.close()
    const copies = join(folder, 'connections', of.connectionId)
    for (const file of readdirSync(copies)) writeFileSync(join(copies, file), 'not a database '.repeat(1000))
    const restarted = await startApp(folder)
    const notice = await restarted.get('catalog:notice', of)
    expect(notice).toMatchObject({ kind: 'set-aside' })
    expect(await restarted.get('catalog:notice', of)).toBeNull()
  })

  it('fault 82: is filled again by itself where the damage shows only while it is read', async () => {
    const [folder, store] = [testFolder(), await newStore(4000)]
    const app = await startApp(folder)
    const of = await connect(app, store)
    await synced(app, of)
    await app.close()
    damage(join(folder, 'connections', of.connectionId, 'catalog.sqlite'))
    const restarted = await startApp(folder)
    await connect(restarted, store, of.connectionId)
    for (let page = 1; page <= 4; page += 1) {
      await restarted.call('products:page', { ...of, ...firstPage, page, limit: 1000 })
    }
    expect(restarted.told.filter((event) => event === 'catalog:rebuilt')).toHaveLength(1)
    expect(await restarted.get('catalog:notice', of)).toMatchObject({ kind: 'set-aside' })
    // Its state tells of the run before until the next one begins.
    await eventually(async () => {
      const page = await restarted.get('products:page', { ...of, ...firstPage, page: 4, limit: 1000 })
      expect(page).toMatchObject({ coverage: { here: 4000, state: 'complete' } })
    })
  })

  it('is not made where there is no such connection', async () => {
    const folder = testFolder()
    const app = await startApp(folder)
    for (const channel of ['catalog:notice', 'catalog:warm-search'] as const) {
      expect(await app.call(channel, { connectionId: 'nobody' })).toMatchObject({
        failure: { code: 'connection-unknown' }
      })
    }
    const products = await app.call('products:of', { connectionId: 'nobody', ids: ['1'] })
    expect(products).toMatchObject({ failure: { code: 'connection-unknown' } })
    expect(existsSync(join(folder, 'connections', 'nobody'))).toBe(false)
  })
})

describe('how a list is looked at', () => {
  it('is kept for each connection, with the views that got a name', async () => {
    const [folder, store] = [testFolder(), await newStore()]
    const app = await startApp(folder)
    const of = await connect(app, store)
    const view = viewStateSchema.parse({
      page: 2,
      limit: 50,
      scrollTop: 9,
      search: 'mug',
      density: 'compact'
    })
    const productQuery = { ...emptyQuery, search: 'mug' }
    const saved = [{ id: 'cheap', name: 'Cheap', productQuery, watched: true }]
    await app.get('views:save', { ...of, view })
    await app.get('views:save-named', { ...of, saved })
    expect(await app.call('views:save-named', { connectionId: 'x', saved })).toMatchObject({
      failure: { code: 'connection-unknown' }
    })
    await app.close()
    expect(await (await startApp(folder)).get('views:get', of)).toEqual({ state: view, saved, shared: [] })
  })
})

describe('the state of the network', () => {
  it('fault 2: follows what pages and syncs meet at the store, and finds its way back', async () => {
    const store = await newStore()
    const app = await startApp(testFolder())
    const of = await connect(app, store)
    await synced(app, of)
    expect(await app.get('network:state', of)).toMatchObject({ state: 'online' })
    await store.goOffline()
    await app.get('products:page', { ...of, ...firstPage, from: 'store' })
    expect(await app.get('network:state', of)).toMatchObject({
      state: 'store-silent',
      because: { code: 'connection-refused' }
    })
    await store.comeBack()
    await eventually(async () =>
      expect(await app.get('network:state', of)).toMatchObject({ state: 'online' })
    )
  })
})
