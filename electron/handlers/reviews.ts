import { fail } from '../contract/failure'
import type { HandlersOf } from './handlers'

const notBuilt = fail('internal', { reason: 'not built yet' })

export function reviewHandlers(): HandlersOf<'reviews'> {
  return {
    'reviews:of': () => notBuilt,
    'reviews:mark': () => notBuilt,
    'reviews:note': () => notBuilt,
    'reviews:draft': () => notBuilt,
    'reviews:undo': () => notBuilt,
    'reviews:log': () => notBuilt,
    'reviews:progress': () => notBuilt,
    'reviews:queue': () => notBuilt,
    'reviews:save-queue': () => notBuilt,
    'reviews:reviewer': () => notBuilt,
    'reviews:set-reviewer': () => notBuilt,
    'reviews:backups': () => notBuilt,
    'reviews:restore': () => notBuilt,
    'reviews:notice': () => notBuilt
  }
}
