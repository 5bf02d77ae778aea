import { composeConnectionCheck } from '../connection-check'
import type { ConnectionsFeature } from '../connections'
import type { HandlersOf } from '../contract/bridge'
import { composeDiagnostics, type watchThreads } from '../diagnostics'
import type { ExportFeature } from '../export'
import { resolveBySystem, type Images } from '../images'
import type { NetworkFeature } from '../network'
import type { Quality } from '../quality'
import type { SyncFeature } from '../sync'
import { composeUpdates, type UpdatesFeature } from '../updates'
import type { AppDeps } from './types'

interface LookedAfter {
  network: NetworkFeature
  connecting: ConnectionsFeature
  sync: SyncFeature
  audits: Quality['audits']
  prefetcher: Images['prefetcher']
  exports: ExportFeature['exports']
  threadWatch: ReturnType<typeof watchThreads>
}

export interface Upkeep {
  updating: UpdatesFeature
  handlers: HandlersOf<'connection-check' | 'diagnostics' | 'updates'>
}

/** Puts together what helps where something is wrong, and keeps the app up to date: the check of a connection, diagnostics, updates. */
export function composeUpkeep(
  { info, paths, preferences, platform, log }: AppDeps,
  { network, connecting, sync, audits, prefetcher, exports, threadWatch }: LookedAfter
): Upkeep {
  const { tell, ask, isOnline } = platform
  const { connections, credentials } = connecting

  const connectionCheck = composeConnectionCheck({
    addedAuthorities: network.access.addedAuthorities,
    isOnline,
    findProxy: network.findProxy,
    resolveName: resolveBySystem,
    client: network.client,
    addressOf: (id) => connections.addressOf(id),
    credentialsOf: (id, store) => connections.credentialsOf(id, store),
    credentialState: (id) => credentials.state(id),
    probeKeychain: () => credentials.probe(),
    onAsked: (id, failure) => sync.reachability.report(id, failure),
    onChange: (report) => tell('connection-check:changed', report)
  })

  const updating = composeUpdates({
    preferences,
    by: platform.updatedBy,
    load: () => platform.loadUpdater(network.access),
    connectionIds: () => connections.ids(),
    syncState: (id) => sync.syncs.state(id),
    exportState: () => exports.state(),
    quitWith: platform.quitWith,
    onInstallFailed: platform.onInstallFailed,
    onChange: (state) => tell('updates:changed', state),
    log
  })

  const diagnostics = composeDiagnostics({
    info,
    paths,
    isOnline,
    network: network.settings,
    credentials,
    preferences,
    connections,
    reachability: sync.reachability,
    syncs: sync.syncs,
    audits,
    prefetcher,
    threads: threadWatch,
    log,
    askWhere: ask.saveDiagnostics,
    openLogs: platform.openLogs
  })

  return {
    updating,
    handlers: { ...connectionCheck, ...diagnostics.handlers, ...updating.handlers }
  }
}
