import { defineStore } from 'pinia'
import { onScopeDispose, shallowReactive } from 'vue'
import type { NetworkState } from '../../../electron/contract/coverage'
import { call, on } from '../../bridge'

/** Why a store cannot be reached: this computer has no network, or the store does not answer. */
export type Unreachable = Extract<NetworkState['state'], 'no-network' | 'store-silent'>

/**
 * Whether the stores of connections can be reached. The main process finds out; what the window hears of the system
 * ("online", "offline") is only a reason to ask it again.
 */
export const useNetwork = defineStore('network', () => {
  const states = shallowReactive(new Map<string, NetworkState>())
  const known = new Set<string>()

  function take(state: NetworkState): void {
    states.set(state.connectionId, state)
  }

  async function ask(id: string): Promise<void> {
    const answer = await call('network:state', { connectionId: id })
    if (answer.ok) take(answer.value)
  }

  /** Begins to follow a connection. */
  function open(id: string): Promise<void> {
    known.add(id)
    return ask(id)
  }

  function askAgain(): void {
    for (const id of known) void ask(id)
  }

  onScopeDispose(on('network:changed', take))
  window.addEventListener('online', askAgain)
  window.addEventListener('offline', askAgain)
  onScopeDispose(() => {
    window.removeEventListener('online', askAgain)
    window.removeEventListener('offline', askAgain)
  })

  const of = (id: string): NetworkState | null => states.get(id) ?? null

  /** null: it can be reached, or nobody knows. */
  function unreachable(id: string): Unreachable | null {
    const state = of(id)?.state
    return state === 'no-network' || state === 'store-silent' ? state : null
  }

  return { states, open, of, unreachable }
})
