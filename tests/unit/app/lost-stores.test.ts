import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import keytar from 'keytar'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Connection } from '../../../electron/contract/connection'
import { secretsIn } from '../../support/canary'
import { eventually } from '../../support/eventually'
import { startFaultyStore, type FaultyStore } from '../../support/faulty-store'
import { testFolder } from '../../support/folder'
import { hasKeychain, takeKeychain } from '../../support/keyring'
import { startApp, type RunningApp } from './running-app'
import { settingsText } from '../../../electron/settings/backup'

describe.runIf(hasKeychain)('stores that settings which were lost have left, with an open keyring', () => {
  let giveBack: () => Promise<void>
  beforeAll(async () => {
    giveBack = await takeKeychain()
  }, 600_000)
  afterAll(() => giveBack())
  beforeEach(async () => {
    for (const { account } of await keytar.findCredentials('vitrine')) {
      await keytar.deletePassword('vitrine', account)
    }
  })

  async function connect(app: RunningApp): Promise<{ store: FaultyStore; connection: Connection }> {
    const store = await startFaultyStore({ products: 60 })
    onTestFinished(() => store.close())
    const { baseUrl, apiPath, credentials } = store
    const draft = { name: 'My shop', baseUrl, apiPath, currency: 'EUR', locale: null, httpAllowed: false }
    const connection = await app.get('connections:save', { id: null, draft, credentials, keep: 'keychain' })
    return { store, connection }
  }

  /** A store with a copy and a marked product, and an app that starts without its settings. */
  async function lose(): Promise<{ app: RunningApp; store: FaultyStore; id: string; folder: string }> {
    const folder = testFolder()
    const app = await startApp(folder)
    const { store, connection } = await connect(app)
    const { id } = connection
    const { items } = await app.get('products:page', { connectionId: id, page: 1, limit: 25, from: 'store' })
    const products = items
      .slice(0, 1)
      .map((product) => ({ id: product.id, contentFingerprint: product.contentFingerprint }))
    await app.get('reviews:mark', { connectionId: id, mark: 'approved', of: { products } })
    await app.close()
    for (const name of ['settings.json', 'settings.backup.json']) rmSync(join(folder, name), { force: true })
    return { app: await startApp(folder), store, id, folder }
  }

  const unknown = { ok: false, failure: { code: 'connection-unknown' } }
  const keyOf = (id: string): Promise<string | null> => keytar.getPassword('vitrine', id)

  it('are listed with their address, without any secret', async () => {
    const { app, store, id } = await lose()
    const found = await app.get('connections:found', undefined)
    const { baseUrl, apiPath } = store
    expect(found).toEqual([{ id, baseUrl, apiPath, key: 'keychain', usedAt: expect.any(Number) }])
    expect(secretsIn(JSON.stringify(found))).toEqual([])
    expect(await app.get('connections:lost-keys', undefined)).toEqual([])
  })

  it('are connected again as they were, with their key, and are nobody’s no more', async () => {
    const { app, store, id } = await lose()
    const again = await app.get('connections:connect-found', { id })
    expect(again).toMatchObject({ id, baseUrl: store.baseUrl, apiPath: store.apiPath })
    expect(await app.get('connections:list', undefined)).toMatchObject({
      activeId: id,
      connections: [{ id }]
    })
    const page = await app.get('products:page', { connectionId: id, page: 1, limit: 25, from: 'store' })
    expect(page.items.map(({ review }) => review.state).slice(0, 2)).toEqual(['approved', 'unreviewed'])
    expect(await app.get('connections:found', undefined)).toEqual([])
    expect(await app.call('connections:connect-found', { id })).toMatchObject(unknown)
    expect(await app.call('connections:remove-found', { id })).toMatchObject(unknown)
    expect(await keyOf(id)).not.toBeNull()
  })

  it('say that their key is missing, and are connected again without it', async () => {
    const { app, id } = await lose()
    await keytar.deletePassword('vitrine', id)
    expect(await app.get('connections:found', undefined)).toMatchObject([{ id, key: 'missing' }])
    await app.get('connections:connect-found', { id })
    const page = await app.get('products:page', { connectionId: id, page: 1, limit: 25, from: 'store' })
    expect(page.staleBecause).toMatchObject({ code: 'credentials-missing' })
  })

  it('say that their key is missing where it is for another store', async () => {
    const { app, store, id } = await lose()
    const item = JSON.stringify({ ...store.credentials, origin: 'https://other.example' })
    await keytar.setPassword('vitrine', id, item)
    expect(await app.get('connections:found', undefined)).toMatchObject([
      { baseUrl: store.baseUrl, key: 'missing' }
    ])
  })

  it('are removed with their key and their copy, and stay removed', async () => {
    const { app, id, folder } = await lose()
    expect(await app.get('connections:remove-found', { id })).toBeNull()
    expect(await keyOf(id)).toBeNull()
    expect(await app.get('connections:found', undefined)).toEqual([])
    expect(existsSync(join(folder, 'connections', id))).toBe(false)
    await app.close()
    const next = await startApp(folder)
    expect(await next.get('connections:found', undefined)).toEqual([])
  })

  it('fault 100: of which only reviews and a key are left are listed, and connected where the key says its store', async () => {
    const { app, id, folder, store } = await lose()
    const place = join(folder, 'connections', id)
    for (const name of readdirSync(place)) {
      if (!name.startsWith('reviews')) rmSync(join(place, name), { recursive: true })
    }
    const [found] = await app.get('connections:found', undefined)
    expect(found).toMatchObject({ id, baseUrl: new URL(store.baseUrl).origin, key: 'keychain' })
    expect(await app.get('connections:lost-keys', undefined)).toEqual([])
    expect(await app.get('connections:remove-found', { id })).toBeNull()
    expect(await keyOf(id)).toBeNull()
    expect(await app.get('connections:found', undefined)).toEqual([])
  })

  it('of which nothing says the address can only be removed', async () => {
    const { app, id, folder } = await lose()
    await keytar.deletePassword('vitrine', id)
    rmSync(join(folder, 'connections', id, 'store.json'))
    expect(await app.get('connections:found', undefined)).toMatchObject([{ id, baseUrl: null }])
    expect(await app.call('connections:connect-found', { id })).toMatchObject(unknown)
    expect(await app.get('connections:remove-found', { id })).toBeNull()
    expect(await app.get('connections:found', undefined)).toEqual([])
  })

  it('of which nothing says the address leave their reviews where they are, and are not listed again', async () => {
    const folder = testFolder()
    const app = await startApp(folder)
    const { connection } = await connect(app)
    const { id } = connection
    await app.get('products:page', { connectionId: id, page: 1, limit: 25, from: 'store' })
    await app.get('reviews:note', { connectionId: id, productId: 'p1', note: 'Precious' })
    await app.close()
    for (const name of ['settings.json', 'settings.backup.json']) rmSync(join(folder, name), { force: true })
    rmSync(join(folder, 'connections', id, 'store.json'))
    await keytar.deletePassword('vitrine', id)
    const next = await startApp(folder)
    expect(await next.get('connections:found', undefined)).toMatchObject([{ id, baseUrl: null }])
    await next.get('connections:remove-found', { id })
    expect(await next.get('connections:found', undefined)).toEqual([])
    await next.close()
    // Windows deletes no file that the first app, which waits for its threads no longer than it may, has still open: a later start does.
    await startApp(folder)
    await eventually(() => {
      const left = readdirSync(join(folder, 'connections', id))
      expect(left).toContain('reviews.sqlite')
      expect(left.filter((name) => !name.startsWith('reviews'))).toEqual([])
    })
  })

  it('keep their key where it cannot be written down that they go', async () => {
    const { app, id, folder } = await lose()
    const file = join(folder, 'settings.json')
    rmSync(file, { force: true })
    mkdirSync(file)
    expect(await app.call('connections:remove-found', { id })).toMatchObject({ ok: false })
    expect(await keyOf(id)).not.toBeNull()
    expect(existsSync(join(folder, 'connections', id))).toBe(true)
  })

  it('are not what is connected, nor the demo, nor folders that are none of ours', async () => {
    const folder = testFolder()
    const app = await startApp(folder, true)
    const { connection } = await connect(app)
    mkdirSync(join(folder, 'connections', 'Somebody’s'), { recursive: true })
    writeFileSync(join(folder, 'connections', 'a-file'), '')
    expect(await app.get('connections:found', undefined)).toEqual([])
    expect(await app.get('connections:lost-keys', undefined)).toEqual([])
    expect(await app.call('connections:remove-found', { id: connection.id })).toMatchObject(unknown)
    expect(await keyOf(connection.id)).not.toBeNull()
  })

  it('are nobody’s to take while the settings cannot be read', async () => {
    const { app, id, folder } = await lose()
    await app.close()
    writeFileSync(join(folder, 'settings.json'), settingsText({ version: 2, connections: [] }))
    const next = await startApp(folder)
    expect(await next.get('connections:found', undefined)).toEqual([])
    expect(await next.get('connections:lost-keys', undefined)).toEqual([])
    expect(await next.call('connections:remove-found', { id })).toMatchObject(unknown)
    expect(readdirSync(join(folder, 'connections'))).toContain(id)
    expect(await keyOf(id)).not.toBeNull()
  })

  describe('keys of no store', () => {
    const item = JSON.stringify({ key: 'canary-key', userId: 'canary-user', origin: 'https://old.example' })

    it('are listed with their origin alone, and removed one by one', async () => {
      await keytar.setPassword('vitrine', 'lost-1', item)
      await keytar.setPassword('vitrine', 'lost-2', 'something else')
      const app = await startApp(testFolder())
      const { connection } = await connect(app)
      const keys = await app.get('connections:lost-keys', undefined)
      expect([...keys].sort((one, other) => one.id.localeCompare(other.id))).toEqual([
        { id: 'lost-1', origin: 'https://old.example' },
        { id: 'lost-2', origin: null }
      ])
      await app.get('connections:remove-found', { id: 'lost-1' })
      expect(await keyOf('lost-1')).toBeNull()
      expect(await app.get('connections:lost-keys', undefined)).toHaveLength(1)
      expect(await keyOf(connection.id)).not.toBeNull()
    })
  })
})
