import { ok } from '../contract/failure'
import type { ConnectionChecker } from './connection-checker'
import type { HandlersOf } from '../contract/handlers'

export function connectionCheckHandlers({
  connectionCheck
}: {
  connectionCheck: ConnectionChecker
}): HandlersOf<'connection-check'> {
  return {
    'connection-check:run': ({ connectionId }) => connectionCheck.run(connectionId),
    'connection-check:cancel': () => {
      connectionCheck.cancel()
      return ok(null)
    }
  }
}
