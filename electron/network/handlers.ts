import { ok } from '../contract/failure'
import type { NetworkSettings } from './network-settings'
import type { HandlersOf } from '../contract/handlers'

export interface NetworkHandlersDeps {
  network: NetworkSettings
}

export function networkHandlers({
  network
}: NetworkHandlersDeps): Omit<HandlersOf<'network'>, 'network:state'> {
  return {
    'network:preferences': () => ok(network.state()),
    'network:set-proxy': (choice) => network.setProxy(choice),
    'network:add-authorities': () => network.addAuthorities(),
    'network:remove-authority': ({ fingerprint }) => network.removeAuthority(fingerprint)
  }
}
