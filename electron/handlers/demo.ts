import type { Connections } from '../connections/connections'
import type { HandlersOf } from './handlers'

export function demoHandlers({ connections }: { connections: Connections }): HandlersOf<'demo'> {
  return { 'demo:open': () => connections.openDemo() }
}
