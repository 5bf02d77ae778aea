import type { StoreAddress } from '../api/types'
import type { Credentials } from '../contract/connection'
import type { DemoStore } from '../demo'

/** The id of the demo connection, which is never saved with the others. */
export const demoId = 'demo'

/** Identifies a connection's store across reconnects; null for the demo, whose port differs each time. */
export function storeKeyOf(id: string, address: StoreAddress | null): StoreAddress | null {
  return id === demoId && address !== null ? { baseUrl: demoId, apiPath: '' } : address
}

/** `storeKeyOf` as one text. */
export function storeTextOf(id: string, address: StoreAddress | null): string | null {
  const key = storeKeyOf(id, address)
  return key === null ? null : JSON.stringify([key.baseUrl, key.apiPath])
}

/** The demo store of this run: started on demand, each time with a new address and key. */
export interface Demo {
  /** Starts it, or returns the running one. */
  open(): Promise<DemoStore>
  /** Where it listens; null when it does not run. */
  address(): StoreAddress | null
  close(): Promise<void>
}

/** @param onStart receives the key of a store that has just started, before any request reaches it */
export function createDemo(
  start: () => Promise<DemoStore>,
  onStart: (credentials: Credentials) => Promise<unknown>
): Demo {
  let running: DemoStore | null = null
  let starting: Promise<DemoStore> | null = null

  async function begin(): Promise<DemoStore> {
    const store = await start()
    await onStart(store.credentials)
    running = store
    return store
  }

  return {
    open() {
      starting ??= begin().catch((error: unknown) => {
        starting = null
        throw error
      })
      return starting
    },
    address: () => running,
    async close() {
      const store = await starting?.catch(() => null)
      running = null
      starting = null
      await store?.close()
    }
  }
}
