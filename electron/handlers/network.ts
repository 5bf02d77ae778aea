import { ok } from '../contract/failure'
import type { NetworkSettings } from '../network/network-settings'
import type { Reachability } from '../sync/reachability'
import type { HandlersOf } from './handlers'

export interface NetworkHandlersDeps {
  reachability: Pick<Reachability, 'state' | 'networkChanged'>
  network: NetworkSettings
}

export function networkHandlers({ reachability, network }: NetworkHandlersDeps): HandlersOf<'network'> {
  return {
    'network:state': ({ connectionId }) => {
      // The page asks when it opens a connection and when the system tells it of another network.
      reachability.networkChanged()
      return ok(reachability.state(connectionId))
    },
    'network:preferences': () => ok(network.state()),
    'network:set-proxy': (choice) => network.setProxy(choice),
    'network:add-authorities': () => network.addAuthorities(),
    'network:remove-authority': ({ fingerprint }) => network.removeAuthority(fingerprint)
  }
}
