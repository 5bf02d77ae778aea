import type { Connection, ConnectionDraft, OfferedConnection } from '../contract/connection'
import { fail, ok, type Result } from '../contract/failure'
import type { SavedConnection } from '../settings'

/** What of a connection of the organization's is not a person's to change. */
const locked = ['name', 'baseUrl', 'apiPath'] as const satisfies readonly (keyof Connection)[]

/** The stores that the organization has set up, as they are at this start. */
export interface OrganizationStores {
  /** One of them; null: it is a person's own, or none. */
  find(id: string): OfferedConnection | null
  /** Those that are not connected yet, in the order of the organization's file. */
  offered(connected: readonly SavedConnection[]): OfferedConnection[]
  /** A saved connection with what the organization says of it now. */
  inForce(saved: SavedConnection): SavedConnection
  /** The draft, unless it would change what is the organization's. Fails with `setting-locked` and the field. */
  check(id: string, draft: ConnectionDraft): Result<ConnectionDraft>
}

export function createOrganizationStores(stores: readonly OfferedConnection[]): OrganizationStores {
  const find = (id: string): OfferedConnection | null => stores.find((store) => store.id === id) ?? null
  return {
    find,
    offered(connected) {
      const known = new Set(connected.map(({ id }) => id))
      return stores.filter(({ id }) => !known.has(id))
    },
    inForce(saved) {
      const store = find(saved.id)
      if (store === null) return saved
      const { name, baseUrl, apiPath, httpAllowed } = store
      return { ...saved, name, baseUrl, apiPath, httpAllowed }
    },
    check(id, draft) {
      const store = find(id)
      const field = store && locked.find((name) => draft[name] !== store[name])
      return field ? fail('setting-locked', { field }) : ok(draft)
    }
  }
}
