import type { Audits } from './audits'
import { forConnections, type HandlersOf } from '../contract/handlers'

export interface AuditHandlersDeps {
  audits: Pick<
    Audits,
    'state' | 'run' | 'configure' | 'scores' | 'findingsOf' | 'setException' | 'exceptions'
  >
  /** Nothing is looked for, or kept, for a connection that does not exist. */
  isKnown: (connectionId: string) => boolean
}

export function auditHandlers({ audits, isKnown }: AuditHandlersDeps): HandlersOf<'audit'> {
  const of = forConnections(isKnown)

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
