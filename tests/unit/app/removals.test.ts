import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { emptyQuery } from '../../../electron/contract/empty-query'
import type { Settings } from '../../../electron/settings/schema'
import { eventually } from '../../support/eventually'
import { startFaultyStore, type FaultyStore } from '../../support/faulty-store'
import { testFolder } from '../../support/folder'
import { holdOpen } from '../../support/open-files'
import { startApp, type RunningApp } from './running-app'

const note = 'What somebody wrote'

/** Connects a store and writes a note about a product of it. */
async function connect(app: RunningApp, store: FaultyStore): Promise<string> {
  const { baseUrl, apiPath, credentials } = store
  const draft = { name: 'My shop', baseUrl, apiPath, currency: 'EUR', locale: null, httpAllowed: false }
  const saved = await app.get('connections:save', { id: null, draft, credentials, keep: 'session' })
  const of = { connectionId: saved.id }
  const page = await app.get('products:page', { ...of, page: 1, limit: 25, from: 'copy' })
  await app.get('reviews:note', { ...of, productId: page.items[0]?.id ?? '', note })
  return saved.id
}

async function newStore(): Promise<FaultyStore> {
  const store = await startFaultyStore({ products: 60 })
  onTestFinished(() => store.close())
  return store
}

const settingsIn = (folder: string): Settings =>
  JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8')) as Settings

/** Until nothing of the connection is left but its reviews, which are put away. */
async function untilGone(folder: string, id: string): Promise<void> {
  await eventually(() => {
    expect(existsSync(join(folder, 'connections', id))).toBe(false)
    expect(readdirSync(join(folder, 'removed-reviews'))).toHaveLength(1)
    expect(settingsIn(folder).removals).toEqual([])
  })
}

it('fault 101: a connection whose removal a kill cut off is gone after the next start', async () => {
  const folder = testFolder()
  const app = await startApp(folder)
  const id = await connect(app, await newStore())
  await app.close()
  // As it stands there once the connection is removed, and before its files are.
  const settings = settingsIn(folder)
  const removals = settings.connections.map(({ baseUrl, apiPath }) => ({ id, baseUrl, apiPath }))
  const removed: Settings = { ...settings, connections: [], activeId: null, removals }
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(removed))
  await startApp(folder)
  await untilGone(folder, id)
})

it('fault 111: a connection that is removed while somebody has its files open is gone after a later start', async () => {
  const [folder, store] = [testFolder(), await newStore()]
  const app = await startApp(folder)
  const id = await connect(app, store)
  const letGo = ['catalog', 'reviews'].map((name) =>
    holdOpen(join(folder, 'connections', id, `${name}.sqlite`))
  )
  await app.get('connections:remove', { id })
  expect((await app.get('connections:list', undefined)).connections).toEqual([])
  await app.close()
  for (const close of letGo) close()
  const later = await startApp(folder)
  await untilGone(folder, id)
  const again = await connect(later, store)
  expect((await later.get('reviews:notice', { connectionId: again })) ?? null).toMatchObject({ kind: 'back' })
})

it('views and rules that a person set up are back when a removed store is connected again, and are in no other store', async () => {
  const [folder, store] = [testFolder(), await newStore()]
  const app = await startApp(folder)
  const id = await connect(app, store)
  const saved = [{ id: 'cheap', name: 'Cheap', productQuery: emptyQuery, watched: true }]
  const setting = { enabled: false, severity: 'hint' as const, threshold: 150 }
  await app.get('views:save-named', { connectionId: id, saved })
  await app.get('audit:configure', { connectionId: id, rule: 'name-long', setting })
  await app.get('connections:remove', { id })
  const other = await connect(app, await newStore())
  expect((await app.get('views:get', { connectionId: other })).saved).toEqual([])
  const again = await connect(app, store)
  expect((await app.get('views:get', { connectionId: again })).saved).toEqual(saved)
  expect(settingsIn(folder)).toMatchObject({
    auditRules: { [again]: { 'name-long': setting } },
    removedStores: []
  })
})

it('so are those of the demo store', async () => {
  const app = await startApp(testFolder())
  const { id } = await app.get('demo:open', undefined)
  const saved = [{ id: 'cheap', name: 'Cheap', productQuery: emptyQuery, watched: false }]
  await app.get('views:save-named', { connectionId: id, saved })
  await app.get('connections:remove', { id })
  await app.get('demo:open', undefined)
  expect((await app.get('views:get', { connectionId: id })).saved).toEqual(saved)
})

it('fault 100: reviews of a connection that no settings know are back when its store is connected again', async () => {
  const [folder, store] = [testFolder(), await newStore()]
  const app = await startApp(folder)
  const lost = await connect(app, store)
  await app.close()
  for (const name of ['settings.json', 'settings.backup.json']) rmSync(join(folder, name))
  const again = await startApp(folder)
  await eventually(() => expect(readdirSync(join(folder, 'removed-reviews'))).toHaveLength(1))
  expect(existsSync(join(folder, 'connections', lost, 'reviews.sqlite'))).toBe(false)
  const { baseUrl, apiPath, credentials } = store
  const draft = { name: 'My shop', baseUrl, apiPath, currency: 'EUR', locale: null, httpAllowed: false }
  const { id } = await again.get('connections:save', { id: null, draft, credentials, keep: 'session' })
  const page = await again.get('products:page', { connectionId: id, page: 1, limit: 25, from: 'copy' })
  const place = { connectionId: id, productId: page.items[0]?.id ?? '' }
  expect(await again.get('reviews:of', place)).toMatchObject({ note })
})

it('fault 100: a folder that does not say which store it is of stays where it is', async () => {
  const folder = testFolder()
  const app = await startApp(folder)
  const id = await connect(app, await newStore())
  await app.close()
  for (const name of ['settings.json', 'settings.backup.json']) rmSync(join(folder, name))
  rmSync(join(folder, 'connections', id, 'store.json'))
  const again = await startApp(folder)
  // Another's reviews are opened by the same thread, after those of nobody were looked for.
  await connect(again, await newStore())
  expect(existsSync(join(folder, 'connections', id, 'reviews.sqlite'))).toBe(true)
})
