import type { AppInfo } from '../contract/channels'
import type { Preferences } from '../contract/preferences'
import { quitting, settledWithin } from '../async/with-timeout'
import type { Diagnostics } from '../diagnostics/diagnostics'
import { watchThreads } from '../diagnostics/thread-watch'
import { type ConnectionChecker, createConnectionChecker } from '../connection-check/connection-checker'
import type { Exports } from '../export/exports'
import { createDecoder } from '../images/decode/decoder'
import { resolveBySystem } from '../images/fetch/private-network'
import type { AppLog } from '../log/log'
import type { AppPaths } from './paths'
import { withDensity } from '../settings/density'
import type { ManagedConnection } from '../settings/managed/connections'
import type { PreferencesStore } from '../settings/preferences'
import type { SettingsStore } from '../settings/settings'
import type { Updates } from '../updates/updates'
import { composeDiagnostics } from './diagnostics'
import { composeExport } from './export'
import { composeNetwork, type NetworkParts } from './network'
import { createFirstFills } from './stay-awake'
import { composeStores, type StoreParts } from './stores'
import type { Surroundings } from './platform'
import type { ThreadFiles } from './thread-files'
import { composeUpdates } from './updates'

export interface PartsDeps {
  info: AppInfo
  paths: AppPaths
  settings: SettingsStore
  preferences: PreferencesStore
  /** The stores that the organisation has set up. */
  offered: readonly ManagedConnection[]
  threads: ThreadFiles
  surroundings: Surroundings
  log: AppLog
}

type HandlerServices = StoreParts['products'] &
  Pick<StoreParts['pictureCare'], 'pictures' | 'prefetcher'> &
  Pick<StoreParts['auditParts'], 'audits'> &
  Pick<PartsDeps, 'settings' | 'preferences'> & { isKnown(connectionId: string): boolean }

/** All that the app does without its window. */
export interface Parts extends StoreParts, Pick<NetworkParts, 'network' | 'client'> {
  connectionCheck: ConnectionChecker
  exports: Exports
  updates: Updates
  diagnostics: Diagnostics
  /** What the handlers ask for by names of their own. */
  services: HandlerServices
  /** Some preferences, in force from now on, are not as they were. */
  preferencesChanged(now: Preferences, before: Preferences): void
  /** The computer goes to sleep: nothing is begun that it would break off. */
  suspend: () => void
  wake: () => void
  /** Closes everything that is open. */
  close(): Promise<unknown>
}

/** Puts together all that the app does without its window. */
export function composeParts(deps: PartsDeps): Parts {
  const { info, paths, settings, preferences, threads, surroundings, log } = deps
  const { tell, ask, isOnline } = surroundings
  const threadWatch = watchThreads()
  const net = composeNetwork({
    preferences,
    surroundings,
    version: info.version,
    onStoreSeen: (origin, address) => stores.pictureCare.storeSeen(origin, address),
    onChange: () => stores.products.reachability.networkChanged(),
    log
  })
  const decoder = createDecoder({
    spawn: surroundings.spawnDecoder,
    log: (event, facts) => log.warn(event, facts)
  })
  const firstFills = createFirstFills(surroundings.stayAwake)
  const stores = composeStores({
    settings,
    preferences,
    offered: deps.offered,
    paths,
    threads,
    ways: net.ways,
    client: net.client,
    decoder,
    surroundings,
    onSync(state) {
      firstFills.hear(state)
      updates.reconsider()
    },
    onForget(id) {
      firstFills.forget(id)
      return exports.forget(id)
    },
    reviewReaders: {
      release: (id) => exports.reviews.release(id),
      replaced: (id) => exports.reviews.replaced(id)
    },
    log
  })
  const { connections, credentials, products, pictureCare, auditParts } = stores
  const connectionCheck = createConnectionChecker({
    addedAuthorities: net.ways.addedAuthorities,
    isOnline,
    findProxy: net.findProxy,
    resolveName: resolveBySystem,
    client: net.client,
    addressOf: (id) => connections.addressOf(id),
    credentialsOf: (id, store) => connections.credentialsOf(id, store),
    credentialState: (id) => credentials.state(id),
    probeKeychain: () => credentials.probe(),
    onAsked: (id, failure) => products.reachability.report(id, failure),
    onChange: (report) => tell('connection-check:changed', report)
  })
  const exports = composeExport({
    settings,
    threadFile: threads.export,
    connectionsFolder: paths.connectionsFolder,
    noteFile: paths.exportingFile,
    copy: products.copy,
    connectionOf: (id) => connections.of(id),
    pictures: pictureCare.pictures,
    decoder,
    print: surroundings.print,
    askWhere: ask.exportProducts,
    showFile: surroundings.showFile,
    onChange(state) {
      tell('export:changed', state)
      updates.reconsider()
    },
    log
  })
  const updates = composeUpdates({
    preferences,
    by: surroundings.updatedBy,
    load: () => surroundings.loadUpdater(net.ways),
    connectionIds: () => connections.ids(),
    syncState: (id) => products.syncs.state(id),
    exportState: () => exports.state(),
    quitWith: surroundings.quitWith,
    onInstallFailed: surroundings.onInstallFailed,
    onChange: (state) => tell('updates:changed', state),
    log
  })
  const diagnostics = composeDiagnostics({
    info,
    paths,
    isOnline,
    network: net.network,
    credentials,
    preferences,
    connections,
    reachability: products.reachability,
    syncs: products.syncs,
    audits: auditParts.audits,
    prefetcher: pictureCare.prefetcher,
    threads: threadWatch,
    log,
    askWhere: ask.saveDiagnostics,
    openLogs: surroundings.openLogs
  })

  return {
    ...stores,
    network: net.network,
    client: net.client,
    connectionCheck,
    exports,
    updates,
    diagnostics,
    services: {
      ...products,
      pictures: pictureCare.pictures,
      prefetcher: pictureCare.prefetcher,
      audits: stores.auditParts.audits,
      settings,
      preferences,
      isKnown: (id) => stores.connections.addressOf(id) !== null
    },
    preferencesChanged({ density, pictureLimit, syncSchedule }, before) {
      net.network.preferencesChanged()
      if (density !== before.density) void settings.remember((current) => withDensity(current, density))
      if (pictureLimit !== before.pictureLimit) void pictureCare.limitChanged()
      if (syncSchedule !== before.syncSchedule) products.syncs.schedulesChanged()
      updates.reconsider()
    },
    suspend() {
      products.syncs.suspend()
      pictureCare.prefetcher.suspend()
    },
    wake() {
      net.client.wake()
      products.syncs.wake()
      pictureCare.prefetcher.wake()
      products.reachability.networkChanged()
    },
    close() {
      updates.close()
      firstFills.close()
      threadWatch.close()
      const exported = settledWithin(exports.close(), quitting.export)
      net.close()
      return Promise.all([stores.close(exported), settings.flush()])
    }
  }
}
