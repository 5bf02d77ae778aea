import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createStoreClient } from '../../../electron/api/store-client'
import { composeCatalogAndSync, type CatalogAndSync } from '../../../electron/app/catalog-and-sync'
import { ok } from '../../../electron/contract/failure'
import { productQuerySchema } from '../../../electron/contract/product-query'
import { createLog } from '../../../electron/log/log'
import { loadSettings } from '../../../electron/settings/load'
import { SettingsStore } from '../../../electron/settings/settings'
import { eventually } from '../../support/eventually'
import { copyThreads } from '../../support/threads'
import { startFaultyStore, type FaultyStore } from '../../support/faulty-store'
import { testFolder } from '../../support/folder'
import { preferencesIn } from '../../support/preferences'

/** The parts with one connection, `shop`, to the store that `storeOf` says. */
async function compose(storeOf: () => FaultyStore): Promise<CatalogAndSync> {
  const folder = testFolder()
  const path = join(folder, 'settings.json')
  const log = createLog({ folder: join(folder, 'logs') })
  const client = createStoreClient({ resolveProxy: () => Promise.resolve('DIRECT'), log })
  const settings = new SettingsStore(path, await loadSettings(path))
  const parts = composeCatalogAndSync({
    ...copyThreads(),
    isKnown: () => true,
    connectionIds: () => ['shop'],
    findingFacts: () => Promise.resolve([]),
    storeOf: () => storeOf().baseUrl,
    firstScheduleOf: () => undefined,
    connectionsFolder: join(folder, 'connections'),
    addressOf: () => storeOf(),
    credentialsOf: () => Promise.resolve(ok(storeOf().credentials)),
    client,
    settings,
    preferences: preferencesIn(settings),
    registerPicture: () => ({ token: 'A'.repeat(43), host: '' }),
    isOnline: () => true,
    onChange: () => undefined,
    onRebuilt: () => undefined,
    onSync: () => undefined,
    onNetwork: () => undefined,
    log
  })
  onTestFinished(async () => {
    await parts.close()
    client.close()
  })
  return parts
}

async function newStore(products: number): Promise<FaultyStore> {
  const store = await startFaultyStore({ products })
  onTestFinished(() => store.close())
  return store
}

it('fault 28: a wait that the store asks of a page holds for the sync, and the other way round', async () => {
  const emptyQuery = productQuerySchema.parse({})
  for (const isSyncFirst of [false, true]) {
    const store = await newStore(30)
    const parts = await compose(() => store)
    const question = {
      connectionId: 'shop',
      page: 1,
      limit: 25,
      productQuery: emptyQuery,
      from: 'store'
    } as const
    const because = { code: 'rate-limited', facts: { status: 429 } }
    const isWaiting = (): Promise<void> =>
      eventually(() => expect(parts.sync.syncs.state('shop')).toMatchObject({ phase: 'waiting', because }))
    // The first question is answered so, whatever it is; any other would be answered well.
    store.scenario('rate-limited-year')
    parts.sync.syncs.start('shop')
    if (isSyncFirst) await isWaiting()
    else parts.sync.syncs.pause('shop')
    expect(await parts.catalog.products.page(question)).toMatchObject({ failure: because })
    parts.sync.syncs.resume('shop')
    await isWaiting()
    expect(store.pageRequests()).toBe(1)
  }
})

it('a connection that is being led to another store is not synced before its old copy is gone', async () => {
  const [old, other] = [await newStore(30), await newStore(10)]
  let store = old
  const parts = await compose(() => store)
  const lastOf = (): unknown => parts.sync.syncs.state('shop').last?.here
  parts.follow(['shop'], 'shop')
  await eventually(() => expect(lastOf()).toBe(30))
  store = other
  const gone = parts.forget('shop')
  // Something else about the list of connections changes meanwhile.
  parts.follow(['shop'], 'shop')
  await gone
  parts.follow(['shop'], 'shop')
  await eventually(() => expect(lastOf()).toBe(10))
  expect(parts.sync.syncs.state('shop')).toMatchObject({
    phase: 'idle',
    last: { run: 1, outcome: 'complete' }
  })
})
