import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Connection, ConnectionDraft, Credentials } from '../../../electron/contract/connection'
import { startFaultyStore, type FaultyStore } from '../../support/faulty-store'
import { testFolder } from '../../support/folder'
import { startApp, type RunningApp } from '../app/running-app'

// All keys are kept for the session, so that no keychain is needed.
const keep = 'session' as const

async function newStore(): Promise<FaultyStore> {
  const store = await startFaultyStore({ products: 60 })
  onTestFinished(() => store.close())
  return store
}

const draftOf = ({ baseUrl, apiPath }: FaultyStore): ConnectionDraft => ({
  name: 'My shop',
  baseUrl,
  apiPath,
  currency: null,
  locale: null,
  httpAllowed: false
})

function connect(app: RunningApp, store: FaultyStore): Promise<Connection> {
  return app.get('connections:save', {
    id: null,
    draft: draftOf(store),
    credentials: store.credentials,
    keep
  })
}

const newKey: Credentials = { key: 'a-key-for-the-other-store', userId: 'a-user-of-the-other-store' }

/** Whether the store was ever sent the key of the other one. */
function sawNewKey(store: FaultyStore): boolean {
  return JSON.stringify(store.requests).includes(newKey.key)
}

describe('while a connection moves to another store with another key', () => {
  it('fault 79: a page that is asked for meanwhile does not take the new key to the old store', async () => {
    const [from, to] = [await newStore(), await newStore()]
    const app = await startApp(testFolder())
    const { id } = await connect(app, from)
    const saved = app.call('connections:save', { id, draft: draftOf(to), credentials: newKey, keep })
    await nextTurn()
    const page = app.call('products:page', { connectionId: id, page: 1, limit: 25, from: 'store' })
    expect(await saved).toMatchObject({ ok: true, value: { baseUrl: to.baseUrl } })
    await page
    expect(sawNewKey(from)).toBe(false)
  })

  it('fault 79: nor does a test of the old address', async () => {
    const [from, to] = [await newStore(), await newStore()]
    const app = await startApp(testFolder())
    const { id } = await connect(app, from)
    const saved = app.call('connections:save', { id, draft: draftOf(to), credentials: newKey, keep })
    await nextTurn()
    const tested = app.get('connections:test', { id, draft: draftOf(from), credentials: {} })
    await saved
    expect((await tested).failed).toMatchObject({ failure: { code: 'credentials-missing' } })
    expect(sawNewKey(from)).toBe(false)
  })
})

describe('two changes of one connection at once', () => {
  it('a connection that is removed does not come back by an edit that was under way', async () => {
    const store = await newStore()
    const app = await startApp(testFolder())
    const { id } = await connect(app, store)
    const removed = app.call('connections:remove', { id })
    const edited = app.call('connections:save', { id, draft: draftOf(store), credentials: {}, keep })
    const renamed = app.call('connections:rename', { id, name: 'Other' })
    expect(await removed).toEqual({ ok: true, value: null })
    const unknown = { failure: { code: 'connection-unknown' } }
    expect(await edited).toMatchObject(unknown)
    expect(await renamed).toMatchObject(unknown)
    expect((await app.get('connections:list', undefined)).connections).toEqual([])
  })

  it('the demo store that is opened while it is being removed is there', async () => {
    const app = await startApp(testFolder(), true)
    await app.get('connections:list', undefined)
    const removed = app.call('connections:remove', { id: 'demo' })
    const opened = app.call('demo:open', undefined)
    expect(await removed).toMatchObject({ ok: true })
    expect(await opened).toMatchObject({ ok: true })
    expect((await app.get('connections:list', undefined)).activeId).toBe('demo')
    const page = await app.get('products:page', { connectionId: 'demo', page: 1, limit: 25, from: 'store' })
    expect(page.items).toHaveLength(25)
  })
})
