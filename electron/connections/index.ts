import { Connections, type ConnectionsDeps } from './connections'
import { originOf } from './credentials-change'
import { createFoundStores } from './lost-stores'
import { keptIn } from './saved-connections'
import { createOrganizationStores } from './organization'
import type { OfferedConnection } from '../contract/connection'
import type { HandlersOf } from '../contract/handlers'
import { connectionHandlers } from './handlers'
import { createKeychain } from '../credentials/keychain'
import { createTeamSecrets, type TeamSecrets } from '../credentials/team-secrets'
import { CredentialStore } from '../credentials/store'

export { demoId, storeKeyOf, storeTextOf } from './demo'
export { originOf } from './credentials-change'
export type { Connections } from './connections'

export type ConnectionsFeatureDeps = Omit<
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
