import type { Connection } from '../../../electron/contract/connection'
import { t } from '../i18n'

/** Where a store is: with its API path where another connection of the same name leads to the same host. */
export function placeAmong(connections: readonly Connection[], connection: Connection): string {
  const host = hostOf(connection)
  const hasTwin = namesakes(connections, connection).some((other) => hostOf(other) === host)
  return hasTwin ? `${host}${connection.apiPath}` : host
}

/** What a store is called where nothing stands beside its name: with where it is, if another one has the same name. */
export function nameAmong(connections: readonly Connection[], connection: Connection): string {
  if (namesakes(connections, connection).length === 0) return connection.name
  return `${connection.name} · ${placeAmong(connections, connection)}`
}

function namesakes(connections: readonly Connection[], { id, name }: Connection): Connection[] {
  return connections.filter((other) => other.id !== id && other.name === name)
}

/** Where a connection's store is, for people: its host with any path, or that it is the demo. */
export function hostOf(connection: Pick<Connection, 'kind' | 'baseUrl'>): string {
  if (connection.kind === 'demo') return t('layout.insideApp')
  return connection.baseUrl.replace(/^https?:\/\//, '')
}

/** Where a picture comes from: its host, or that it is inside the app, as the demo store's own are; their address is made at each start. */
export function pictureSource(host: string, { kind, baseUrl }: Pick<Connection, 'kind' | 'baseUrl'>): string {
  return kind === 'demo' && baseUrl.endsWith(`//${host}`) ? t('layout.insideApp') : host
}
