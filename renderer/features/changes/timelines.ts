import { defineStore } from 'pinia'
import { onScopeDispose, reactive } from 'vue'
import type { Result } from '../../../electron/contract/failure'
import type { Timeline } from '../../../electron/contract/history'
import { call, on } from '../../bridge'

/** What happened to single products, as the copy knows it. */
export const useTimelines = defineStore('timelines', () => {
  /** How often the copy of a connection was written: what was read before may not hold any more. */
  const versions = reactive(new Map<string, number>())

  onScopeDispose(
    on('catalog:changed', ({ connectionId }) => {
      versions.set(connectionId, (versions.get(connectionId) ?? 0) + 1)
    })
  )

  return {
    versionOf: (connectionId: string): number => versions.get(connectionId) ?? 0,
    read: (connectionId: string, productId: string): Promise<Result<Timeline>> =>
      call('history:of', { connectionId, productId })
  }
})
