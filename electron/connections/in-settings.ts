import type { SavedConnection, Settings } from '../settings/schema'

/** The settings with a connection added or changed, and active. */
export function withConnection(settings: Settings, saved: SavedConnection): Settings {
  const isKnown = settings.connections.some(({ id }) => id === saved.id)
  const changed = isKnown
    ? withChanged(settings, saved)
    : { ...settings, connections: [...settings.connections, saved] }
  return { ...changed, activeId: saved.id }
}

/** The settings with another form of a connection that is in them. */
export function withChanged(settings: Settings, saved: SavedConnection): Settings {
  const connections = settings.connections.map((other) => (other.id === saved.id ? saved : other))
  return { ...settings, connections }
}

/** The settings without a connection and what belongs to it; the first of the others becomes active. */
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
    auditRules: withoutOwner(settings.auditRules, id)
  }
}

function withoutOwner<T>(entries: Record<string, T>, id: string): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).filter(([owner]) => owner !== id))
}
