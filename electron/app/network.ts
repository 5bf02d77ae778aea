import { createStoreClient } from '../api/store-client'
import type { StoreClient } from '../api/types'
import type { AppLog } from '../log/log'
import { findProxy, type FoundProxy } from '../network/proxy-settings'
import { createNetworkSettings, type NetworkSettings } from '../network/network-settings'
import type { PreferencesStore } from '../settings/preferences'
import type { Surroundings, Ways } from './platform'

export interface NetworkPartsDeps {
  preferences: PreferencesStore
  surroundings: Pick<Surroundings, 'ask' | 'askSystemForProxy' | 'sleep'>
  /** Of this app, as stores are told. */
  version: string
  /** As `StoreClientDeps.onStoreSeen`. */
  onStoreSeen: (origin: string, address: string | null) => void
  /** What is asked for next goes another way, or trusts others. */
  onChange: () => void
  log: AppLog
}

export interface NetworkParts {
  network: NetworkSettings
  ways: Ways
  /** As `resolveProxy`, and who said so. */
  findProxy: (url: string) => Promise<FoundProxy>
  client: StoreClient
  /** Ends all requests. */
  close(): void
}

/** ms after the start: by then the first page is painted from the copy, which needs all that the computer has until then. */
const warmAfter = 1500

/** Puts together what leads to the stores. */
export function composeNetwork(deps: NetworkPartsDeps): NetworkParts {
  const { preferences, surroundings, version, log } = deps
  const network = createNetworkSettings({
    preferences,
    askForFile: surroundings.ask.authorities,
    onChange() {
      client.wake()
      deps.onChange()
    }
  })
  const proxyTo = (url: string): Promise<FoundProxy> =>
    findProxy(
      {
        settings: () => network.proxy(),
        askSystem: surroundings.askSystemForProxy,
        environment: process.env
      },
      url
    )
  const ways: Ways = {
    resolveProxy: async (url) => (await proxyTo(url)).pac,
    addedAuthorities: () => network.authorities()
  }
  const client = createStoreClient({
    ...ways,
    log,
    version,
    sleep: surroundings.sleep,
    onStoreSeen: deps.onStoreSeen
  })
  const warming = setTimeout(() => void client.warm(), warmAfter)
  return {
    network,
    ways,
    findProxy: proxyTo,
    client,
    close() {
      clearTimeout(warming)
      client.close()
    }
  }
}
