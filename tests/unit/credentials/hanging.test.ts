import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKeychain } from '../../../electron/credentials/keychain'
import { CredentialStore } from '../../../electron/credentials/store'
import { canary } from '../../support/canary'
import { startKeyring, type Keyring } from '../../support/keyring'

const other = { key: 'another-key', userId: 'another-user' }

let keyring: Keyring
beforeAll(async () => {
  keyring = await startKeyring()
})
afterAll(() => keyring.stop())

it('fault 74, 77: a keychain that hangs ends by the deadline, changes nothing later, and works when it is back', async () => {
  const late = Promise.withResolvers<undefined>()
  const keychain = createKeychain({ deadline: 300, onLate: () => late.resolve(undefined) })
  const store = new CredentialStore({ keychain, keptIn: () => 'keychain' })
  expect(await store.save('shop', canary, 'keychain')).toMatchObject({ ok: true })

  keyring.freeze()
  const patient = new CredentialStore({ keychain, keptIn: () => 'keychain' })
  const answers = await Promise.all([patient.read('shop'), patient.save('shop', other, 'keychain')])
  for (const answer of answers) expect(answer).toMatchObject({ failure: { code: 'keychain-locked' } })
  expect(patient.state('shop')).toBe('unreadable')
  expect(keychain.busy()).toBe(true)

  keyring.thaw()
  await late.promise
  expect(keychain.busy()).toBe(false)
  patient.reconsider()
  expect(patient.state('shop')).toBe('unread')
  expect(await patient.read('shop')).toEqual({ ok: true, value: canary })
})

it('fault 97: a process whose keychain hangs cannot leave in order, and can leave at once', async () => {
  keyring.freeze()
  const script = `
    require('keytar').getPassword('vitrine', 'shop')
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), 100)`
  const child = spawn(process.execPath, ['-e', script], { stdio: 'ignore' })
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  keyring.thaw()
  expect(signal).toBe('SIGKILL')
})
