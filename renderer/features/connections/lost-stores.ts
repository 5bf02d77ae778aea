import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { FoundStore, LostKey } from '../../../electron/contract/connection'
import type { Failure, Result } from '../../../electron/contract/failure'
import { call } from '../../bridge'
import { useConnections } from './connections'

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
