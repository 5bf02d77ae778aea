import { ok } from '../contract/failure'
import type { Reachability } from './reachability'
import type { Syncs } from './syncs'
import { forConnections, type Handlers, type HandlersOf } from '../contract/handlers'

export interface SyncHandlersDeps {
  reachability: Pick<Reachability, 'state' | 'networkChanged'>
  syncs: Pick<Syncs, 'state' | 'start' | 'pause' | 'resume' | 'stop' | 'answerDrop' | 'setSchedule' | 'runs'>
  /** A connection that does not exist has no sync. */
  isKnown: (connectionId: string) => boolean
}

export function syncHandlers({
  syncs,
  reachability,
  isKnown
}: SyncHandlersDeps): HandlersOf<'sync'> & Pick<Handlers, 'network:state'> {
  const of = forConnections(isKnown)

  return {
    'sync:state': of(({ connectionId }) => ok(syncs.state(connectionId))),
    'sync:start': of(({ connectionId }) => ok(syncs.start(connectionId))),
    'sync:pause': of(({ connectionId }) => ok(syncs.pause(connectionId))),
    'sync:resume': of(({ connectionId }) => ok(syncs.resume(connectionId))),
    'sync:stop': of(({ connectionId }) => ok(syncs.stop(connectionId))),
    'sync:answer-drop': of(({ connectionId, accept }) => ok(syncs.answerDrop(connectionId, accept))),
    'sync:schedule': of(({ connectionId, schedule }) => syncs.setSchedule(connectionId, schedule)),
    'sync:runs': of(({ connectionId }) => syncs.runs(connectionId)),
    'network:state': ({ connectionId }) => {
      // The page asks when it opens a connection and when the system tells it of another network.
      reachability.networkChanged()
      return ok(reachability.state(connectionId))
    }
  }
}
