import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKeychain } from '../../../electron/credentials/keychain'
import { CredentialStore, type Keep } from '../../../electron/credentials/store'
import { canary } from '../../support/canary'
import { startKeyring, type Keyring } from '../../support/keyring'

const other = { key: 'another-key', userId: 'another-user' }
const lockedFailure = { ok: false, failure: { code: 'keychain-locked' } }

describe.runIf(process.platform === 'linux')('a keyring that is locked', () => {
  let keyring: Keyring
  beforeAll(async () => {
    keyring = await startKeyring()
    await newStore(null).save('shop', canary, 'keychain', null)
    await keyring.lock()
  })
  afterAll(() => keyring.stop())

  function newStore(keptIn: Keep | null = 'keychain'): CredentialStore {
    return new CredentialStore({
      keychain: createKeychain({ deadline: 10_000 }),
      keptIn: () => keptIn,
      originOf: () => null
    })
  }

  it('fault 74, 78: a locked keychain is not "no key"', async () => {
    const store = newStore()
    expect(await store.read('shop')).toMatchObject(lockedFailure)
    expect(store.state('shop')).toBe('unreadable')
    expect(store.keychain()).toMatchObject({ available: false, reason: 'locked' })
    expect(await store.probe()).toMatchObject({ available: false, reason: 'locked' })
  })

  it('fault 73: a key can still be kept for this session', async () => {
    const store = newStore()
    expect(await store.save('shop', other, 'session', null)).toEqual({ ok: true, value: undefined })
    expect(await store.read('shop')).toEqual({ ok: true, value: other })
  })

  it('fault 77, 78: what could not be read is neither overwritten nor removed, and nothing new is left', async () => {
    expect(await newStore().save('shop', other, 'keychain', null)).toMatchObject(lockedFailure)
    expect(await newStore().remove('shop')).toMatchObject(lockedFailure)
    expect(await newStore(null).save('new', other, 'keychain', null)).toMatchObject(lockedFailure)
    expect(await keyring.itemsAfterLogin()).toEqual([
      { account: 'shop', password: JSON.stringify({ key: canary.key, userId: canary.userId }) }
    ])
  })
})
