import type { Connection, ConnectionDraft, OfferedConnection } from '../contract/connection'
import { fail, ok, type Result } from '../contract/failure'
import type { SavedConnection } from '../settings'

/** The fields of an organization's connection that a person cannot change. */
const locked = ['name', 'baseUrl', 'apiPath'] as const satisfies readonly (keyof Connection)[]

/** The stores that the organization has set up, as of this start. */
export interface OrganizationStores {
  /** One of them; null: the person's own, or unknown. */
  find(id: string): OfferedConnection | null
  /** Those that are not connected yet, in the order of the organization's file. */
  offered(connected: readonly SavedConnection[]): OfferedConnection[]
  /** A saved connection with the organization's current values. */
  inForce(saved: SavedConnection): SavedConnection
  /** The draft. Fails with `setting-locked` and the field if it would change a value of the organization's. */
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
