import type { History } from './history'
import type { HandlersOf } from '../contract/handlers'

export interface HistoryHandlersDeps {
  history: History
}

export function historyHandlers({ history }: HistoryHandlersDeps): HandlersOf<'history'> {
  return {
    'history:changes': (query) => history.changes(query),
    'history:unseen': ({ connectionId }) => history.unseen(connectionId),
    'history:mark-seen': (marking) => history.markSeen(marking),
    'history:of': (product) => history.of(product),
    'history:compare': (question) => history.compare(question)
  }
}
