import { ok } from '../contract/failure'
import type { Updates } from './updates'
import type { HandlersOf } from '../contract/handlers'

export interface UpdateHandlersDeps {
  updates: Pick<Updates, 'state' | 'check' | 'download' | 'cancel' | 'install' | 'setUnsaved'>
}

export function updateHandlers({ updates }: UpdateHandlersDeps): HandlersOf<'updates'> {
  return {
    'updates:state': () => ok(updates.state()),
    'updates:check': () => updates.check(),
    'updates:download': () => updates.download(),
    'updates:cancel': () => updates.cancel(),
    'updates:install': () => updates.install(),
    'updates:unsaved': ({ notes }) => updates.setUnsaved(notes)
  }
}
