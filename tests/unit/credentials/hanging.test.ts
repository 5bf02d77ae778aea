import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKeychain } from '../../../electron/credentials/keychain'
import { CredentialStore } from '../../../electron/credentials/store'
import { canary } from '../../support/canary'
import { startKeyring, type Keyring } from '../../support/keyring'

const other = { key: 'another-key', userId: 'another-user' }

describe.runIf(process.platform === 'linux')('a keyring that hangs', () => {
  let keyring: Keyring
  beforeAll(async () => {
    keyring = await startKeyring()
  })
  afterAll(() => keyring.stop())

  it('fault 74, 77: a keychain that hangs ends by the deadline and changes nothing later', async () => {
    const open = new CredentialStore({
      keychain: createKeychain(),
      keptIn: () => 'keychain',
      originOf: () => null
    })
    expect(await open.save('shop', canary, 'keychain', null)).toMatchObject({ ok: true })

    keyring.freeze()
    const late = Promise.withResolvers<undefined>()
    const keychain = createKeychain({ deadline: 300, onLate: () => late.resolve(undefined) })
    const store = new CredentialStore({ keychain, keptIn: () => 'keychain', originOf: () => null })
    const answers = await Promise.all([store.read('shop'), store.save('shop', other, 'keychain', null)])
    for (const answer of answers) expect(answer).toMatchObject({ failure: { code: 'keychain-locked' } })
    expect(store.state('shop')).toBe('unreadable')
    expect(keychain.busy()).toBe(true)

    keyring.thaw()
    await late.promise
    expect(keychain.busy()).toBe(false)
    const restarted = new CredentialStore({
      keychain: createKeychain(),
      keptIn: () => 'keychain',
      originOf: () => null
    })
    expect(await restarted.read('shop')).toEqual({ ok: true, value: canary })
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
})
