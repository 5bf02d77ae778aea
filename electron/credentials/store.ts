import type { Credentials, CredentialState, KeychainState, LostKey } from '../contract/connection'
import { fail, ok, type Failure, type Result } from '../contract/failure'
import { checkCredentials } from './check'
import { keychainStateOf, type Keychain } from './keychain'
import { teamAccount } from './team-secrets'
import { credentialsIn, itemOf, mayGoTo, createItems, type BoundCredentials, type Items } from './key-items'

/** Holds values for a while after their last use, then drops them by itself. */
interface ShortMemory<T> {
  get(name: string): T | null
  set(name: string, value: T): void
  delete(name: string): void
}

/** @param lifetime ms since a value was last set or asked for */
function createShortMemory<T>(lifetime: number): ShortMemory<T> {
  const held = new Map<string, { value: T; timer: NodeJS.Timeout }>()

  function drop(name: string): void {
    clearTimeout(held.get(name)?.timer)
    held.delete(name)
  }
  function set(name: string, value: T): void {
    drop(name)
    held.set(name, { value, timer: setTimeout(() => drop(name), lifetime).unref() })
  }
  return {
    get(name) {
      const found = held.get(name)
      found?.timer.refresh()
      return found?.value ?? null
    },
    set,
    delete: drop
  }
}

export type Keep = 'keychain' | 'session'

/** An item of the keychain, without what is secret of it. */
export type KeychainEntry = LostKey

interface CredentialStoreDeps {
  keychain: Keychain
  /** Where a connection's key is expected; null for an unknown connection. */
  keptIn: (id: string) => Keep | null
  /** Where a connection's store is now; null for an unknown connection. */
  originOf: (id: string) => string | null
  /** Told of every secret before anything else happens with it: the log's redactor. */
  onSecret?: (secret: string) => void
  /** The state of a key or of the keychain is not what it was. */
  onChange?: () => void
  platform?: NodeJS.Platform
}

/**
 * ms for which a key is remembered after its last use, so that turning pages does not ask the keychain (and on
 * some systems the person) each time.
 */
const rememberFor = 60_000
const probeAccount = 'vitrine-probe'

/** Where keys are: the keychain of this computer, or this run's memory. Nowhere else. */
export class CredentialStore {
  readonly #deps: CredentialStoreDeps
  readonly #items: Items
  readonly #session = new Map<string, BoundCredentials>()
  readonly #recent = createShortMemory<BoundCredentials>(rememberFor)
  readonly #states = new Map<string, CredentialState>()
  readonly #reading = new Map<string, Promise<Result<Credentials>>>()
  #keychainState: KeychainState = { available: true }

  constructor(deps: CredentialStoreDeps) {
    this.#deps = deps
    this.#items = createItems(deps.keychain)
  }

  /**
   * Fails with `credentials-missing`, also where what is there is for another origin than the connection's (fault 102), or with a
   * `keychain-…` code: then nothing is known, and `state` says so.
   */
  read(id: string): Promise<Result<Credentials>> {
    const entry = this.#session.get(id) ?? this.#recent.get(id)
    if (entry) return Promise.resolve(this.#fitting(id, entry))
    if (this.#deps.keptIn(id) === 'session') return Promise.resolve(this.#missing(id))
    const running = this.#reading.get(id)
    if (running) return running
    const started = this.#readItem(id).finally(() => this.#reading.delete(id))
    this.#reading.set(id, started)
    return started
  }

  /**
   * Checks, saves and reads back. A failure leaves what was saved before as it was (72, 76–78).
   *
   * @param origin for whom it is; null: for whomever the connection leads to
   */
  async save(id: string, entered: Credentials, keep: Keep, origin: string | null): Promise<Result<void>> {
    this.#learn(entered)
    const credentials = checkCredentials(entered)
    if (!credentials.ok) return credentials
    this.#learn(credentials.value)
    const bound = { credentials: credentials.value, origin }
    if (keep === 'keychain') return this.#saveItem(id, bound)
    this.#recent.delete(id)
    this.#session.set(id, bound)
    this.#setState(id, 'session')
    return ok(undefined)
  }

  /**
   * Fails when the keychain refuses; then the item stays. A `session` key is forgotten whatever the keychain says
   * to an older item of the same connection.
   *
   * @param leaveKey the keychain is not touched: its item stays
   */
  async remove(id: string, leaveKey = false): Promise<Result<void>> {
    if (this.#deps.keptIn(id) === 'session') void this.discardItem(id)
    else if (!leaveKey) {
      const removed = await this.#items.remove(id, this.#isExpected(id))
      if (!removed.ok) return this.#refused(removed.failure)
    }
    this.#session.delete(id)
    this.#recent.delete(id)
    this.#states.delete(id)
    return ok(undefined)
  }

  /** Removes an item that is not used anymore, as far as the keychain lets: nothing depends on it. */
  async discardItem(id: string): Promise<void> {
    if (this.#keychainState.available) await this.#items.remove(id, false)
  }

  /** The keys of stores in the keychain, without their secrets. Fails as the keychain does, which may show its prompt. */
  async list(): Promise<Result<KeychainEntry[]>> {
    const items = await this.#deps.keychain.list()
    if (!items.ok) return this.#refused(items.failure)
    this.#setKeychain({ available: true })
    const keys = items.value.filter(({ account }) => !account.startsWith(teamAccount))
    const entries = keys.map(({ account, value }) => {
      const bound = credentialsIn(value)
      if (bound !== null) this.#learn(bound.credentials)
      return { id: account, origin: bound?.origin ?? null }
    })
    return ok(entries)
  }

  /** Removes the item of a connection that nobody knows. Fails when the keychain refuses. */
  async removeItem(id: string): Promise<Result<null>> {
    const removed = await this.#items.remove(id, true)
    return removed.ok ? removed : this.#refused(removed.failure)
  }

  state(id: string): CredentialState {
    return this.#states.get(id) ?? 'unread'
  }

  /** As last seen, without asking. */
  keychain(): KeychainState {
    return this.#keychainState
  }

  /** Asks the keychain whether it can be used. After a lock or a refusal this may show its prompt. */
  async probe(): Promise<KeychainState> {
    const last = this.#keychainState
    const wasShut = !last.available && last.reason !== 'missing'
    const { keychain } = this.#deps
    const answer = wasShut ? await keychain.proveOpen() : await keychain.get(probeAccount)
    if (answer.ok) {
      this.#setKeychain({ available: true })
      this.reconsider()
    } else this.#refused(answer.failure)
    return this.#keychainState
  }

  /** What is known may be out of date: what could not be read counts as not read yet. */
  reconsider(): void {
    for (const [id, state] of this.#states) if (state === 'unreadable') this.#setState(id, 'unread')
  }

  async #readItem(id: string): Promise<Result<Credentials>> {
    const item = await this.#items.read(id, this.#isExpected(id))
    // Entered for this session while the keychain was asked, perhaps because it took so long.
    const entered = this.#session.get(id)
    if (entered) return this.#fitting(id, entered)
    if (!item.ok) {
      this.#setState(id, 'unreadable')
      return this.#refused(item.failure)
    }
    this.#setKeychain({ available: true })
    if (item.value === null) return this.#missing(id)
    const bound = credentialsIn(item.value)
    if (bound === null) {
      this.#setState(id, 'unreadable')
      return fail('keychain-failed', { reason: 'The saved item is not in a form that Vitrine knows.' })
    }
    this.#learn(bound.credentials)
    const fitting = this.#fitting(id, bound)
    if (!fitting.ok) return fitting
    this.#recent.set(id, { ...bound, origin: bound.origin ?? this.#deps.originOf(id) })
    this.#setState(id, 'keychain')
    this.#bind(id, item.value, bound)
    return fitting
  }

  /** Whoever is asked is the one that it was entered for: address and key are not changed in one step. */
  #fitting(id: string, bound: BoundCredentials): Result<Credentials> {
    return mayGoTo(bound, this.#deps.originOf(id)) ? ok(bound.credentials) : this.#missing(id)
  }

  /** Writes the origin into an item that names none, or one that has moved from http to https since. */
  #bind(id: string, item: string, { credentials, origin: before }: BoundCredentials): void {
    const origin = this.#deps.originOf(id)
    if (origin === null || origin === before) return
    const next = itemOf({ credentials, origin }, this.#deps.platform ?? process.platform)
    if (next.ok) void this.#items.rewrite(id, item, next.value)
  }

  async #saveItem(id: string, bound: BoundCredentials): Promise<Result<void>> {
    const item = itemOf(bound, this.#deps.platform ?? process.platform)
    if (!item.ok) return item
    const written = await this.#items.write(id, item.value, this.#isExpected(id))
    if (!written.ok) return this.#refused(written.failure)
    this.#setKeychain({ available: true })
    this.#session.delete(id)
    this.#recent.set(id, bound)
    this.#setState(id, 'keychain')
    return ok(undefined)
  }

  #isExpected(id: string): boolean {
    return this.#deps.keptIn(id) === 'keychain' && this.#states.get(id) !== 'missing'
  }

  #learn({ key, userId }: Credentials): void {
    this.#deps.onSecret?.(key)
    this.#deps.onSecret?.(userId)
  }

  #missing(id: string): Result<never> {
    this.#setState(id, 'missing')
    return fail('credentials-missing')
  }

  #refused(failure: Failure): Result<never> {
    this.#setKeychain(keychainStateOf(failure))
    return { ok: false, failure }
  }

  #setState(id: string, next: CredentialState): void {
    const changed = this.state(id) !== next
    this.#states.set(id, next)
    if (changed) this.#deps.onChange?.()
  }

  #setKeychain(next: KeychainState): void {
    const changed = JSON.stringify(next) !== JSON.stringify(this.#keychainState)
    this.#keychainState = next
    if (changed) this.#deps.onChange?.()
  }
}
