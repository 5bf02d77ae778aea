import { fail, ok, type Result } from '../contract/failure'
import type { Syncs } from '../sync/syncs'
import type { HandlersOf } from './handlers'

export interface SyncHandlersDeps {
  syncs: Pick<Syncs, 'state' | 'start' | 'pause' | 'resume' | 'stop' | 'answerDrop' | 'setSchedule' | 'runs'>
  /** A connection that does not exist has no sync. */
  isKnown: (connectionId: string) => boolean
}

export function syncHandlers({ syncs, isKnown }: SyncHandlersDeps): HandlersOf<'sync'> {
  /** Does it for a connection that there is. */
  function of<I extends { connectionId: string }, T>(act: (input: I) => T) {
    return (input: I): T | Result<never> =>
      isKnown(input.connectionId) ? act(input) : fail('connection-unknown')
  }

  return {
    'sync:state': of(({ connectionId }) => ok(syncs.state(connectionId))),
    'sync:start': of(({ connectionId }) => ok(syncs.start(connectionId))),
    'sync:pause': of(({ connectionId }) => ok(syncs.pause(connectionId))),
    'sync:resume': of(({ connectionId }) => ok(syncs.resume(connectionId))),
    'sync:stop': of(({ connectionId }) => ok(syncs.stop(connectionId))),
    'sync:answer-drop': of(({ connectionId, accept }) => ok(syncs.answerDrop(connectionId, accept))),
    'sync:schedule': of(({ connectionId, schedule }) => syncs.setSchedule(connectionId, schedule)),
    'sync:runs': of(({ connectionId }) => syncs.runs(connectionId))
  }
}
