import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import keytar from 'keytar'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Connection, ConnectionDraft } from '../../../electron/contract/connection'
import { viewStateSchema } from '../../../electron/contract/view'
import type { ManagedConnection } from '../../../electron/settings/managed/connections'
import { secretsIn } from '../../support/canary'
import { eventually } from '../../support/eventually'
import { startFaultyStore, type FaultyStore } from '../../support/faulty-store'
import { testFolder } from '../../support/folder'
import { hasKeychain, takeKeychain } from '../../support/keyring'
import { startApp, textOf, type RunningApp } from './running-app'

describe.runIf(hasKeychain)('the connections, with an open keyring', () => {
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

  async function newStore(): Promise<FaultyStore> {
    const store = await startFaultyStore({ products: 60 })
    onTestFinished(() => store.close())
    return store
  }

  const draftOf = ({ baseUrl, apiPath }: { baseUrl: string; apiPath: string }): ConnectionDraft => ({
    name: 'My shop',
    baseUrl,
    apiPath,
    currency: 'EUR',
    locale: null,
    httpAllowed: false
  })

  function connect(
    app: RunningApp,
    store: FaultyStore,
    keep: 'keychain' | 'session' = 'keychain'
  ): Promise<Connection> {
    const { credentials } = store
    return app.get('connections:save', { id: null, draft: draftOf(store), credentials, keep })
  }

  const noViews = { state: null, saved: [], shared: [] }
  const firstPage = (connectionId: string) => ({ connectionId, page: 1, limit: 25, from: 'copy' as const })

  describe('a store that the organization has set up', () => {
    const offerOf = ({ baseUrl, apiPath }: FaultyStore): ManagedConnection => ({
      ...draftOf({ baseUrl, apiPath }),
      id: 'organisation-1',
      name: 'Main shop',
      pictureHosts: [],
      syncSchedule: 'daily',
      team: { kind: 'webdav', address: 'https://cloud.example/review', userName: '' }
    })

    it('waits for a key, and is a connection with it from then on', async () => {
      const [folder, store] = [testFolder(), await newStore()]
      const { pictureHosts, syncSchedule, team, ...draft } = offerOf(store)
      const app = await startApp(folder, false, [offerOf(store)])
      const before = await app.get('connections:list', undefined)
      expect(before).toMatchObject({ connections: [], offered: [draft], activeId: null })
      expect(pictureHosts).toEqual([])

      const { credentials } = store
      const input = { id: draft.id, draft, credentials, keep: 'keychain' } as const
      expect(await app.get('connections:test', input)).toMatchObject({ failed: null })
      await app.get('connections:save', input)
      const after = await app.get('connections:list', undefined)
      expect(after).toMatchObject({
        connections: [{ id: draft.id, name: 'Main shop', setByOrganization: true }],
        offered: [],
        activeId: draft.id
      })
      expect((await app.get('sync:state', { connectionId: draft.id })).schedule).toBe(syncSchedule)
      expect(await app.get('team:preset', { connectionId: draft.id })).toEqual(team)
      expect((await app.get('products:page', firstPage(draft.id))).totalItems).toBe(60)

      await app.get('connections:remove', { id: draft.id, leaveKey: false })
      expect(await app.get('connections:list', undefined)).toMatchObject({
        connections: [],
        offered: [draft]
      })
    })

    it('keeps its name and address, and takes the name of the file; without the file it is a person’s own', async () => {
      const [folder, store] = [testFolder(), await newStore()]
      const offer = offerOf(store)
      const app = await startApp(folder, false, [offer])
      const { credentials } = store
      const input = {
        id: offer.id,
        draft: { ...draftOf(store), name: 'Main shop' },
        keep: 'session'
      } as const
      const elsewhere = { ...input.draft, baseUrl: 'https://other.example' }
      expect(await app.call('connections:save', { ...input, draft: elsewhere, credentials })).toMatchObject({
        failure: { code: 'setting-locked', facts: { field: 'baseUrl' } }
      })
      await app.get('connections:save', { ...input, credentials })
      expect(await app.call('connections:rename', { id: offer.id, name: 'Mine' })).toMatchObject({
        failure: { code: 'setting-locked', facts: { field: 'name' } }
      })
      await app.close()

      const renamed = await startApp(folder, false, [{ ...offer, name: 'New name' }])
      expect((await renamed.get('connections:list', undefined)).connections[0]?.name).toBe('New name')
      await renamed.close()
      const alone = await startApp(folder)
      expect((await alone.get('connections:list', undefined)).connections[0]).toMatchObject({
        name: 'Main shop',
        setByOrganization: false
      })
      expect(await alone.get('connections:rename', { id: offer.id, name: 'Mine' })).toMatchObject({
        name: 'Mine'
      })
    })
  })

  describe('connecting a store', () => {
    it('saves it, shows it, and needs no key after a restart', async () => {
      const [folder, store] = [testFolder(), await newStore()]
      const app = await startApp(folder)
      expect(await app.get('connections:list', undefined)).toMatchObject({ connections: [], activeId: null })
      const saved = await connect(app, store)
      expect(saved).toEqual({
        ...draftOf(store),
        id: saved.id,
        kind: 'store',
        credential: 'keychain',
        setByOrganization: false
      })
      expect((await app.get('products:page', firstPage(saved.id))).totalItems).toBe(60)
      expect(app.told).toContain('connections:changed')

      await app.close()
      const restarted = await startApp(folder)
      const list = await restarted.get('connections:list', undefined)
      expect(list).toMatchObject({ connections: [{ ...saved, credential: 'unread' }], activeId: saved.id })
      const page = await restarted.get('products:page', { ...firstPage(saved.id), from: 'store' })
      expect(page).toMatchObject({ totalItems: 60, fromCopy: false })
      expect((await restarted.get('connections:list', undefined)).connections[0]?.credential).toBe('keychain')
    })

    it('fault 79: key and user id reach no answer, no file and no log, also when everything fails', async () => {
      const [folder, store] = [testFolder(), await newStore()]
      const app = await startApp(folder)
      const { credentials } = store
      const { id } = await connect(app, store)
      for (const scenario of [
        'key-refused',
        'html',
        'redirect-elsewhere',
        'empty-body',
        'ids-missing'
      ] as const) {
        store.scenario(scenario)
        await app.call('products:page', { ...firstPage(id), from: 'store' })
        await app.call('connections:test', { id, draft: draftOf(store), credentials })
      }
      await store.goOffline()
      await app.call('products:page', { ...firstPage(id), from: 'store' })
      const bad = { ...credentials, key: `${credentials.key}\nx` }
      await app.call('connections:save', { id, draft: draftOf(store), credentials: bad, keep: 'keychain' })
      await app.call('connections:rename', { id: credentials.key, name: credentials.userId })
      expect(app.answers()).toContain('key-refused')
      expect(secretsIn(app.answers(), credentials)).toEqual([])
      // Files come and go beside one that reads them until the app has ended.
      await app.close()
      const written = textOf(folder)
      expect(written).toContain('read a page')
      expect(secretsIn(written, credentials)).toEqual([])
    })

    it('without a key or user id nothing is saved', async () => {
      const app = await startApp(testFolder())
      const draft = draftOf({ baseUrl: 'https://shop.example', apiPath: '/api/public/products' })
      const save = (credentials: { key?: string; userId?: string }) =>
        app.call('connections:save', { id: null, draft, credentials, keep: 'keychain' })
      expect(await save({ userId: 'u' })).toMatchObject({
        failure: { code: 'credentials-missing', facts: { field: 'key' } }
      })
      expect(await save({ key: 'k', userId: ' ' })).toMatchObject({
        failure: { code: 'credentials-missing', facts: { field: 'userId' } }
      })
      expect((await app.get('connections:list', undefined)).connections).toEqual([])
      expect(await keytar.findCredentials('vitrine')).toEqual([])
    })

    it.each([
      [{ baseUrl: 'http://shop.example' }, 'baseUrl'],
      [{ baseUrl: 'https://' }, 'baseUrl'],
      [{ baseUrl: 'file:///etc' }, 'baseUrl'],
      [{ baseUrl: 'https://shop.example/api/public/products' }, 'baseUrl'],
      [{ apiPath: 'api/public/products' }, 'apiPath'],
      [{ apiPath: '.evil.example/x' }, 'apiPath'],
      [{ apiPath: '/a?b' }, 'apiPath'],
      [{ apiPath: '/a b' }, 'apiPath']
    ])('an address that the form should not have sent (%j) is refused', async (wrong, field) => {
      const app = await startApp(testFolder())
      const draft = {
        ...draftOf({ baseUrl: 'https://shop.example', apiPath: '/api/public/products' }),
        ...wrong
      }
      const credentials = { key: 'k', userId: 'u' }
      expect(
        await app.call('connections:save', { id: null, draft, credentials, keep: 'session' })
      ).toMatchObject({
        failure: { code: 'address-invalid', facts: { field } }
      })
      const { failed } = await app.get('connections:test', { id: null, draft, credentials })
      expect(failed?.step).toBe(field === 'apiPath' ? 'path' : 'address')
    })

    it('fault 73: a key for this session only is used, is nowhere else, and is missing after a restart', async () => {
      const [folder, store] = [testFolder(), await newStore()]
      const app = await startApp(folder)
      const { id } = await connect(app, store, 'session')
      expect((await app.get('products:page', firstPage(id))).items).toHaveLength(25)
      expect(await keytar.findCredentials('vitrine')).toEqual([])
      await app.close()
      const restarted = await startApp(folder)
      const page = await restarted.get('products:page', { ...firstPage(id), from: 'store' })
      expect(page).toMatchObject({ fromCopy: true, staleBecause: { code: 'credentials-missing' } })
      expect(page.items).toHaveLength(25)
      expect((await restarted.get('connections:list', undefined)).connections[0]?.credential).toBe('missing')
    })

    it('fault 81: where the settings cannot be written, no key stays behind in the keychain', async () => {
      const [folder, store] = [testFolder(), await newStore()]
      const app = await startApp(folder)
      mkdirSync(join(folder, 'settings.json'))
      const draft = draftOf(store)
      const { credentials } = store
      expect(
        await app.call('connections:save', { id: null, draft, credentials, keep: 'keychain' })
      ).toMatchObject({
        failure: { code: 'storage-failed' }
      })
      expect(await keytar.findCredentials('vitrine')).toEqual([])
      expect((await app.get('connections:list', undefined)).connections).toEqual([])
    })

    it('fault 92: damaged settings are told once', async () => {
      const folder = testFolder()
      writeFileSync(join(folder, 'settings.json'), '{')
      const app = await startApp(folder)
      const file = expect.stringMatching(/^settings\.damaged-/) as string
      const { settingsDamage } = await app.get('connections:list', undefined)
      expect(settingsDamage).toEqual({ file, outcome: 'lost' })
      expect((await app.get('connections:list', undefined)).settingsDamage).toBeNull()
    })
  })

  describe('the item in the keychain', () => {
    const newCredentials = { key: 'a-key-for-the-other-store', userId: 'a-user-of-the-other-store' }
    const itemIn = async (id: string): Promise<unknown> =>
      JSON.parse((await keytar.getPassword('vitrine', id)) ?? 'null')

    it('fault 102: names the origin that it is for', async () => {
      const [app, store] = [await startApp(testFolder()), await newStore()]
      const { id } = await connect(app, store)
      expect(await itemIn(id)).toEqual({ ...store.credentials, origin: store.baseUrl })
    })

    it('fault 102: is not sent to the old store by an app that died before the new address was saved', async () => {
      const [folder, from, to] = [testFolder(), await newStore(), await newStore()]
      const app = await startApp(folder)
      const { id } = await connect(app, from)
      const [file, before] = [join(folder, 'settings.json'), join(folder, 'before.json')]
      copyFileSync(file, before)
      await app.get('connections:save', {
        id,
        draft: draftOf(to),
        credentials: newCredentials,
        keep: 'keychain'
      })
      await app.close()
      // What is on the disk after a kill between keychain and settings.
      copyFileSync(before, file)
      const restarted = await startApp(folder)
      const asked = { ...firstPage(id), from: 'store' } as const
      const page = await restarted.call('products:page', asked)
      expect(JSON.stringify(page)).toContain('credentials-missing')
      const { connections } = await restarted.get('connections:list', undefined)
      expect(connections).toMatchObject([{ id, baseUrl: from.baseUrl, credential: 'missing' }])
      const draft = draftOf(from)
      const tested = await restarted.get('connections:test', { id, draft, credentials: {} })
      expect(tested.failed).toMatchObject({ failure: { code: 'credentials-missing' } })
      expect(JSON.stringify(from.requests)).not.toContain(newCredentials.key)

      const { credentials } = from
      await restarted.get('connections:save', { id, draft, credentials, keep: 'keychain' })
      expect((await restarted.get('products:page', asked)).fromCopy).toBe(false)
      expect(await itemIn(id)).toEqual({ ...credentials, origin: from.baseUrl })
    })

    it('fault 102: is not sent to the old store by a check of the connection that was under way', async () => {
      const [app, to] = [await startApp(testFolder()), await newStore()]
      // The check looks at the server first, which keeps it waiting; address and key change meanwhile.
      const looked = Promise.withResolvers<ServerResponse>()
      const keys: (string | string[] | undefined)[] = []
      const server = createServer((request, response) => {
        keys.push(request.headers['x-api-key'])
        if (request.method === 'HEAD') looked.resolve(response)
        else response.writeHead(503).end()
      }).listen(0, '127.0.0.1')
      onTestFinished(() => void server.close())
      await once(server, 'listening')
      const address = server.address()
      const port = typeof address === 'object' ? address?.port : undefined
      const from = { ...to, baseUrl: `http://127.0.0.1:${port}` }
      const { id } = await app.get('connections:save', {
        id: null,
        draft: draftOf(from),
        credentials: to.credentials,
        keep: 'keychain'
      })
      const checked = app.call('connection-check:run', { connectionId: id })
      const response = await looked.promise
      await app.get('connections:save', {
        id,
        draft: draftOf(to),
        credentials: newCredentials,
        keep: 'keychain'
      })
      response.end()
      expect(await checked).toMatchObject({ ok: false, failure: { code: 'cancelled' } })
      expect(keys).not.toContain(newCredentials.key)
    })

    it('fault 102: of the version before, which names no origin, is used, and names it from then on', async () => {
      const [folder, store] = [testFolder(), await newStore()]
      const app = await startApp(folder)
      const { id } = await connect(app, store)
      await app.close()
      await keytar.setPassword('vitrine', id, JSON.stringify(store.credentials))
      const restarted = await startApp(folder)
      const page = await restarted.get('products:page', { ...firstPage(id), from: 'store' })
      expect(page.fromCopy).toBe(false)
      await expect.poll(() => itemIn(id)).toEqual({ ...store.credentials, origin: store.baseUrl })
    })
  })

  describe('changing a connection', () => {
    it('with empty fields keeps the key; with one filled keeps the other', async () => {
      const [folder, store] = [testFolder(), await newStore()]
      const app = await startApp(folder)
      const { id } = await connect(app, store)
      const draft = { ...draftOf(store), name: 'Renamed', currency: null }
      const edited = await app.get('connections:save', {
        id,
        draft,
        credentials: { key: '' },
        keep: 'keychain'
      })
      expect(edited).toMatchObject({ id, name: 'Renamed', currency: null })
      await app.get('connections:save', { id, draft, credentials: { key: 'a-new-key' }, keep: 'keychain' })
      expect(await keytar.getPassword('vitrine', id)).toBe(
        JSON.stringify({ key: 'a-new-key', userId: store.credentials.userId, origin: store.baseUrl })
      )
      const page = await app.call('products:page', { ...firstPage(id), from: 'store' })
      // Where the sync has been quicker there is a copy to show with it.
      expect(page.ok ? page.value.staleBecause : page.failure).toMatchObject({ code: 'key-refused' })
    })

    it('pages of the old address are forgotten', async () => {
      const [store, other] = [await newStore(), await startFaultyStore({ products: 10 })]
      onTestFinished(() => other.close())
      const app = await startApp(testFolder())
      const { id } = await connect(app, store)
      expect((await app.get('products:page', firstPage(id))).totalItems).toBe(60)
      const { credentials } = store
      await app.get('connections:save', { id, draft: draftOf(other), credentials, keep: 'keychain' })
      expect((await app.get('products:page', firstPage(id))).totalItems).toBe(10)
    })

    it('fault 79: a saved key never goes to another host, neither by a test nor by an edit', async () => {
      const [store, elsewhere] = [await newStore(), await newStore()]
      const app = await startApp(testFolder())
      const { id } = await connect(app, store)
      const draft = draftOf(elsewhere)
      const { failed } = await app.get('connections:test', { id, draft, credentials: {} })
      expect(failed).toMatchObject({ step: 'key', failure: { code: 'credentials-missing' } })
      expect(
        await app.call('connections:save', { id, draft, credentials: {}, keep: 'keychain' })
      ).toMatchObject({
        failure: { code: 'credentials-missing', facts: { field: 'key' } }
      })
      expect(elsewhere.requests).toEqual([])
      expect((await app.get('connections:list', undefined)).connections[0]?.baseUrl).toBe(store.baseUrl)
    })

    it('fault 81: where the settings cannot be written, the old key is put back', async () => {
      const [folder, store] = [testFolder(), await newStore()]
      const app = await startApp(folder)
      const { id } = await connect(app, store)
      rmSync(join(folder, 'settings.json'))
      mkdirSync(join(folder, 'settings.json'))
      const credentials = { key: 'new', userId: 'new' }
      const changed = await app.call('connections:save', {
        id,
        draft: draftOf(store),
        credentials,
        keep: 'keychain'
      })
      expect(changed).toMatchObject({ failure: { code: 'storage-failed' } })
      const { key, userId } = store.credentials
      expect(await keytar.getPassword('vitrine', id)).toBe(
        JSON.stringify({ key, userId, origin: store.baseUrl })
      )
      expect(await app.call('connections:remove', { id })).toMatchObject({
        failure: { code: 'storage-failed' }
      })
      expect(await keytar.getPassword('vitrine', id)).toBe(
        JSON.stringify({ key, userId, origin: store.baseUrl })
      )
    })

    it('fault 81: where the settings cannot be written, a key for this session stays one', async () => {
      const [folder, store] = [testFolder(), await newStore()]
      const app = await startApp(folder)
      const { id } = await connect(app, store, 'session')
      rmSync(join(folder, 'settings.json'))
      mkdirSync(join(folder, 'settings.json'))
      const draft = draftOf(store)
      const changed = await app.call('connections:save', { id, draft, credentials: {}, keep: 'keychain' })
      expect(changed).toMatchObject({ failure: { code: 'storage-failed' } })
      expect(await keytar.getPassword('vitrine', id)).toBeNull()
      expect((await app.get('products:page', firstPage(id))).items).toHaveLength(25)
    })

    it('fault 2: pages that were seen stay there when only its name or currency changes', async () => {
      const store = await newStore()
      const app = await startApp(testFolder())
      const { id } = await connect(app, store)
      // It is shown before it is saved.
      await eventually(async () =>
        expect((await app.get('products:page', firstPage(id))).fromCopy).toBe(true)
      )
      await store.goOffline()
      const draft = { ...draftOf(store), name: 'Renamed', currency: 'USD' }
      await app.get('connections:save', { id, draft, credentials: { key: '' }, keep: 'keychain' })
      expect((await app.get('products:page', firstPage(id))).fromCopy).toBe(true)
    })

    it('fault 22: a wrong key is told at once, and the copy stays', async () => {
      const store = await newStore()
      const app = await startApp(testFolder())
      const { id } = await connect(app, store)
      const seen = await app.get('products:page', firstPage(id))
      const save = (key: string) =>
        app.get('connections:save', { id, draft: draftOf(store), credentials: { key }, keep: 'keychain' })
      await save('wrong')
      const refused = await app.get('products:page', firstPage(id))
      expect(refused).toMatchObject({ fromCopy: true, staleBecause: { code: 'key-refused' } })
      expect(refused.items.map((item) => item.id)).toEqual(seen.items.map((item) => item.id))
      await save(store.credentials.key)
      expect(await app.get('products:page', firstPage(id))).toMatchObject({
        fromCopy: false,
        staleBecause: null
      })
    })

    it('from keychain to session removes the item, and back makes one', async () => {
      const store = await newStore()
      const app = await startApp(testFolder())
      const { id } = await connect(app, store)
      const draft = draftOf(store)
      await app.get('connections:save', { id, draft, credentials: {}, keep: 'session' })
      await expect.poll(() => keytar.getPassword('vitrine', id)).toBeNull()
      expect((await app.get('products:page', { ...firstPage(id), from: 'store' })).items).toHaveLength(25)
      const back = await app.get('connections:save', { id, draft, credentials: {}, keep: 'keychain' })
      expect(back.credential).toBe('keychain')
      expect(await keytar.getPassword('vitrine', id)).not.toBeNull()
    })

    it('a new name is kept; an unknown connection cannot be changed', async () => {
      const [folder, store] = [testFolder(), await newStore()]
      const app = await startApp(folder)
      const { id } = await connect(app, store)
      expect(await app.get('connections:rename', { id, name: 'Other' })).toMatchObject({ name: 'Other' })
      await app.close()
      expect((await (await startApp(folder)).get('connections:list', undefined)).connections[0]?.name).toBe(
        'Other'
      )
      const unknown = { failure: { code: 'connection-unknown' } }
      expect(await app.call('connections:rename', { id: 'x', name: 'X' })).toMatchObject(unknown)
      expect(await app.call('connections:activate', { id: 'x' })).toMatchObject(unknown)
      expect(await app.call('connections:remove', { id: 'x' })).toMatchObject(unknown)
      expect(await app.call('connections:activate', { id: 'demo' })).toMatchObject(unknown)
    })
  })

  describe('several connections', () => {
    it('are switched and removed, each with its own key and place in the list', async () => {
      const [folder, store] = [testFolder(), await newStore()]
      const app = await startApp(folder)
      const [first, second] = [await connect(app, store), await connect(app, store)]
      expect((await app.get('connections:list', undefined)).activeId).toBe(second.id)
      await app.get('connections:activate', { id: first.id })
      const view = viewStateSchema.parse({ page: 3, limit: 50, scrollTop: 120 })
      await app.get('views:save', { connectionId: first.id, view })
      expect(await app.call('views:save', { connectionId: 'x', view })).toMatchObject({
        failure: { code: 'connection-unknown' }
      })
      await app.close()
      const restarted = await startApp(folder)
      expect((await restarted.get('connections:list', undefined)).activeId).toBe(first.id)
      expect(await restarted.get('views:get', { connectionId: first.id })).toEqual({
        state: view,
        saved: [],
        shared: []
      })
      expect(await restarted.get('views:get', { connectionId: second.id })).toEqual(noViews)

      await restarted.get('connections:remove', { id: first.id })
      const list = await restarted.get('connections:list', undefined)
      expect(list).toMatchObject({ connections: [{ id: second.id }], activeId: second.id })
      expect((await keytar.findCredentials('vitrine')).map(({ account }) => account)).toEqual([second.id])
      expect(await restarted.get('views:get', { connectionId: first.id })).toEqual(noViews)
    })
  })

  describe('Test connection', () => {
    it('tells what the first page holds, with the saved key where none is entered', async () => {
      const store = await newStore()
      const app = await startApp(testFolder())
      const { id } = await connect(app, store)
      const { failed, sample } = await app.get('connections:test', {
        id,
        draft: draftOf(store),
        credentials: {}
      })
      expect(failed).toBeNull()
      expect(sample).toMatchObject({ form: 'full', totalItems: 60 })
    })

    it('fault 22, 76: tells a refused key, a bad one, a bad user id and a missing one apart', async () => {
      const store = await newStore()
      const app = await startApp(testFolder())
      const test = async (credentials: { key?: string; userId?: string }) =>
        (await app.get('connections:test', { id: null, draft: draftOf(store), credentials })).failed
      const { key, userId } = store.credentials
      expect(await test({ key: 'wrong', userId })).toMatchObject({
        step: 'key',
        failure: { code: 'key-refused' }
      })
      expect(await test({ key: 'ä', userId })).toMatchObject({
        step: 'key',
        failure: { code: 'credentials-invalid' }
      })
      expect(await test({ key, userId: 'a\u200bb' })).toMatchObject({ step: 'user' })
      expect(await test({ key })).toMatchObject({ step: 'user', failure: { code: 'credentials-missing' } })
    })

    it('ends at once when it is cancelled, or when another begins', async () => {
      const store = await newStore()
      store.scenario('no-answer')
      const app = await startApp(testFolder())
      const input = { id: null, draft: draftOf(store), credentials: store.credentials }
      const first = app.call('connections:test', input)
      await expect.poll(() => store.pageRequests()).toBe(1)
      const second = app.call('connections:test', input)
      expect(await first).toMatchObject({ failure: { code: 'cancelled' } })
      await expect.poll(() => store.pageRequests()).toBe(2)
      await app.get('connections:cancel-test', undefined)
      expect(await second).toMatchObject({ failure: { code: 'cancelled' } })
    })
  })

  describe('the demo store', () => {
    it('opens on request, is shown again after a restart, and leaves nothing in the keychain', async () => {
      const folder = testFolder()
      const app = await startApp(folder)
      const demo = await app.get('demo:open', undefined)
      expect(demo).toMatchObject({ id: 'demo', kind: 'demo', credential: 'session' })
      expect((await app.get('products:page', firstPage('demo'))).totalItems).toBeGreaterThanOrEqual(1200)
      expect(await app.get('demo:open', undefined)).toEqual(demo)

      await app.close()
      const restarted = await startApp(folder)
      const list = await restarted.get('connections:list', undefined)
      expect(list.activeId).toBe('demo')
      expect(list.connections[0]?.baseUrl).not.toBe(demo.baseUrl)
      expect((await restarted.get('products:page', firstPage('demo'))).items).toHaveLength(25)
      expect(await keytar.findCredentials('vitrine')).toEqual([])
    })

    it('is there at once when the command line says so, and gone when it is removed', async () => {
      const app = await startApp(testFolder(), true)
      expect((await app.get('connections:list', undefined)).activeId).toBe('demo')
      await app.get('connections:remove', { id: 'demo' })
      expect(await app.get('connections:list', undefined)).toMatchObject({ connections: [], activeId: null })
      expect(await app.call('products:page', firstPage('demo'))).toMatchObject({
        failure: { code: 'connection-unknown' }
      })
      expect((await app.get('demo:open', undefined)).id).toBe('demo')
    })

    it('cannot be edited or renamed', async () => {
      const app = await startApp(testFolder(), true)
      const draft = draftOf({ baseUrl: 'https://shop.example', apiPath: '/x' })
      const input = { id: 'demo', draft, credentials: { key: 'k', userId: 'u' }, keep: 'keychain' as const }
      expect(await app.call('connections:save', input)).toMatchObject({
        failure: { code: 'connection-unknown' }
      })
      expect(await app.call('connections:rename', { id: 'demo', name: 'X' })).toMatchObject({
        failure: { code: 'connection-unknown' }
      })
    })
  })

  it('the app tells what it is', async () => {
    const app = await startApp(testFolder())
    expect(await app.get('app:info', undefined)).toMatchObject({ version: '1.0.0' })
  })
})
