import { describe, expect, it, vi } from 'vitest'
import {
  classifyKeychainError,
  keychainStateOf,
  createKeychain,
  type Keytar
} from '../../../electron/credentials/keychain'
import { CredentialStore } from '../../../electron/credentials/store'
import { canary } from '../../support/canary'
import { eventually } from '../../support/eventually'

/** A keychain in memory whose next call can be held up, refused, or made to lose what it is given. */
class NamedFakeKeytar implements Keytar {
  readonly items = new Map<string, string>()
  readonly calls: string[] = []
  before: (call: string) => Promise<void> = () => Promise.resolve()

  async getPassword(_service: string, account: string): Promise<string | null> {
    await this.#begin('get', account)
    return this.items.get(account) ?? null
  }
  async setPassword(_service: string, account: string, password: string): Promise<void> {
    await this.#begin('set', account)
    this.items.set(account, password)
  }
  async deletePassword(_service: string, account: string): Promise<boolean> {
    await this.#begin('delete', account)
    return this.items.delete(account)
  }
  async findCredentials(): Promise<{ account: string; password: string }[]> {
    await this.#begin('list', 'all')
    return [...this.items].map(([account, password]) => ({ account, password }))
  }
  async #begin(call: string, account: string): Promise<void> {
    this.calls.push(`${call} ${account}`)
    await this.before(call)
  }
}

const other = { key: 'another-key', userId: 'another-user' }
const itemText = JSON.stringify(canary)

function newStore(fake: NamedFakeKeytar, options: { deadline?: number; onLate?: () => void } = {}) {
  const keychain = createKeychain({ load: () => Promise.resolve(fake), ...options })
  return new CredentialStore({ keychain, keptIn: () => 'keychain', originOf: () => null })
}

describe('the words of the keychains', () => {
  it.each([
    ['The name org.freedesktop.secrets was not provided by any .service files', 'keychain-missing'],
    ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'keychain-missing'],
    ['Unknown or unsupported transport “foo” for address “foo:bar=1”', 'keychain-missing'],
    ['Could not connect: No such file or directory', 'keychain-missing'],
    ['The name :1.1 was not provided by any .service files', 'keychain-missing'],
    ['Cannot create an item in a locked collection', 'keychain-locked'],
    ['Object does not exist at path “/org/freedesktop/secrets/collection/login”', 'keychain-locked'],
    ['Timeout was reached', 'keychain-locked'],
    ['User interaction is not allowed.', 'keychain-locked'],
    ['User canceled the operation.', 'keychain-denied'],
    ['The prompt was dismissed', 'keychain-denied'],
    ['The user name or passphrase you entered is not correct.', 'keychain-denied'],
    ['Access is denied.', 'keychain-denied'],
    ['Something else went wrong', 'keychain-failed']
  ])('“%s” is %s', (message, code) => {
    expect(classifyKeychainError(new Error(message))).toEqual({ code, facts: { reason: message } })
  })

  it('a failure of the keychain is a state of it', () => {
    const states = ['keychain-missing', 'keychain-locked', 'keychain-denied', 'keychain-failed'] as const
    expect(states.map((code) => keychainStateOf({ code, facts: { reason: 'why' } }))).toEqual(
      ['missing', 'locked', 'denied', 'failed'].map((reason) => ({ available: false, reason, detail: 'why' }))
    )
  })

  it('what is thrown without words is a failure all the same', () => {
    expect(classifyKeychainError('odd')).toEqual({ code: 'keychain-failed', facts: { reason: '' } })
  })
})

describe('a keychain that refuses', () => {
  it('fault 75: a person who says no to the prompt is asked no second time, and nothing changes', async () => {
    const fake = new NamedFakeKeytar()
    fake.items.set('shop', itemText)
    fake.before = () => Promise.reject(new Error('User canceled the operation.'))
    const store = newStore(fake)
    expect(await store.read('shop')).toMatchObject({ failure: { code: 'keychain-denied' } })
    expect(fake.calls).toEqual(['get shop'])
    expect(store.state('shop')).toBe('unreadable')
    expect(store.keychain()).toMatchObject({ available: false, reason: 'denied' })
    expect(await store.save('shop', other, 'keychain', null)).toMatchObject({
      failure: { code: 'keychain-denied' }
    })
    expect(fake.items.get('shop')).toBe(itemText)
  })

  it('fault 77: when writing fails, the old key stays and is still used', async () => {
    const fake = new NamedFakeKeytar()
    fake.items.set('shop', itemText)
    const store = newStore(fake)
    await store.read('shop')
    fake.before = (call) => (call === 'set' ? Promise.reject(new Error('disk full')) : Promise.resolve())
    expect(await store.save('shop', other, 'keychain', null)).toMatchObject({
      failure: { code: 'keychain-failed' }
    })
    expect(fake.items.get('shop')).toBe(itemText)
    expect(await store.read('shop')).toEqual({ ok: true, value: canary })
  })

  it('fault 77: a write that the keychain forgot is noticed, and the old key is put back', async () => {
    const fake = new NamedFakeKeytar()
    fake.items.set('shop', itemText)
    fake.setPassword = async (_service, account, password) => {
      await Promise.resolve()
      fake.items.set(account, password === itemText ? itemText : 'cut off')
    }
    expect(await newStore(fake).save('shop', other, 'keychain', null)).toMatchObject({
      failure: { code: 'keychain-failed' }
    })
    expect(fake.items.get('shop')).toBe(itemText)
  })

  it('after a prompt was answered, what could not be read is read again', async () => {
    const fake = new NamedFakeKeytar()
    fake.items.set('shop', itemText)
    fake.before = () => Promise.reject(new Error('Cannot create an item in a locked collection'))
    const store = newStore(fake)
    await store.read('shop')
    fake.before = () => Promise.resolve()
    expect(await store.probe()).toEqual({ available: true })
    expect(store.state('shop')).toBe('unread')
    expect(await store.read('shop')).toEqual({ ok: true, value: canary })
  })
})

describe('a keychain that takes its time', () => {
  it('fault 74: one call is in flight at a time, and questions for the same key share one', async () => {
    const fake = new NamedFakeKeytar()
    fake.items.set('shop', itemText)
    const gate = Promise.withResolvers<undefined>()
    fake.before = () => gate.promise
    const store = newStore(fake)
    const answers = [store.read('shop'), store.read('shop'), store.read('other')]
    await eventually(() => expect(fake.calls).toEqual(['get shop']))
    gate.resolve(undefined)
    const [first, second] = await Promise.all(answers)
    expect(first).toEqual({ ok: true, value: canary })
    expect(second).toEqual(first)
    expect(fake.calls.filter((call) => call === 'get shop')).toHaveLength(1)
  })

  it('fault 74, 77: a write that ends after its deadline is taken back, since it was told to have failed', async () => {
    const fake = new NamedFakeKeytar()
    fake.items.set('shop', itemText)
    const gate = Promise.withResolvers<undefined>()
    const late = Promise.withResolvers<undefined>()
    fake.before = (call) => (call === 'set' ? gate.promise : Promise.resolve())
    const store = newStore(fake, { deadline: 30, onLate: () => late.resolve(undefined) })
    expect(await store.save('shop', other, 'keychain', null)).toMatchObject({
      failure: { code: 'keychain-locked' }
    })
    gate.resolve(undefined)
    await late.promise
    expect(fake.items.get('shop')).toBe(itemText)
  })

  it('fault 74, 77: a removal that ends after its deadline is taken back too', async () => {
    const fake = new NamedFakeKeytar()
    fake.items.set('shop', itemText)
    const gate = Promise.withResolvers<undefined>()
    const late = Promise.withResolvers<undefined>()
    fake.before = (call) => (call === 'delete' ? gate.promise : Promise.resolve())
    const store = newStore(fake, { deadline: 30, onLate: () => late.resolve(undefined) })
    expect(await store.remove('shop')).toMatchObject({ failure: { code: 'keychain-locked' } })
    gate.resolve(undefined)
    await late.promise
    expect(fake.items.get('shop')).toBe(itemText)
  })
})

describe('what is remembered', () => {
  it('a key that was used in the last minute is not asked for again; later it is', async () => {
    vi.useFakeTimers()
    try {
      const fake = new NamedFakeKeytar()
      fake.items.set('shop', itemText)
      const store = newStore(fake)
      await store.read('shop')
      await vi.advanceTimersByTimeAsync(59_000)
      await store.read('shop')
      expect(fake.calls).toEqual(['get shop'])
      await vi.advanceTimersByTimeAsync(61_000)
      await store.read('shop')
      expect(fake.calls).toEqual(['get shop', 'get shop'])
    } finally {
      vi.useRealTimers()
    }
  })

  it('fault 79: every secret is told to the log before the keychain hears of it', async () => {
    const fake = new NamedFakeKeytar()
    const told: string[] = []
    fake.before = () => {
      expect(told).toEqual(expect.arrayContaining([canary.key, canary.userId]))
      return Promise.resolve()
    }
    const keychain = createKeychain({ load: () => Promise.resolve(fake) })
    const store = new CredentialStore({
      keychain,
      keptIn: () => null,
      originOf: () => null,
      onSecret: (secret) => told.push(secret)
    })
    expect(await store.save('shop', canary, 'keychain', null)).toMatchObject({ ok: true })
  })
})
