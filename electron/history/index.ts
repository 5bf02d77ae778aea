import type { HandlersOf } from '../contract/handlers'
import { historyHandlers } from './handlers'
import { createHistory, type HistoryDeps } from './history'

/** Puts together what tells how the catalogs changed. */
export function composeHistory(deps: HistoryDeps): { handlers: HandlersOf<'history'> } {
  return { handlers: historyHandlers({ history: createHistory(deps) }) }
}
