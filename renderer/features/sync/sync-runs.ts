import { shallowRef } from 'vue'
import type { SyncRun } from '../../../electron/contract/sync'
import { call } from '../../bridge'
import { defineConnectionStore } from '../../shared/data/open-connection'

/** The syncs of the connection that ended, newest first: what changes can be counted from. */
export const useSyncRuns = defineConnectionStore((connectionId) => {
  const runs = shallowRef<readonly SyncRun[]>([])

  async function load(): Promise<void> {
    const answer = await call('sync:runs', { connectionId })
    if (answer.ok) runs.value = answer.value
  }

  return { runs, load }
})
