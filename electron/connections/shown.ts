import type { StoreAddress } from '../api/types'
import type { Connection, CredentialState } from '../contract/connection'
import type { SavedConnection, Settings } from '../settings/schema'
import { demoId } from './demo'

/** A saved connection as the renderer sees it. */
export function shown(saved: SavedConnection, credential: CredentialState): Connection {
  const { id, name, baseUrl, apiPath, currency, locale, httpAllowed } = saved
  return { id, kind: 'store', name, baseUrl, apiPath, currency, locale, httpAllowed, credential }
}

/** The demo connection as the renderer sees it. Its prices are in euros; its name is not a person's to change. */
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
    credential
  }
}

/** The settings without a connection and what belongs to it; the first of the others becomes active. */
export function without(settings: Settings, id: string): Settings {
  const connections = settings.connections.filter((connection) => connection.id !== id)
  const views = Object.fromEntries(Object.entries(settings.views).filter(([owner]) => owner !== id))
  const activeId = settings.activeId === id ? (connections[0]?.id ?? null) : settings.activeId
  return { ...settings, connections, views, activeId }
}

/** The settings with a connection added or changed, and active. */
export function withConnection(settings: Settings, saved: SavedConnection): Settings {
  const isKnown = settings.connections.some(({ id }) => id === saved.id)
  const connections = isKnown
    ? settings.connections.map((connection) => (connection.id === saved.id ? saved : connection))
    : [...settings.connections, saved]
  return { ...settings, connections, activeId: saved.id }
}
