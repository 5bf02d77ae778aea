import type { SavedConnection, Settings } from '../settings'
import type { StoreAddress } from '../api/types'
import type { Connection, CredentialState } from '../contract/connection'
import { demoId } from './demo'
import type { Keep } from '../credentials/store'

/** The settings with a connection added or changed, and active. */
export function withConnection(settings: Settings, saved: SavedConnection): Settings {
  const isKnown = settings.connections.some(({ id }) => id === saved.id)
  const changed = isKnown
    ? withChanged(settings, saved)
    : { ...settings, connections: [...settings.connections, saved] }
  return { ...withoutRemoval(changed, saved.id), activeId: saved.id }
}

/** The settings with a changed connection. */
export function withChanged(settings: Settings, saved: SavedConnection): Settings {
  const connections = settings.connections.map((other) => (other.id === saved.id ? saved : other))
  return { ...settings, connections }
}

/** The settings without a connection and its data; the first of the others becomes active. */
export function without(settings: Settings, id: string): Settings {
  const connections = settings.connections.filter((connection) => connection.id !== id)
  const activeId = settings.activeId === id ? (connections[0]?.id ?? null) : settings.activeId
  return {
    ...settings,
    connections,
    activeId,
    views: withoutOwner(settings.views, id),
    savedViews: withoutOwner(settings.savedViews, id),
    schedules: withoutOwner(settings.schedules, id),
    pictureKeeping: withoutOwner(settings.pictureKeeping, id),
    pictureGathering: withoutOwner(settings.pictureGathering, id),
    pictureHosts: withoutOwner(settings.pictureHosts, id),
    reviewQueues: withoutOwner(settings.reviewQueues, id),
    auditRules: withoutOwner(settings.auditRules, id),
    teamItems: withoutOwner(settings.teamItems, id)
  }
}

/** The settings with a removed connection whose files are still to be deleted. */
export function withRemoval(
  settings: Settings,
  { id, baseUrl, apiPath }: Settings['removals'][number]
): Settings {
  return { ...settings, removals: [...settings.removals, { id, baseUrl, apiPath }] }
}

/** The settings after the files of a removed connection are deleted. */
export function withoutRemoval(settings: Settings, id: string): Settings {
  return { ...settings, removals: settings.removals.filter((removal) => removal.id !== id) }
}

function withoutOwner<T>(entries: Record<string, T>, id: string): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).filter(([owner]) => owner !== id))
}

/** A saved connection as the renderer sees it. */
export function shown(
  saved: SavedConnection,
  credential: CredentialState,
  setByOrganization: boolean
): Connection {
  const { id, name, baseUrl, apiPath, currency, locale, httpAllowed } = saved
  const draft = { name, baseUrl, apiPath, currency, locale, httpAllowed }
  return { id, kind: 'store', ...draft, credential, setByOrganization }
}

/** The demo connection as the renderer sees it. Its prices are in euros; its name cannot be changed. */
export function shownDemo({ baseUrl, apiPath }: StoreAddress, credential: CredentialState): Connection {
  return {
    id: demoId,
    kind: 'demo',
    name: 'Demo store',
    baseUrl,
    apiPath,
    currency: 'EUR',
    locale: null,
    httpAllowed: true,
    credential,
    setByOrganization: false
  }
}

/** Where a connection's key is expected; null when there is no such connection. */
export function keptIn({ connections }: Settings, id: string): Keep | null {
  if (id === demoId) return 'session'
  return connections.find((connection) => connection.id === id)?.keep ?? null
}
