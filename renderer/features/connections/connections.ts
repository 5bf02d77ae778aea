import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type {
  Connection,
  ConnectionList,
  FoundStore,
  KeychainState,
  LostKey,
  OfferedConnection,
  SettingsDamage
} from '../../../electron/contract/connection'
import type { Failure, Result } from '../../../electron/contract/failure'
import { call, on } from '../../bridge'
import { useOpenConnection } from '../../shared/data/open-connection'

/** Which stores are connected, which is shown, and the state of the keychain. Read anew after every change. */
export const useConnections = defineStore('connections', () => {
  const open = useOpenConnection()
  const list = shallowRef<ConnectionList | null>(null)
  const failure = shallowRef<Failure | null>(null)
  /** What became of settings that could not be read; null when there is nothing to tell. */
  const settingsDamage = shallowRef<SettingsDamage | null>(null)
  /** The store that a person asked for last, where it could not be shown, and why. */
  const notShown = shallowRef<{ id: string; failure: Failure } | null>(null)
  let latest = 0
  /** The last reading of the list that was begun. */
  let reading: Promise<void> = Promise.resolve()
  let switches = 0

  const connections = computed<Connection[]>(() => list.value?.connections ?? [])
  /** Those that the organization has set up, and that wait for a key. */
  const offered = computed(() => (list.value?.offered ?? []).map(withoutKey))
  const active = computed(() => connections.value.find((connection) => connection.id === open.id) ?? null)
  const keychain = computed<KeychainState>(() => list.value?.keychain ?? { available: true })

  /** Asks for the list; an answer that a newer question has overtaken is dropped. */
  function load(): Promise<void> {
    reading = read()
    return reading
  }

  async function read(): Promise<void> {
    const mine = ++latest
    const result = await call('connections:list', undefined)
    // Told once only, so that it counts even in an answer that is dropped.
    if (result.ok) settingsDamage.value = result.value.settingsDamage ?? settingsDamage.value
    if (mine !== latest) return
    if (!result.ok) {
      failure.value = result.failure
      return
    }
    failure.value = null
    list.value = result.value
    open.open(result.value.activeId)
  }

  /** Loads the list and follows its changes; the returned function stops following. */
  function start(): () => void {
    void load()
    return on('connections:changed', () => void load())
  }

  async function thenLoad<T>(answer: Promise<Result<T>>): Promise<Result<T>> {
    const before = latest
    const result = await answer
    // Most acts are told of before they are answered: then the list is being read already.
    await (latest === before ? load() : reading)
    return result
  }

  /** Shows another store. Says whether it is shown: otherwise the one before still is, and `notShown` tells why. */
  async function activate(id: string): Promise<boolean> {
    const mine = ++switches
    notShown.value = null
    const result = await thenLoad(call('connections:activate', { id }))
    // What was chosen since has an answer of its own.
    if (mine !== switches) return false
    const because = result.ok ? failure.value : result.failure
    notShown.value = because && { id, failure: because }
    return because === null
  }

  return {
    list,
    failure,
    notShown,
    settingsDamage,
    connections,
    offered,
    active,
    keychain,
    load,
    start,
    /** A connection, or one that waits for its first key. */
    find: (id: string) =>
      [...connections.value, ...offered.value].find((connection) => connection.id === id) ?? null,
    isOffered: (id: string) => offered.value.some((offer) => offer.id === id),
    activate,
    rename: (id: string, name: string) => thenLoad(call('connections:rename', { id, name })),
    remove: (id: string, leaveKey: boolean) => thenLoad(call('connections:remove', { id, leaveKey })),
    retryKeychain: () => thenLoad(call('connections:retry-keychain', undefined)),
    openDemo: () => thenLoad(call('demo:open', undefined)),
    forgetNotShown: () => {
      notShown.value = null
    },
    forgetSettingsNotice: () => {
      settingsDamage.value = null
    }
  }
})

/** A store of the organization's as a connection that lacks its key. */
function withoutKey(offer: OfferedConnection): Connection {
  return { ...offer, kind: 'store', credential: 'missing', setByOrganization: true }
}

/** What settings that were lost have left on this computer: stores, and keys of which nobody knows the store. */
export const useLostStores = defineStore('lost-stores', () => {
  const stores = shallowRef<FoundStore[]>([])
  /** Why nobody could look for stores. */
  const failure = shallowRef<Failure | null>(null)
  /** null: nobody has looked for them yet. */
  const keys = shallowRef<LostKey[] | null>(null)
  /** Why the keychain could not be looked through. */
  const keysFailure = shallowRef<Failure | null>(null)

  async function load(): Promise<void> {
    const found = await call('connections:found', undefined)
    failure.value = found.ok ? null : found.failure
    if (found.ok) stores.value = found.value
  }

  async function loadKeys(): Promise<void> {
    const found = await call('connections:lost-keys', undefined)
    keysFailure.value = found.ok ? null : found.failure
    if (found.ok) keys.value = found.value
  }

  /** Says whether it is connected now; otherwise why not. */
  async function connect(id: string): Promise<Result<unknown>> {
    const connected = await call('connections:connect-found', { id })
    await Promise.all([useConnections().load(), load()])
    return connected
  }

  async function remove(id: string, leaveKey = false): Promise<Result<null>> {
    const removed = await call('connections:remove-found', { id, leaveKey })
    await Promise.all([load(), keys.value === null ? null : loadKeys()])
    return removed
  }

  return { stores, failure, keys, keysFailure, load, loadKeys, connect, remove }
})
