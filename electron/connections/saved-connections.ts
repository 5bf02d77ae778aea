import type { SavedConnection, Settings } from '../settings'
import type { StoreAddress } from '../api/types'
import type { Connection, CredentialState } from '../contract/connection'
import { demoId } from './demo'
import { isSameList } from './credentials-change'
import type { Keep } from '../credentials/store'

/** Removed stores whose views and rules are kept, at most. */
const mostRemovedStores = 50

/** The settings with a connection added or changed, and active. A store that was removed has its views and rules back. */
export function withConnection(settings: Settings, saved: SavedConnection): Settings {
  const isKnown = settings.connections.some(({ id }) => id === saved.id)
  const changed = isKnown
    ? withChanged(settings, saved)
    : withSetUp({ ...settings, connections: [...settings.connections, saved] }, saved)
  return { ...withoutRemoval(changed, saved.id), activeId: saved.id }
}

function withSetUp(settings: Settings, saved: SavedConnection): Settings {
  const setUp = settings.removedStores.find((removed) => isSameList(removed, saved))
  if (setUp === undefined) return settings
  return {
    ...settings,
    removedStores: settings.removedStores.filter((removed) => removed !== setUp),
    savedViews: { ...settings.savedViews, [saved.id]: setUp.savedViews },
    auditRules: { ...settings.auditRules, [saved.id]: setUp.auditRules }
  }
}

/** The settings with a changed connection. */
export function withChanged(settings: Settings, saved: SavedConnection): Settings {
  const connections = settings.connections.map((other) => (other.id === saved.id ? saved : other))
  return { ...settings, connections }
}

/** The settings without a connection and its data; the first of the others becomes active. */
function without(settings: Settings, id: string): Settings {
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

/** The settings without the demo store. Its id is the same whenever it is opened: its views and rules wait under it. */
export function withoutDemo(settings: Settings): Settings {
  const { savedViews, auditRules } = settings
  return { ...without(settings, demoId), savedViews, auditRules }
}

/** The settings without a connection whose files are still to be deleted. Its views and rules are kept for when the store is connected again. */
export function withRemoval(
  settings: Settings,
  { id, baseUrl, apiPath }: Settings['removals'][number]
): Settings {
  const left = without(settings, id)
  const [savedViews, auditRules] = [settings.savedViews[id] ?? [], settings.auditRules[id] ?? {}]
  const isSetUp = savedViews.length > 0 || Object.keys(auditRules).length > 0
  const others = left.removedStores.filter((removed) => !isSameList(removed, { baseUrl, apiPath }))
  const setUp = { baseUrl, apiPath, savedViews, auditRules }
  return {
    ...left,
    removals: [...left.removals, { id, baseUrl, apiPath }],
    removedStores: isSetUp ? [...others, setUp].slice(-mostRemovedStores) : left.removedStores
  }
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
