import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startFaultyStore } from '../../support/faulty-store'
import { testFolder } from '../../support/folder'
import { startApp } from './running-app'

it('fault 81: a schedule that cannot be saved is refused with the reason, and does not hold either', async () => {
  const [folder, store] = [testFolder(), await startFaultyStore({ products: 60 })]
  onTestFinished(() => store.close())
  const app = await startApp(folder)
  const { baseUrl, apiPath, credentials } = store
  const name = 'My shop'
  const draft = { name, baseUrl, apiPath, currency: null, locale: null, httpAllowed: false }
  const { id } = await app.get('connections:save', { id: null, draft, credentials, keep: 'session' })
  await app.get('sync:schedule', { connectionId: id, schedule: 'daily' })
  rmSync(join(folder, 'settings.json'))
  mkdirSync(join(folder, 'settings.json'))
  const refused = await app.call('sync:schedule', { connectionId: id, schedule: 'off' })
  expect(refused).toMatchObject({ ok: false, failure: { code: 'storage-failed' } })
  expect((await app.get('sync:state', { connectionId: id })).schedule).toBe('daily')
})
