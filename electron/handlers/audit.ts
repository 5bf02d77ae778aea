import type { Audits } from '../quality/audits'
import { fail, type Result } from '../contract/failure'
import type { HandlersOf } from './handlers'

export interface AuditHandlersDeps {
  audits: Pick<
    Audits,
    'state' | 'run' | 'configure' | 'scores' | 'findingsOf' | 'setException' | 'exceptions'
  >
  /** Nothing is looked for, or kept, for a connection that does not exist. */
  isKnown: (connectionId: string) => boolean
}

export function auditHandlers({ audits, isKnown }: AuditHandlersDeps): HandlersOf<'audit'> {
  /** Does it for a connection that there is. */
  function of<I extends { connectionId: string }, T>(act: (input: I) => T) {
    return (input: I): T | Result<never> =>
      isKnown(input.connectionId) ? act(input) : fail('connection-unknown')
  }

  return {
    'audit:state': of(({ connectionId }) => audits.state(connectionId)),
    'audit:run': of(({ connectionId }) => audits.run(connectionId)),
    'audit:configure': of(({ connectionId, rule, setting }) => audits.configure(connectionId, rule, setting)),
    'audit:scores': of(({ connectionId }) => audits.scores(connectionId)),
    'audit:of': of(({ connectionId, productId }) => audits.findingsOf(connectionId, productId)),
    'audit:excuse': of(({ connectionId, productId, rule, reason }) =>
      audits.setException(connectionId, productId, rule, reason)
    ),
    'audit:excuses': of(({ connectionId }) => audits.exceptions(connectionId))
  }
}
