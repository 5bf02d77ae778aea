import { Connections, type ConnectionsDeps } from '../connections/connections'
import { originOf } from '../connections/key-change'
import { createFoundStores } from '../connections/found'
import { keptIn } from '../connections/kept-in'
import { createOrganisationStores } from '../connections/organisation'
import type { OfferedConnection } from '../contract/connection'
import { createKeychain } from '../credentials/keychain'
import { CredentialStore } from '../credentials/store'

export type ConnectionPartsDeps = Omit<
  ConnectionsDeps,
  'credentials' | 'organisation' | 'found' | 'startDemoStore'
> & {
  /** The stores that the organisation has set up. */
  offered: readonly OfferedConnection[]
  /** What the demo store sells. */
  demoFolder: string
  /** Holds a folder for each connection. */
  connectionsFolder: string
}

export interface ConnectionParts {
  connections: Connections
  credentials: CredentialStore
  /** A call into the keychain is under way, which would hold up an orderly end. */
  isKeychainBusy: () => boolean
}

/** Puts together which stores are connected, and where their keys are. */
export function composeConnections({
  offered,
  demoFolder,
  connectionsFolder,
  ...deps
}: ConnectionPartsDeps): ConnectionParts {
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
  const organisation = createOrganisationStores(offered)
  const found = createFoundStores({ connectionsFolder, keys: () => credentials.list() })
  // Loaded when it is opened: most people never need it.
  const startDemoStore: ConnectionsDeps['startDemoStore'] = async () =>
    (await import('../demo/demo-store')).startDemoStore(demoFolder)
  const connections: Connections = new Connections({
    ...deps,
    credentials,
    organisation,
    found,
    startDemoStore
  })
  return { connections, credentials, isKeychainBusy: () => keychain.busy() }
}
