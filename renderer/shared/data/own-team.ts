import { computed, shallowRef } from 'vue'
import type { OwnTeam } from '../../../electron/contract/team'
import { call, startupEnd } from '../../bridge'
import { defineConnectionStore, onConnectionEvent } from './open-connection'

/** Whether the store that is open has a team, under which name this person is in it, and how it decides. */
export const useOwnTeam = defineConnectionStore((connectionId) => {
  /** null: the store has no team, or that is not read yet. */
  const own = shallowRef<OwnTeam | null>(null)
  const isRead = shallowRef(false)

  async function load(): Promise<void> {
    if (connectionId === '') return
    await startupEnd()
    const answer = await call('team:self', { connectionId })
    if (!answer.ok) return
    own.value = answer.value
    isRead.value = true
  }

  onConnectionEvent(connectionId, ['team:changed'], () => void load())
  void load()
  return {
    name: computed(() => own.value?.name ?? null),
    isIn: computed(() => own.value !== null),
    /** It is read whether the store has a team. */
    isRead,
    /** How many people must approve a product. */
    approvals: computed(() => own.value?.approvals ?? 1),
    /** This computer may do what only owners of the team may. */
    mayDecide: computed(() => own.value?.mayDecide ?? false),
    /** Products that nobody has can be taken. */
    canClaim: computed(() => own.value?.canClaim ?? false)
  }
})
