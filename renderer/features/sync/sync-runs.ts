import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { SyncRun } from '../../../electron/contract/sync'
import { useSync } from './sync'

/** The syncs of a connection that ended, newest first: what changes can be counted from. */
export const useSyncRuns = defineStore('sync-runs', () => {
  const sync = useSync()
  const connectionId = ref<string | null>(null)
  const runs = shallowRef<readonly SyncRun[]>([])

  /** Reads them anew; those of another connection go at once. */
  async function load(id: string): Promise<void> {
    if (id !== connectionId.value) {
      connectionId.value = id
      runs.value = []
    }
    const answer = await sync.runs(id)
    if (answer.ok && id === connectionId.value) runs.value = answer.value
  }

  return {
    load,
    /** Those of this connection, as far as they are read. */
    of: (id: string): readonly SyncRun[] => (id === connectionId.value ? runs.value : [])
  }
})
