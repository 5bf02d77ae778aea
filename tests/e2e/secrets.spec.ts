import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FaultyStore, ScenarioName } from '../support/faulty-store'
import { connectTo, entryFor, expect, needsKeychain, test } from './fixtures'
import type { App } from './support/app'
import { filesUnder, logText } from './support/files'

/** Failures of every kind that leave a trace: in the log, in a notice, in an answer. */
const bad: ScenarioName[] = [
  'key-refused',
  'user-refused',
  'forbidden',
  'redirect-elsewhere',
  'captive-page',
  'html',
  'corrupt-gzip',
  'reset',
  'items-missing',
  'ids-missing',
  'server-error'
]

test.beforeEach(needsKeychain)

test('fault 79: after a run full of failures the key is nowhere but in the keychain', async ({
  launch,
  profile,
  store
}) => {
  test.slow()
  const app = await launch({ env: { VITRINE_LOG: 'debug' } })
  const secrets = Object.values(store.credentials)
  const leaks: string[] = []
  const look = (where: string, what: string | Buffer): void => {
    if (secrets.some((secret) => what.includes(secret))) leaks.push(where)
  }
  await connectTo(app, store)
  await expect(app.tools.coverage).toHaveAttribute('data-coverage', 'complete')
  for (const scenario of bad) {
    store.scenario(scenario)
    look(`IPC results at ${scenario}`, await answers(app))
    await app.products.askAgain()
    await expect(app.products.table).toHaveAttribute('aria-busy', 'false')
    look(`page at ${scenario}`, await app.page.content())
  }
  await failedTest(app, store)
  look('page with a failed test', await app.page.evaluate(() => document.body.innerText))
  await store.goOffline()
  look('IPC results offline', await answers(app))
  look('storage of the page', await app.page.evaluate(() => JSON.stringify([localStorage, sessionStorage])))
  for (const [pid, text] of await commandLines()) look(`command line of ${pid}`, text)
  await app.close()

  look('output', app.output)
  const copied: string[] = []
  for await (const { path, bytes } of filesUnder(profile)) {
    look(path, bytes)
    if (path.startsWith(join(profile, 'connections')) && bytes.includes('Product 240')) copied.push(path)
  }
  expect(leaks).toEqual([])
  // The search is worth something only where there was something to find.
  expect(copied, 'files of the copy').not.toEqual([])
  expect(await logText(profile)).not.toBe('')
  expect(store.requests.some(({ headers }) => headers['x-api-key'] === store.credentials.key)).toBe(true)
  for (const { url, headers } of store.requests.filter(({ url }) => url.startsWith('/images/'))) {
    expect({ url, key: headers['x-api-key'], user: headers.userid, cookie: headers.cookie }).toEqual({ url })
  }
})

/** Every answer that the page can ask for, as text. */
async function answers(app: App): Promise<string> {
  return app.page.evaluate(async () => {
    const list = await window.vitrine.call('connections:list', undefined)
    if (!list.ok || list.value.activeId === null) throw new Error('No connection is active.')
    const id = list.value.activeId
    const connection = list.value.connections.find((each) => each.id === id)
    if (!connection) throw new Error('The active connection is not in the list.')
    const { name, baseUrl, apiPath, currency, locale, httpAllowed } = connection
    const draft = { name, baseUrl, apiPath, currency, locale, httpAllowed }
    const bridge = window.vitrine
    const all = await Promise.all([
      bridge.call('app:info', undefined),
      bridge.call('products:page', { connectionId: id, page: 1, limit: 25, from: 'store' }),
      bridge.call('products:page', { connectionId: id, page: 2, limit: 25, from: 'copy' }),
      bridge.call('connections:test', { id, draft, credentials: {} }),
      bridge.call('connections:rename', { id, name }),
      bridge.call('connections:save', { id, draft, credentials: {}, keep: 'keychain' }),
      bridge.call('connections:activate', { id }),
      bridge.call('connections:retry-keychain', undefined),
      bridge.call('views:get', { connectionId: id }),
      bridge.call('catalog:notice', { connectionId: id }),
      bridge.call('network:state', { connectionId: id }),
      bridge.call('sync:start', { connectionId: id }),
      bridge.call('sync:runs', { connectionId: id }),
      bridge.call('connection-check:run', { connectionId: id }),
      bridge.call('network:preferences', undefined),
      bridge.call('diagnostics:make', undefined)
    ])
    return JSON.stringify([list, ...all, await bridge.call('sync:state', { connectionId: id })])
  })
}

/** A test of another connection with the same key: it stays in the form's fields only. */
async function failedTest(app: App, store: FaultyStore): Promise<void> {
  store.scenario('key-refused')
  await app.sidebar.choose('Connect a store')
  await app.connect.fill(entryFor(store, { name: 'Another' }))
  await app.connect.testConnection.click()
  await expect(app.connect.message('refused this key')).toBeVisible()
}

/** What every process of this machine was started with, arguments and environment; empty where there is no /proc. */
async function commandLines(): Promise<[pid: string, text: string][]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const texts = pids.map(async (pid): Promise<[string, string]> => {
    const parts = ['cmdline', 'environ'].map((part) =>
      readFile(`/proc/${pid}/${part}`, 'utf8').catch(() => '')
    )
    return [pid, (await Promise.all(parts)).join('\n')]
  })
  return Promise.all(texts)
}
