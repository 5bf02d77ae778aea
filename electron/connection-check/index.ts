import type { HandlersOf } from '../contract/handlers'
import { createConnectionChecker, type ConnectionCheckerDeps } from './connection-checker'
import { connectionCheckHandlers } from './handlers'

/** Puts together what tests a connection step by step. */
export function composeConnectionCheck(deps: ConnectionCheckerDeps): {
  handlers: HandlersOf<'connection-check'>
} {
  return { handlers: connectionCheckHandlers({ connectionCheck: createConnectionChecker(deps) }) }
}
