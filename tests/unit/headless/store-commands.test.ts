import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createNotifier } from '../../../electron/async/notifier'
import { emptyQuery, noFilters } from '../../../electron/contract/empty-query'
import { fail } from '../../../electron/contract/failure'
import type { SyncState } from '../../../electron/contract/sync'
import type { HeadlessCommand, Outcome } from '../../../electron/headless'
import { syncStore } from '../../../electron/headless/store-commands'
import { startFaultyStore, type FaultyStore } from '../../support/faulty-store'
import { testFolder } from '../../support/folder'
import { startApp, type RunningApp } from '../app/running-app'

interface Desk {
  app: RunningApp
  folder: string
  store: FaultyStore
  connectionId: string
  run: (command: HeadlessCommand, signal?: AbortSignal) => Promise<Outcome>
}

/** An app that runs for commands alone, with a store of sixty products. */
async function open(): Promise<Desk> {
  const store = await startFaultyStore({ products: 60 })
  onTestFinished(() => store.close())
  const folder = testFolder()
  const app = await startApp(folder, false, [], { isForCommands: true })
  const { baseUrl, apiPath, credentials } = store
  const draft = { name: 'Corner shop', baseUrl, apiPath, currency: null, locale: null, httpAllowed: false }
  const input = { id: null, draft, credentials: { ...credentials }, keep: 'session' as const }
  const { id: connectionId } = await app.get('connections:save', input)
  return {
    app,
    folder,
    store,
    connectionId,
    run: (command, signal = new AbortController().signal) => app.runCommand(command, () => undefined, signal)
  }
}

const named = { store: 'Corner shop' }
const sync: HeadlessCommand = { name: 'sync', ...named }

it('a store is synced, checked and exported, and nothing goes on by itself besides', async () => {
  const { app, folder, store, connectionId, run } = await open()
  store.shelf.edits.set(7, { price: 0 })
  expect(await run(sync)).toMatchObject({
    status: 'done',
    error: null,
    facts: { outcome: 'complete', products: 60 }
  })
  expect((await app.get('audit:state', { connectionId })).phase).not.toBe('running')
  expect(await run({ name: 'audit', store: store.baseUrl })).toMatchObject({
    status: 'done',
    facts: { products: 60, rules: { 'price-zero': 1 } }
  })
  const filters = { ...noFilters, finding: 'price-zero' as const }
  const view = { id: 'free', name: 'Free', productQuery: { ...emptyQuery, filters }, watched: false }
  await app.get('views:save-named', { connectionId, saved: [view] })
  const out = join(folder, 'free.csv')
  const choices = await app.get('export:choices', undefined)
  expect(await run({ name: 'export', ...named, view: 'Free', out })).toMatchObject({
    status: 'done',
    facts: { file: out, rows: 1, coverage: 'complete' }
  })
  expect(readFileSync(out, 'utf8')).toContain('P-00007')
  // How a person likes their files is not changed by a command.
  expect(await app.get('export:choices', undefined)).toEqual(choices)
  expect(await run({ name: 'export', ...named, view: 'Fre', out })).toMatchObject({
    status: 'usage',
    error: { code: 'view-unknown', message: expect.stringContaining('“Free”') as string }
  })
  expect(await run({ name: 'sync', store: 'Corner' })).toMatchObject({
    status: 'usage',
    error: { code: 'store-unknown', message: expect.stringContaining('“Corner shop”') as string }
  })
})

it('what is not of the whole list says so', async () => {
  const { folder, store, run } = await open()
  Object.assign(store.shelf, { cap: 10 })
  store.shelf.broken.add(3)
  expect(await run(sync)).toMatchObject({
    status: 'partial',
    error: { code: 'unread' },
    facts: { products: 50 }
  })
  expect(await run({ name: 'audit', ...named })).toMatchObject({
    status: 'partial',
    facts: { products: 50 }
  })
  const out = join(folder, 'all.json')
  expect(await run({ name: 'export', ...named, view: null, out })).toMatchObject({
    status: 'partial',
    facts: { rows: 50, coverage: 'partial' }
  })
})

it('files of reviews are merged, and one that is none costs no other', async () => {
  const { app, folder, connectionId, run } = await open()
  await run(sync)
  const page = { connectionId, page: 1, limit: 1, from: 'copy' as const, productQuery: {} }
  const { items: products } = await app.get('products:page', page)
  await app.get('reviews:mark', { connectionId, mark: 'ignored', of: { products } })
  await app.get('reviews:share', { connectionId, of: null })
  const good = join(folder, 'shared')
  const bad = join(folder, 'bad')
  writeFileSync(bad, 'good morning')
  expect(await run({ name: 'merge', ...named, files: [good] })).toMatchObject({
    status: 'done',
    facts: { merged: [{ file: good, reviews: 1, isOtherStore: false }] }
  })
  expect(await run({ name: 'merge', ...named, files: [bad, good] })).toMatchObject({
    status: 'partial',
    error: { message: expect.stringMatching(/^bad: /) as string },
    facts: { merged: [{ file: good }], failed: [{ file: bad, code: 'input-invalid' }] }
  })
  expect(await run({ name: 'merge', ...named, files: [bad] })).toMatchObject({ status: 'failed' })
})

it('a store that refuses the key fails the command, and what was never synced cannot be checked', async () => {
  const { store, run } = await open()
  expect(await run({ name: 'audit', ...named })).toMatchObject({
    status: 'failed',
    error: { code: 'no-catalog' }
  })
  store.credentials.key = 'another'
  expect(await run(sync)).toMatchObject({ status: 'failed', error: { code: 'key-refused' } })
})

it('a sync that a person paused is left as it is, and one that is ended is no success', async () => {
  const { app, store, connectionId, run } = await open()
  store.shelf.answers = 0
  const stop = new AbortController()
  const stopped = run(sync, stop.signal)
  await expect.poll(async () => (await app.get('sync:state', { connectionId })).phase).toBe('fetching')
  stop.abort()
  expect(await stopped).toMatchObject({ status: 'failed', error: { code: 'cancelled' } })
  await app.get('sync:pause', { connectionId })
  expect(await run(sync)).toMatchObject({ status: 'busy', error: { code: 'paused' } })
})

it('a store that stays away fails the command in the end, and one that asks a person at once', async () => {
  const waiting = { phase: 'waiting', here: 0, total: null, last: null }
  const of = (changes: Partial<SyncState>): Promise<Outcome> => {
    const state = (): SyncState => ({ ...waiting, ...changes }) as SyncState
    const deps = { syncs: { state, start: state }, changed: createNotifier(), patience: 20 }
    return syncStore(deps, 'shop', () => undefined, new AbortController().signal)
  }
  expect(await of({ because: fail('unreachable', { host: 'shop.example' }).failure })).toEqual({
    status: 'failed',
    error: { code: 'unreachable', message: 'unreachable (shop.example)' },
    facts: {}
  })
  expect(await of({ phase: 'asking', because: null })).toMatchObject({
    status: 'failed',
    error: { code: 'needs-answer' }
  })
})
