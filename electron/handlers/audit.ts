import { fail } from '../contract/failure'
import type { HandlersOf } from './handlers'

const notBuilt = fail('internal', { reason: 'not built yet' })

export function auditHandlers(): HandlersOf<'audit'> {
  return {
    'audit:state': () => notBuilt,
    'audit:run': () => notBuilt,
    'audit:configure': () => notBuilt,
    'audit:scores': () => notBuilt,
    'audit:of': () => notBuilt,
    'audit:excuse': () => notBuilt,
    'audit:excuses': () => notBuilt
  }
}
