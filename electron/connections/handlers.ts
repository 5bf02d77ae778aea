import { repairAddress } from '../api/address'
import { ok } from '../contract/failure'
import type { Connections } from './connections'
import type { CredentialStore } from '../credentials/store'
import type { HandlersOf } from '../contract/handlers'

export interface ConnectionHandlersDeps {
  connections: Connections
  credentials: CredentialStore
}

export function connectionHandlers({
  connections,
  credentials
}: ConnectionHandlersDeps): HandlersOf<'connections' | 'demo'> {
  return {
    'connections:list': async () => ok(await connections.list()),
    'connections:repair-address': ({ text }) => repairAddress(text),
    'connections:test': (input) => connections.test(input),
    'connections:cancel-test': () => {
      connections.cancelTest()
      return ok(null)
    },
    'connections:save': (input) => connections.save(input),
    'connections:rename': ({ id, name }) => connections.rename(id, name),
    'connections:activate': ({ id }) => connections.activate(id),
    'connections:remove': ({ id, leaveKey }) => connections.remove(id, leaveKey),
    'connections:found': async () => ok(await connections.lost.list()),
    'connections:lost-keys': () => connections.lost.keys(),
    'connections:connect-found': ({ id }) => connections.lost.connect(id),
    'connections:remove-found': ({ id, leaveKey }) => connections.lost.remove(id, leaveKey),
    'connections:retry-keychain': async () => ok(await credentials.probe()),
    'demo:open': () => connections.openDemo()
  }
}
