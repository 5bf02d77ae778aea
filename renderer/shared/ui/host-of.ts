import type { Connection } from '../../../electron/contract/connection'
import { t } from '../i18n'

/** Where a connection's store is, for people: its host with any path, or that it is the demo. */
export function hostOf(connection: Pick<Connection, 'kind' | 'baseUrl'>): string {
  if (connection.kind === 'demo') return t('layout.insideApp')
  return connection.baseUrl.replace(/^https?:\/\//, '')
}
