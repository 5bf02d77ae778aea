import type { Audits } from './audits'
import { ok, type Result } from '../contract/failure'
import type { Product } from '../contract/product'
import { forConnections, type HandlersOf } from '../contract/handlers'

export interface AuditHandlersDeps {
  audits: Pick<
    Audits,
    'state' | 'run' | 'configure' | 'scores' | 'findingsOf' | 'twinsOf' | 'setException' | 'exceptions'
  >
  /** The known ones of some products, by id, in no order. */
  productsOf: (connectionId: string, ids: string[]) => Promise<Result<Product[]>>
  /** Nothing is looked for, or kept, for a connection that does not exist. */
  isKnown: (connectionId: string) => boolean
}

/** The comparison has room for one more. */
const mostTwins = 3

export function auditHandlers({ audits, productsOf, isKnown }: AuditHandlersDeps): HandlersOf<'audit'> {
  const of = forConnections(isKnown)

  return {
    'audit:state': of(({ connectionId }) => audits.state(connectionId)),
    'audit:run': of(({ connectionId }) => audits.run(connectionId)),
    'audit:configure': of(({ connectionId, rule, setting }) => audits.configure(connectionId, rule, setting)),
    'audit:scores': of(({ connectionId }) => audits.scores(connectionId)),
    'audit:of': of(({ connectionId, productId }) => audits.findingsOf(connectionId, productId)),
    'audit:twins': of(async ({ connectionId, productId, rule }) => {
      const ids = await audits.twinsOf(connectionId, { productId, rule, limit: mostTwins })
      if (!ids.ok) return ids
      if (ids.value.length === 0) return ok([])
      const found = await productsOf(connectionId, ids.value)
      return found.ok ? ok(ids.value.flatMap((id) => found.value.find((one) => one.id === id) ?? [])) : found
    }),
    'audit:set-exception': of(({ connectionId, productId, rule, reason }) =>
      audits.setException(connectionId, productId, rule, reason)
    ),
    'audit:exceptions': of(({ connectionId }) => audits.exceptions(connectionId))
  }
}
