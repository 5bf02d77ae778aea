import keytar from 'keytar'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createKeychain } from '../../../electron/credentials/keychain'
import { CredentialStore, type Keep } from '../../../electron/credentials/store'
import { canary } from '../../support/canary'
import { hasKeychain, takeKeychain } from '../../support/keyring'

describe.runIf(hasKeychain)('a keyring that is open', () => {
  let giveBack: () => Promise<void>
  beforeAll(async () => {
    giveBack = await takeKeychain()
  }, 600_000)
  afterAll(() => giveBack())

  const other = { key: 'another-key', userId: 'another-user' }
  let keptIn: Keep | null
  let origin: string | null
  beforeEach(async () => {
    keptIn = 'keychain'
    origin = null
    await keytar.deletePassword('vitrine', 'shop')
  })

  /** As after a start of the app: nothing is remembered. */
  function newStore(deadline = 5000): CredentialStore {
    return new CredentialStore({
      keychain: createKeychain({ deadline }),
      keptIn: () => keptIn,
      originOf: () => origin
    })
  }

  it('a saved key is there after a restart, in one item of one line', async () => {
    keptIn = null
    expect(await newStore().save('shop', canary, 'keychain', null)).toEqual({ ok: true, value: undefined })
    keptIn = 'keychain'
    const store = newStore()
    expect(store.state('shop')).toBe('unread')
    expect(await store.read('shop')).toEqual({ ok: true, value: canary })
    expect(store.state('shop')).toBe('keychain')
    expect(await keytar.findCredentials('vitrine')).toEqual([
      { account: 'shop', password: `{"key":"${canary.key}","userId":"${canary.userId}"}` }
    ])
  })

  it('a key that was never saved is missing, and no item is left by looking for it', async () => {
    const store = newStore()
    expect(await store.read('shop')).toMatchObject({ ok: false, failure: { code: 'credentials-missing' } })
    expect(store.state('shop')).toBe('missing')
    expect(await keytar.findCredentials('vitrine')).toEqual([])
  })

  it('a replaced key replaces the item, and a removed one leaves none', async () => {
    const store = newStore()
    await store.save('shop', canary, 'keychain', null)
    await store.save('shop', other, 'keychain', null)
    expect(await newStore().read('shop')).toEqual({ ok: true, value: other })
    expect(await store.remove('shop')).toEqual({ ok: true, value: undefined })
    expect(await keytar.getPassword('vitrine', 'shop')).toBeNull()
  })

  it('fault 72, 76: what is refused reaches the keychain in no part', async () => {
    const store = newStore()
    await store.save('shop', canary, 'keychain', null)
    for (const key of ['a\nb', 'a\u200bb', 'käy', 'x'.repeat(2561)]) {
      const saved = await store.save('shop', { ...other, key }, 'keychain', null)
      expect(saved).toMatchObject({
        ok: false,
        failure: { code: 'credentials-invalid', facts: { field: 'key' } }
      })
    }
    expect(await newStore().read('shop')).toEqual({ ok: true, value: canary })
  })

  it('a key for this session only is in no item, and missing after a restart', async () => {
    keptIn = 'session'
    const store = newStore()
    await store.save('shop', canary, 'session', null)
    expect(store.state('shop')).toBe('session')
    expect(await store.read('shop')).toEqual({ ok: true, value: canary })
    expect(await keytar.findCredentials('vitrine')).toEqual([])
    expect(await newStore().read('shop')).toMatchObject({ failure: { code: 'credentials-missing' } })
  })

  it('a key for this session is not overtaken by a read of the keychain that began before it', async () => {
    await newStore().save('shop', canary, 'keychain', null)
    const store = newStore()
    const begun = store.read('shop')
    await store.save('shop', other, 'session', null)
    await begun
    expect(store.state('shop')).toBe('session')
    expect(await store.read('shop')).toEqual({ ok: true, value: other })
  })

  it('with a key for this session an item goes too that could not be removed when it was left', async () => {
    await newStore().save('shop', canary, 'keychain', null)
    keptIn = 'session'
    const store = newStore()
    await store.save('shop', other, 'session', null)
    await store.remove('shop')
    await expect.poll(() => keytar.getPassword('vitrine', 'shop')).toBeNull()
  })

  it('fault 102: an older item is bound to its store, unless another key was saved meanwhile', async () => {
    origin = 'https://shop.example'
    const [old, bound] = [JSON.stringify(canary), JSON.stringify({ ...canary, origin })]
    await keytar.setPassword('vitrine', 'shop', old)
    expect(await newStore().read('shop')).toEqual({ ok: true, value: canary })
    await expect.poll(() => keytar.getPassword('vitrine', 'shop')).toBe(bound)

    await keytar.setPassword('vitrine', 'shop', old)
    const store = newStore()
    const read = store.read('shop')
    const saved = store.save('shop', other, 'keychain', origin)
    await Promise.all([read, saved])
    // In the line behind whatever else there is to do.
    await store.save('shop', other, 'keychain', origin)
    expect(await newStore().read('shop')).toEqual({ ok: true, value: other })
  })

  it.each(['keychain', 'session'] as const)(
    'fault 102: a key that is kept in the %s is missing for another origin, and stays where it is',
    async (keep) => {
      keptIn = keep
      origin = 'https://old.example'
      const store = newStore()
      await store.save('shop', canary, keep, 'https://new.example')
      expect(await store.read('shop')).toMatchObject({ failure: { code: 'credentials-missing' } })
      expect(store.state('shop')).toBe('missing')
      origin = 'https://new.example'
      expect(await store.read('shop')).toEqual({ ok: true, value: canary })
    }
  )

  it('the keychain is found usable', async () => {
    expect(await newStore().probe()).toEqual({ available: true })
  })

  it('fault 78: an item that is not ours to read is neither a key nor the lack of one', async () => {
    await keytar.setPassword('vitrine', 'shop', 'not JSON')
    const store = newStore()
    expect(await store.read('shop')).toMatchObject({ failure: { code: 'keychain-failed' } })
    expect(store.state('shop')).toBe('unreadable')
    expect(await keytar.getPassword('vitrine', 'shop')).toBe('not JSON')
  })
})
