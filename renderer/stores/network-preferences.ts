import { defineStore } from 'pinia'
import { onScopeDispose, ref, shallowRef } from 'vue'
import type { Failure } from '../../electron/contract/failure'
import type {
  AddedAuthorities,
  NetworkPreferencesState,
  ProxyChoice
} from '../../electron/contract/network-preferences'
import { call, on } from '../bridge'

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

  function begin(work: Work): void {
    working.value = work
    refused.value = null
    added.value = null
  }

  function end(work: Work, failure: Failure | null): boolean {
    working.value = null
    refused.value = failure && { work, failure }
    return failure === null
  }

  /** Says whether it was done. */
  async function setProxy(choice: ProxyChoice): Promise<boolean> {
    begin('proxy')
    const answer = await call('network:set-proxy', choice)
    if (answer.ok) state.value = answer.value
    return end('proxy', answer.ok ? null : answer.failure)
  }

  /** Lets the person choose a file with certificates. */
  async function addAuthorities(): Promise<void> {
    begin('add')
    const answer = await call('network:add-authorities', undefined)
    if (answer.ok && answer.value !== null) {
      const { preferences, ...brought } = answer.value
      state.value = preferences
      added.value = brought
    }
    end('add', answer.ok ? null : answer.failure)
  }

  /** Says whether it was done. */
  async function removeAuthority(fingerprint: string): Promise<boolean> {
    begin('remove')
    const answer = await call('network:remove-authority', { fingerprint })
    if (answer.ok) state.value = answer.value
    return end('remove', answer.ok ? null : answer.failure)
  }

  return { state, working, refused, added, load, setProxy, addAuthorities, removeAuthority }
})
