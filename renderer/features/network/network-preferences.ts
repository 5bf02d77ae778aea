import { defineStore } from 'pinia'
import { onScopeDispose, ref, shallowRef } from 'vue'
import type { Failure, Result } from '../../../electron/contract/failure'
import type {
  AddedAuthorities,
  NetworkPreferencesState,
  ProxyChoice
} from '../../../electron/contract/network-preferences'
import { call, on } from '../../bridge'
import { whileDoing } from '../../shared/data/while-busy'

type Work = 'proxy' | 'add' | 'remove'

/** How this computer reaches all stores: the proxy, and the authorities that were added. */
export const useNetworkPreferences = defineStore('network-preferences', () => {
  /** null until it is known. */
  const state = shallowRef<NetworkPreferencesState | null>(null)
  const working = ref<Work | null>(null)
  /** What was refused last, and why. */
  const refused = shallowRef<{ work: Work; failure: Failure } | null>(null)
  /** What the last chosen file brought; null: none was chosen. */
  const added = shallowRef<Omit<AddedAuthorities, 'preferences'> | null>(null)

  async function load(): Promise<void> {
    const answer = await call('network:preferences', undefined)
    if (answer.ok) state.value = answer.value
  }

  // They are preferences among others, which may all be reset together.
  onScopeDispose(on('preferences:changed', () => void (state.value && load())))

  /** Asks for something, and tells of it alone from then on. */
  async function ask<T>(work: Work, question: () => Promise<Result<T>>): Promise<Result<T>> {
    refused.value = null
    added.value = null
    const answer = await whileDoing(working, work, question)
    if (!answer.ok) refused.value = { work, failure: answer.failure }
    return answer
  }

  /** Says whether it was done. */
  async function setProxy(choice: ProxyChoice): Promise<boolean> {
    const answer = await ask('proxy', () => call('network:set-proxy', choice))
    if (answer.ok) state.value = answer.value
    return answer.ok
  }

  /** Lets the person choose a file with certificates. */
  async function addAuthorities(): Promise<void> {
    const answer = await ask('add', () => call('network:add-authorities', undefined))
    if (!answer.ok || answer.value === null) return
    const { preferences, ...brought } = answer.value
    state.value = preferences
    added.value = brought
  }

  /** Says whether it was done. */
  async function removeAuthority(fingerprint: string): Promise<boolean> {
    const answer = await ask('remove', () => call('network:remove-authority', { fingerprint }))
    if (answer.ok) state.value = answer.value
    return answer.ok
  }

  return { state, working, refused, added, load, setProxy, addAuthorities, removeAuthority }
})
