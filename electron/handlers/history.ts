import { fail } from '../contract/failure'
import type { HandlersOf } from './handlers'

const notBuilt = fail('internal', { reason: 'not built yet' })

export function historyHandlers(): HandlersOf<'history'> {
  return {
    'history:changes': () => notBuilt,
    'history:mark-seen': () => notBuilt,
    'history:of': () => notBuilt,
    'history:compare': () => notBuilt
  }
}
