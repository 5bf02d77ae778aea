import { ok } from '../contract/failure'
import type { HandlersOf } from '../contract/bridge'
import {
  createConnectionChecker,
  type ConnectionChecker,
  type ConnectionCheckerDeps
} from './connection-checker'

/** Puts together what tests a connection step by step. */
export function composeConnectionCheck(deps: ConnectionCheckerDeps): {
  handlers: HandlersOf<'connection-check'>
} {
  return { handlers: connectionCheckHandlers({ connectionCheck: createConnectionChecker(deps) }) }
}

function connectionCheckHandlers({
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
