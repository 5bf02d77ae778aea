import { computed, shallowRef } from 'vue'
import { call } from '../../bridge'
import { startupEnd } from '../../bridge/startup'
import { defineConnectionStore, onConnectionEvent } from './open-connection'

/** Whether the store that is open has a team, and under which name this person is in it. */
export const useOwnTeam = defineConnectionStore((connectionId) => {
  /** null: the store has no team, or that is not read yet. */
  const name = shallowRef<string | null>(null)

  async function load(): Promise<void> {
    if (connectionId === '') return
    await startupEnd()
    const answer = await call('team:self', { connectionId })
    if (answer.ok) name.value = answer.value?.name ?? null
  }

  onConnectionEvent(connectionId, ['team:changed'], () => void load())
  void load()
  return { name, isIn: computed(() => name.value !== null) }
})
