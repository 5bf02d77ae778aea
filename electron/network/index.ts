import { createStoreClient } from '../api/store-client'
import type { StoreClient, StoreClientDeps } from '../api/types'
import { ok } from '../contract/failure'
import type { HandlersOf } from '../contract/bridge'
import type { AppLog } from '../log/log'
import type { PreferencesStore } from '../settings'
import { createNetworkSettings, type NetworkSettings } from './network-settings'
import { findProxy, type FoundProxy } from './proxy-settings'

export type { FoundProxy } from './proxy-settings'
export type { NetworkSettings } from './network-settings'
export { isVouchedFor, nameIn, vouchesFor } from './authorities'

/** The routes of requests, and the authorities they trust. */
export interface NetworkAccess {
  /** As Electron's `session.resolveProxy`. */
  resolveProxy: (url: string) => Promise<string>
  /** The added certificate authorities (PEM); the same array as long as they do not change. */
  addedAuthorities: () => readonly string[]
}

interface NetworkFeatureDeps {
  preferences: PreferencesStore
  /** Asks the person for a file with certificates; null: none. */
  askForAuthorities: () => Promise<string | null>
  /** As Electron's `session.resolveProxy`. */
  askSystemForProxy: (url: string) => Promise<string>
  /** How a request waits until it is tried again; for tests. */
  sleep?: StoreClientDeps['sleep']
  /** Of this app, as stores are told. */
  version: string
  /** As `StoreClientDeps.onStoreSeen`. */
  onStoreSeen: (origin: string, address: string | null) => void
  /** Called when later requests take another route or trust other authorities. */
  onChange: () => void
  log: AppLog
}

export interface NetworkFeature {
  settings: NetworkSettings
  access: NetworkAccess
  handlers: ReturnType<typeof networkHandlers>
  /** As `resolveProxy`, and who said so. */
  findProxy: (url: string) => Promise<FoundProxy>
  client: StoreClient
  /** Ends all requests. */
  close(): void
}

/** ms after the start: by then the first page is painted, which needs the whole computer until then. */
const warmAfter = 1500

/** Puts together what leads to the stores. */
export function composeNetwork(deps: NetworkFeatureDeps): NetworkFeature {
  const { preferences, version, log } = deps
  const network = createNetworkSettings({
    preferences,
    askForFile: deps.askForAuthorities,
    onChange() {
      client.wake()
      deps.onChange()
    }
  })
  const proxyTo = (url: string): Promise<FoundProxy> =>
    findProxy(
      {
        settings: () => network.proxy(),
        askSystem: deps.askSystemForProxy,
        environment: process.env
      },
      url
    )
  const access: NetworkAccess = {
    resolveProxy: async (url) => (await proxyTo(url)).pac,
    addedAuthorities: () => network.authorities()
  }
  const client = createStoreClient({
    ...access,
    log,
    version,
    sleep: deps.sleep,
    onStoreSeen: deps.onStoreSeen
  })
  const warming = setTimeout(() => void client.warm(), warmAfter)
  return {
    settings: network,
    access,
    handlers: networkHandlers({ network }),
    findProxy: proxyTo,
    client,
    close() {
      clearTimeout(warming)
      client.close()
    }
  }
}

interface NetworkHandlersDeps {
  network: NetworkSettings
}

function networkHandlers({ network }: NetworkHandlersDeps): Omit<HandlersOf<'network'>, 'network:state'> {
  return {
    'network:preferences': () => ok(network.state()),
    'network:set-proxy': (choice) => network.setProxy(choice),
    'network:add-authorities': () => network.addAuthorities(),
    'network:remove-authority': ({ fingerprint }) => network.removeAuthority(fingerprint)
  }
}
