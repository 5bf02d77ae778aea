import { ok } from '../contract/failure'
import type { HandlersOf } from '../contract/bridge'
import { createConnectionChecker, type ConnectionCheckerDeps } from './connection-checker'

/** Returns the handlers of the step-by-step test of a connection. */
export function composeConnectionCheck(deps: ConnectionCheckerDeps): HandlersOf<'connection-check'> {
  const checker = createConnectionChecker(deps)
  return {
    'connection-check:run': ({ connectionId }) => checker.run(connectionId),
    'connection-check:cancel': () => {
      checker.cancel()
      return ok(null)
    }
  }
}
