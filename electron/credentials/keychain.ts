import { fail, ok, type Failure, type FailureCode, type Result } from '../contract/failure'
import type { KeychainState } from '../contract/connection'
import { createMutex } from '../async/locks'
import { withTimeout } from '../async/with-timeout'
import type keytar from 'keytar'

/**
 * What the keychains are known to say, in the words of libsecret and D-Bus (Linux), Security.framework (macOS)
 * and the credential manager (Windows). The first match counts.
 */
const sayings: [RegExp, FailureCode][] = [
  // A prompt that could not be shown, or a collection that stayed closed.
  [/locked|interaction is not allowed|collection\/\w+.*does not exist/i, 'keychain-locked'],
  [/does not exist at path/i, 'keychain-locked'],
  [/cancel|dismiss|denied|not permitted|passphrase you entered is not correct/i, 'keychain-denied'],
  [/timeout was reached|did not receive a reply|no ?reply/i, 'keychain-locked'],
  [
    /org\.freedesktop\.secrets|autolaunch|unknown or unsupported transport|could not connect|spawn|address element|was not provided/i,
    'keychain-missing'
  ]
]

/** Turns what the keychain threw into a failure; the reason is its own first line, cut to 200 characters. */
export function classifyKeychainError(error: unknown): Failure {
  const text = error instanceof Error ? error.message : ''
  const code = sayings.find(([saying]) => saying.test(text))?.[1] ?? 'keychain-failed'
  const reason = text.split('\n')[0]?.slice(0, 200) ?? ''
  return fail(code, { reason }).failure
}

/** The same failure as a state of the whole keychain. */
export function keychainStateOf({ code, facts }: Failure): KeychainState {
  const detail = facts.reason ?? ''
  switch (code) {
    case 'keychain-missing':
      return { available: false, reason: 'missing', detail }
    case 'keychain-locked':
      return { available: false, reason: 'locked', detail }
    case 'keychain-denied':
      return { available: false, reason: 'denied', detail }
    default:
      return { available: false, reason: 'failed', detail }
  }
}

/** The keychain's service name of every item of ours; the account is the connection's id. */
const service = 'vitrine'
const lockCheckAccount = 'vitrine-lock-check'

/** The part of keytar that is used. */
export type Keytar = Pick<typeof keytar, 'getPassword' | 'setPassword' | 'deletePassword' | 'findCredentials'>

/**
 * The keychain of this computer. One call runs at a time, each ends by its deadline, and every failure is a
 * `keychain-…` value (73–75). A call that is overtaken by its deadline cannot be stopped; when it ends after
 * all, what it changed is put back to `before`, since its caller was told that it failed (fault 77).
 */
export interface Keychain {
  /** null: there is no such item, as far as the keychain says; see `proveOpen`. */
  get(account: string): Promise<Result<string | null>>
  set(account: string, value: string, before: string | null): Promise<Result<null>>
  remove(account: string, before: string | null): Promise<Result<null>>
  /** All items of the app, with their secrets. */
  list(): Promise<Result<{ account: string; value: string }[]>>
  /**
   * On Linux a locked keychain says "no such item" and not "locked" when nobody answers its prompt. Writing
   * tells them apart: this writes and removes an item without meaning. Elsewhere it does nothing.
   */
  proveOpen(): Promise<Result<null>>
  /** Whether a call is under way: its thread would keep the process from ending (fault 97). */
  busy(): boolean
}

interface KeychainOptions {
  /** Loaded at the first call: the package is optional, and its library may be missing (fault 73). */
  load?: () => Promise<Keytar>
  /** ms for one call, waiting for its turn included. Long enough for a person to type into a prompt. */
  deadline?: number
  platform?: NodeJS.Platform
  /** A call that was given up has ended after all: what is known of the keychain may be out of date. */
  onLate?: () => void
}

/** A call, and how to take it back when it comes too late. */
interface Call<T> {
  work: (keytar: Keytar) => Promise<T>
  undo?: (keytar: Keytar) => Promise<unknown>
}

export function createKeychain(options: KeychainOptions = {}): Keychain {
  const { load = loadKeytar, deadline = 20_000, platform = process.platform } = options
  const mutex = createMutex()
  let underWay = 0

  async function run<T>({ work, undo }: Call<T>): Promise<Result<T>> {
    let late = false
    const isLate = (): boolean => late
    const answer = mutex.run(async () => {
      // Nobody waits for it anymore: it must not begin.
      if (isLate()) return overdue(deadline)
      underWay += 1
      try {
        const keytar = await load().catch(unloadable)
        const value = await work(keytar)
        if (isLate()) await undo?.(keytar)
        return ok(value)
      } catch (error) {
        return { ok: false as const, failure: classifyKeychainError(error) }
      } finally {
        underWay -= 1
        if (isLate()) options.onLate?.()
      }
    })
    return withTimeout(answer, deadline, () => {
      late = true
      return overdue(deadline)
    })
  }

  const putBack = (account: string, before: string | null) => (keytar: Keytar) =>
    before === null ? keytar.deletePassword(service, account) : keytar.setPassword(service, account, before)

  return {
    get: (account) => run({ work: (keytar) => keytar.getPassword(service, account) }),
    set: (account, value, before) =>
      run({
        work: (keytar) => keytar.setPassword(service, account, value).then(() => null),
        undo: putBack(account, before)
      }),
    remove: (account, before) =>
      run({
        work: (keytar) => keytar.deletePassword(service, account).then(() => null),
        undo: putBack(account, before)
      }),
    list: () =>
      run({
        work: async (keytar) => {
          const found = await keytar.findCredentials(service)
          return found.map(({ account, password }) => ({ account, value: password }))
        }
      }),
    proveOpen() {
      if (platform !== 'linux') return Promise.resolve(ok(null))
      return run({
        work: async (keytar) => {
          await keytar.setPassword(service, lockCheckAccount, 'open')
          await keytar.deletePassword(service, lockCheckAccount)
          return null
        }
      })
    },
    busy: () => underWay > 0
  }
}

async function loadKeytar(): Promise<Keytar> {
  return (await import('keytar')).default
}

function unloadable(error: unknown): never {
  const text = error instanceof Error ? error.message : 'unknown'
  throw new Error(`Could not connect: the keychain library cannot be loaded (${text})`)
}

function overdue(deadline: number): Result<never> {
  const reason = `The keychain gave no answer within ${deadline / 1000} s.`
  return fail('keychain-locked', { reason })
}
