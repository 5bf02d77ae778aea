import { createPinia, setActivePinia } from 'pinia'
import { createApp } from 'vue'
import { useOpenConnection } from '../../../../renderer/shared/data/open-connection'

/** Begins with stores that know nothing, and with this connection open. */
export function startStores(connectionId: string | null = 'shop'): void {
  const pinia = createPinia()
  // Stores that inject do so from the app.
  createApp({}).use(pinia)
  setActivePinia(pinia)
  openConnection(connectionId)
}

/** Opens another connection, as a person does in the sidebar. */
export function openConnection(connectionId: string | null): void {
  useOpenConnection().open(connectionId)
}
