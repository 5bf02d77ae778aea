import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { StorePage } from '../../../electron/api/types'
import { createTestedPage } from '../../../electron/connections/tester'
import type { Connection, ConnectionDraft } from '../../../electron/contract/connection'
import { startFaultyStore, type FaultyStore } from '../../support/faulty-store'
import { testFolder } from '../../support/folder'
import { eventually } from '../../support/eventually'
import { ids, idsOf } from '../catalog/bench'
import { startApp, type RunningApp } from '../app/running-app'

// All keys are kept for the session, so that no keychain is needed.
const keep = 'session' as const

async function newStore(): Promise<FaultyStore> {
  const store = await startFaultyStore({ products: 60 })
  onTestFinished(() => store.close())
  return store
}

const draftOf = ({ baseUrl, apiPath }: Pick<FaultyStore, 'baseUrl' | 'apiPath'>): ConnectionDraft => ({
  name: 'My shop',
  baseUrl,
  apiPath,
  currency: null,
  locale: null,
  httpAllowed: false
})

type Given = Pick<FaultyStore, 'baseUrl' | 'apiPath' | 'credentials'>

/** Tests what stands in the form; the test must go well. */
async function test(app: RunningApp, store: Given, id: string | null = null): Promise<void> {
  const { credentials } = store
  const tested = await app.get('connections:test', { id, draft: draftOf(store), credentials })
  expect(tested.failed).toBeNull()
}

function save(app: RunningApp, store: Given, id: string | null = null): Promise<Connection> {
  const { credentials } = store
  return app.get('connections:save', { id, draft: draftOf(store), credentials, keep })
}

const firstPage = (connectionId: string) => ({ connectionId, page: 1, limit: 25, from: 'copy' as const })

/** The first page's ids, from the copy; empty where it has none and the store, which is away, was asked in vain. */
async function held(app: RunningApp, connectionId: string): Promise<string[]> {
  const page = await app.call('products:page', firstPage(connectionId))
  return page.ok ? idsOf(page.value) : []
}

describe('the page that a test of a connection reads', () => {
  it('is there as soon as the connection is saved, also when the store is gone by then', async () => {
    const [app, store] = [await startApp(testFolder()), await newStore()]
    await test(app, store)
    await store.goOffline()
    const begun = performance.now()
    const { id } = await save(app, store)
    const isPrompt = performance.now() - begun < 1000
    const read = () => app.get('products:page', firstPage(id))
    // Save waits for the disk no longer than a second: a busy machine may need more.
    const page = await (isPrompt ? read() : eventually(read))
    expect(idsOf(page)).toEqual(ids(1, 25))
    expect(page).toMatchObject({ fromCopy: true, staleBecause: null, totalItems: 60 })
    expect(page.coverage).toMatchObject({ here: 25, total: 60, state: 'partial' })
  })

  it('goes into the copy of a connection that is saved already', async () => {
    const [app, store] = [await startApp(testFolder()), await newStore()]
    const { id } = await save(app, store)
    await eventually(async () => {
      const { phase, last } = await app.get('sync:state', { connectionId: id })
      expect([phase, last?.outcome]).toEqual(['idle', 'complete'])
    })
    store.shelf.edits.set(1, { name: 'Another name' })
    await test(app, store, id)
    await eventually(async () => {
      const { items } = await app.get('products:page', firstPage(id))
      expect(items[0]?.name).toBe('Another name')
    })
  })

  it('is not of a connection with another address, path, user id or key', async () => {
    const [app, store, other] = [await startApp(testFolder()), await newStore(), await newStore()]
    const wrong = { ...store.credentials, key: 'another-key' }
    const others: Given[] = [
      { ...store, baseUrl: other.baseUrl },
      { ...store, apiPath: '/api/landing/public/products' },
      { ...store, credentials: { ...store.credentials, userId: 'another-user' } },
      { ...store, credentials: wrong }
    ]
    await other.goOffline()
    for (const given of others) {
      await store.comeBack().catch(() => undefined)
      await test(app, store)
      await store.goOffline()
      expect(await held(app, (await save(app, given)).id), JSON.stringify(given)).toEqual([])
      // What was not taken then is not taken later either.
      expect(await held(app, (await save(app, store)).id), JSON.stringify(given)).toEqual([])
    }
  })

  it('that was tested in another form is not taken, though all is the same', async () => {
    const [app, store] = [await startApp(testFolder()), await newStore()]
    const { id } = await save(app, { ...store, baseUrl: `http://localhost:${store.port}` })
    await test(app, store, id)
    await store.goOffline()
    expect(await held(app, (await save(app, store)).id)).toEqual([])
  })

  it('takes the place of what the copy held of the address before', async () => {
    const [app, from, to] = [await startApp(testFolder()), await newStore(), await newStore()]
    const { id } = await save(app, from)
    await app.get('products:page', firstPage(id))
    to.shelf.edits.set(1, { name: 'Of the other store' })
    await test(app, to, id)
    await to.goOffline()
    await save(app, to, id)
    const page = await app.get('products:page', firstPage(id))
    expect(page.items[0]?.name).toBe('Of the other store')
    expect(page.coverage.here).toBe(25)
  })

  it('is forgotten when the form is closed or changed', async () => {
    const [app, store] = [await startApp(testFolder()), await newStore()]
    await test(app, store)
    await app.get('connections:cancel-test', undefined)
    await store.goOffline()
    expect(await held(app, (await save(app, store)).id)).toEqual([])
  })
})

describe('what is kept of a test', () => {
  afterEach(() => vi.useRealTimers())
  const tested = {
    id: null,
    store: { baseUrl: 'https://shop.example', apiPath: '/p' },
    credentials: { key: 'k', userId: 'u' }
  }
  const page: StorePage = {
    form: 'full',
    page: 1,
    limit: 25,
    pageSize: 25,
    items: [],
    setAside: [],
    totalItems: 0,
    totalPages: 0,
    oddities: []
  }

  it('goes after five minutes', () => {
    vi.useFakeTimers()
    const kept = createTestedPage()
    kept.keep(tested, page)
    vi.advanceTimersByTime(5 * 60_000 - 1)
    expect(kept.mayFit(tested)).toBe(true)
    vi.advanceTimersByTime(1)
    expect(kept.mayFit(tested)).toBe(false)
    expect(kept.take(tested)).toBeNull()
  })

  it('is given once', () => {
    const kept = createTestedPage()
    kept.keep(tested, page)
    expect(kept.take({ ...tested, credentials: { key: 'other', userId: 'u' } })).toBeNull()
    expect(kept.take(tested)?.page).toBe(page)
    expect(kept.take(tested)).toBeNull()
  })
})
