import { ok } from '../contract/failure'
import type { Reachability } from '../sync/reachability'
import type { HandlersOf } from './handlers'

export interface NetworkHandlersDeps {
  reachability: Pick<Reachability, 'state' | 'networkChanged'>
}

export function networkHandlers({ reachability }: NetworkHandlersDeps): HandlersOf<'network'> {
  return {
    'network:state': ({ connectionId }) => {
      // The page asks when it opens a connection and when the system tells it of another network.
      reachability.networkChanged()
      return ok(reachability.state(connectionId))
    }
  }
}
