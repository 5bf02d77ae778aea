import { repairAddress } from '../api/address'
import type { OfferedConnection } from '../contract/connection'
import { ok } from '../contract/failure'
import type { HandlersOf } from '../contract/bridge'
import { createKeychain } from '../credentials/keychain'
import { CredentialStore } from '../credentials/store'
import { createTeamSecrets, type TeamSecrets } from '../credentials/team-secrets'
import { Connections, type ConnectionsDeps } from './connections'
import { originOf } from './credentials-change'
import { createFoundStores } from './lost-stores'
import { createOrganizationStores } from './organization'
import { keptIn } from './saved-connections'

export { demoId, storeKeyOf, storeTextOf } from './demo'
export { originOf } from './credentials-change'
export type { Connections } from './connections'

type ConnectionsFeatureDeps = Omit<
  ConnectionsDeps,
  'credentials' | 'organization' | 'found' | 'startDemoStore'
> & {
  /** The stores that the organization has set up. */
  offered: readonly OfferedConnection[]
  /** What the demo store sells. */
  demoFolder: string
  /** Holds a folder for each connection. */
  connectionsFolder: string
}

export interface ConnectionsFeature {
  connections: Connections
  credentials: CredentialStore
  teamSecrets: TeamSecrets
  handlers: HandlersOf<'connections' | 'demo'>
  /** Whether a call into the keychain is running, which would delay an orderly exit. */
  isKeychainBusy: () => boolean
}

/** Puts together which stores are connected, and where their keys are. */
export function composeConnections({
  offered,
  demoFolder,
  connectionsFolder,
  ...deps
}: ConnectionsFeatureDeps): ConnectionsFeature {
  const { settings, onSecret, onChange } = deps
  const keychain = createKeychain({ onLate: () => credentials.reconsider() })
  const credentials: CredentialStore = new CredentialStore({
    keychain,
    keptIn: (id) => keptIn(settings.get(), id),
    originOf(id) {
      const address = connections.addressOf(id)
      return address === null ? null : originOf(address)
    },
    onSecret,
    onChange
  })
  const organization = createOrganizationStores(offered.map(toOffered))
  const found = createFoundStores({ connectionsFolder, keys: () => credentials.list() })
  // Loaded on first use: most people never need it.
  const startDemoStore: ConnectionsDeps['startDemoStore'] = async () =>
    (await import('../demo')).startDemoStore(demoFolder)
  const connections: Connections = new Connections({
    ...deps,
    credentials,
    organization,
    found,
    startDemoStore
  })
  return {
    connections,
    credentials,
    teamSecrets: createTeamSecrets(keychain, onSecret),
    handlers: connectionHandlers({ connections, credentials }),
    isKeychainBusy: () => keychain.busy()
  }
}

/** The part of an organization's store that the page may see: callers may pass more than that. */
function toOffered({
  id,
  name,
  baseUrl,
  apiPath,
  currency,
  locale,
  httpAllowed
}: OfferedConnection): OfferedConnection {
  return { id, name, baseUrl, apiPath, currency, locale, httpAllowed }
}

interface ConnectionHandlersDeps {
  connections: Connections
  credentials: CredentialStore
}

function connectionHandlers({
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
