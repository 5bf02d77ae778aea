import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { ScorePoint } from '../../../electron/contract/audit'
import { call } from '../../bridge'
import { latestOnly } from '../../shared/data/latest-only-queue'

/** The score of a connection's catalog after each sync, oldest first. */
export const useScoreHistory = defineStore('score-history', () => {
  const connectionId = ref<string | null>(null)
  const points = shallowRef<readonly ScorePoint[] | null>(null)
  const inTurn = latestOnly()

  async function ask(id: string): Promise<void> {
    const answer = await call('audit:scores', { connectionId: id })
    // Without it the page says all else: a failure is let go, and the next audit asks again.
    if (answer.ok && id === connectionId.value) points.value = answer.value
  }

  /** Reads it anew; that of another connection goes at once. */
  function load(id: string): Promise<void> {
    if (id !== connectionId.value) points.value = null
    connectionId.value = id
    return inTurn(() => ask(id))
  }

  return {
    load,
    /** null while it is not known. */
    of: (id: string): readonly ScorePoint[] | null => (id === connectionId.value ? points.value : null)
  }
})
