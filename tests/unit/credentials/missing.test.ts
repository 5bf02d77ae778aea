import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKeychain, type Keytar } from '../../../electron/credentials/keychain'
import { CredentialStore } from '../../../electron/credentials/store'
import { canary } from '../../support/canary'
import { startBus } from '../../support/keyring'

const missingFailure = { ok: false, failure: { code: 'keychain-missing' } }

describe.runIf(process.platform === 'linux')('on a computer with a session bus and no keyring', () => {
  let stop: () => Promise<void>
  beforeAll(async () => {
    stop = await startBus()
  })
  afterAll(() => stop())

  it('fault 73: says that there is no keychain, saves nothing, and keeps the key for this session', async () => {
    const store = new CredentialStore({
      keychain: createKeychain(),
      keptIn: () => null,
      originOf: () => null
    })
    expect(await store.probe()).toMatchObject({ available: false, reason: 'missing' })
    expect(await store.save('shop', canary, 'keychain', null)).toMatchObject(missingFailure)
    expect(store.state('shop')).toBe('unread')
    expect(await store.save('shop', canary, 'session', null)).toMatchObject({ ok: true })
    expect(await store.read('shop')).toEqual({ ok: true, value: canary })
  })

  it('a key that cannot be removed holds its connection only as long as a person wants', async () => {
    const store = new CredentialStore({
      keychain: createKeychain(),
      keptIn: () => 'keychain',
      originOf: () => null
    })
    expect(await store.remove('shop')).toMatchObject(missingFailure)
    expect(await store.remove('shop', true)).toEqual({ ok: true, value: undefined })
    expect(store.state('shop')).toBe('unread')
  })

  it('fault 78: a key that should be there is unreadable, not missing', async () => {
    const store = new CredentialStore({
      keychain: createKeychain(),
      keptIn: () => 'keychain',
      originOf: () => null
    })
    expect(await store.read('shop')).toMatchObject(missingFailure)
    expect(store.state('shop')).toBe('unreadable')
  })
})

it('fault 73: a keychain library that cannot be loaded is a missing keychain', async () => {
  const load = (): Promise<Keytar> =>
    Promise.reject(new Error('libsecret-1.so.0: cannot open shared object file'))
  const store = new CredentialStore({
    keychain: createKeychain({ load }),
    keptIn: () => 'keychain',
    originOf: () => null
  })
  expect(await store.read('shop')).toMatchObject(missingFailure)
  expect(await store.probe()).toMatchObject({ available: false, reason: 'missing' })
})
