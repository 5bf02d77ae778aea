import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import { call } from '../../bridge'
import { emptyQuery } from '../../../electron/contract/empty-query'
import { useConnections } from './connections'

/** What is asked for to find out whether there is a copy: as little as there is. */
const littlest = { page: 1, limit: 25, from: 'copy', productQuery: emptyQuery } as const

/** Whether the connection that is shown, and has no key just now, has a copy to look at meanwhile. */
export const useOfflineAccess = defineStore('keyless-copy', () => {
  const connections = useConnections()
  /** Whether there is a copy of the connection without a key that was looked at last. */
  const found = shallowRef<{ id: string; hasCopy: boolean } | null>(null)
  const keyless = computed(() => (connections.active?.credential === 'missing' ? connections.active : null))

  // Without a key a page can come from the catalog alone.
  async function look(id: string): Promise<void> {
    const page = await call('products:page', { connectionId: id, ...littlest })
    if (keyless.value?.id === id) found.value = { id, hasCopy: page.ok }
  }

  watch(
    () => keyless.value?.id,
    (id) => {
      // With a key for a while it may have been synced.
      found.value = null
      if (id !== undefined) void look(id)
    },
    { immediate: true }
  )

  const hasCopy = computed(() =>
    keyless.value !== null && keyless.value.id === found.value?.id ? found.value.hasCopy : null
  )
  return {
    /** The connection without a key whose copy can be looked at. */
    readable: computed(() => (hasCopy.value === true ? keyless.value : null)),
    /** There is neither a key nor a copy: nothing can be shown before the key is entered. */
    isBare: computed(() => hasCopy.value === false)
  }
})
