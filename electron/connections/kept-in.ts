import type { Keep } from '../credentials/store'
import type { Settings } from '../settings'
import { demoId } from './demo'

/** Where a connection's key is expected; null when there is no such connection. */
export function keptIn({ connections }: Settings, id: string): Keep | null {
  if (id === demoId) return 'session'
  return connections.find((connection) => connection.id === id)?.keep ?? null
}
