import { defineStore } from 'pinia'
import { onScopeDispose, shallowReactive } from 'vue'
import type { RebuildNotice } from '../../../electron/contract/coverage'
import { call, on } from '../../bridge'

/** What there is to tell of the connections' catalogs. The main process says it once; here it stays until it was read. */
export const useCatalogNotice = defineStore('copy-notice', () => {
  const notices = shallowReactive(new Map<string, RebuildNotice>())

  /** Asks whether there is something to tell of a connection that is opened. */
  async function open(id: string): Promise<void> {
    const answer = await call('catalog:notice', { connectionId: id })
    if (answer.ok && answer.value) notices.set(id, answer.value)
  }

  // A copy can turn out to be damaged while it is looked at.
  onScopeDispose(on('catalog:rebuilt', ({ connectionId }) => void open(connectionId)))

  return {
    open,
    of: (id: string): RebuildNotice | null => notices.get(id) ?? null,
    close: (id: string): void => {
      notices.delete(id)
    }
  }
})
