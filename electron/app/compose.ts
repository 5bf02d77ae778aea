import { quitting, settledWithin } from '../async/with-timeout'
import { composeConnectionCheck } from '../connection-check'
import {
  composeConnections,
  originOf,
  storeKeyOf,
  storeTextOf,
  type ConnectionsFeature
} from '../connections'
import type { Result } from '../contract/failure'
import type { SyncState } from '../contract/sync'
import { composeDiagnostics, watchThreads } from '../diagnostics'
import { composeExport, type ExportFeature } from '../export'
import { composeHeadless, type HeadlessFeature } from '../headless'
import { composeHistory } from '../history'
import { composeImages, createDecoder, resolveBySystem, type Images } from '../images'
import { composeNetwork, type NetworkFeature } from '../network'
import { composePublishing, type PublishingFeature } from '../publishing'
import { composeReviews, type ReviewsFeature } from '../reviews'
import { namedViewsOf, settingsHandlers, withDensity, type ManagedConnection } from '../settings'
import { mostAgeOf } from '../sync'
import { composeTeam } from '../team'
import { composeToday } from '../today'
import { composeUpdates, type UpdatesFeature } from '../updates'
import { composeAfterSync, type AfterSync } from './after-sync'
import { composeCatalogAndSync, type CatalogAndSync } from './catalog-and-sync'
import { createFirstFills } from './stay-awake'
import type { App, AppDeps } from './types'

/** Puts the features together. Each knows of the others only what it is handed here. */
export function composeApp(deps: AppDeps): App {
  const { info, paths, settings, preferences, threads, platform, log } = deps
  const { connectionsFolder } = paths
  const { tell, ask, isOnline } = platform
  const threadWatch = watchThreads()
  const firstFills = createFirstFills(platform.stayAwake)
  const isKnown = (id: string): boolean => connections.addressOf(id) !== null
  const addressOf = (id: string): ReturnType<typeof connections.addressOf> => connections.addressOf(id)
  const credentialsOf: typeof connections.credentialsOf = (id, store) => connections.credentialsOf(id, store)
  const syncState = (id: string): SyncState => sync.syncs.state(id)
  const offerOf = (id: string): ManagedConnection | undefined => deps.offered.find((offer) => offer.id === id)

  const network: NetworkFeature = composeNetwork({
    preferences,
    askForAuthorities: ask.authorities,
    askSystemForProxy: platform.askSystemForProxy,
    sleep: platform.sleep,
    version: info.version,
    onStoreSeen: (origin, address) => images.storeSeen(origin, address),
    onChange: () => sync.reachability.networkChanged(),
    log
  })
  const { client } = network

  const connecting: ConnectionsFeature = composeConnections({
    settings,
    offered: deps.offered,
    demoFolder: paths.demoFolder,
    connectionsFolder,
    client,
    onSecret: (secret) => log.redactor.register(secret),
    onChange() {
      follow()
      tell('connections:changed', null)
    },
    onForget: (id, store) => forget(id, store.baseUrl === '' ? undefined : store),
    onKeyChanged: (id) => copies.keyChanged(id),
    onPage: (id, page, at) => catalog.db.save(id, page, at)
  })
  const { connections, credentials } = connecting

  const decoder = createDecoder({
    spawn: platform.spawnDecoder,
    log: (event, facts) => log.warn(event, facts)
  })
  const images: Images = composeImages({
    settings,
    preferences,
    ...network.access,
    decoder,
    threadFile: threads.pictures,
    folder: paths.picturesFolder,
    storeUrl: (id) => addressOf(id)?.baseUrl ?? null,
    originOf(id) {
      const address = addressOf(id)
      return address === null ? null : originOf(address)
    },
    hostsOf: (id) => offerOf(id)?.pictureHosts ?? [],
    connectionIds: () => connections.ids(),
    catalog: () => catalog.db.pictures,
    onFound: (id) => quality.audits.copyChanged(id),
    syncState,
    askWhereToSave: ask.savePicture,
    isKnown,
    isOnline,
    onPrefetch: (state) => tell('pictures:gathering-changed', state),
    onStorage: (state) => tell('pictures:storage-changed', state),
    log
  })
  const registerPicture: Images['service']['register'] = (...picture) => images.service.register(...picture)

  const copies: CatalogAndSync = composeCatalogAndSync({
    settings,
    preferences,
    client,
    readerFile: threads.reader,
    writerFile: threads.writer,
    connectionsFolder,
    storeOf: (id) => storeTextOf(id, addressOf(id)),
    firstScheduleOf: (id) => offerOf(id)?.syncSchedule,
    addressOf,
    credentialsOf,
    published: {
      newest: (...asked) => publishing.newest(...asked),
      open: (...asked) => publishing.open(...asked)
    },
    registerPicture,
    findingFacts: (id, products) => quality.audits.factsOf(id, products),
    isKnown,
    connectionIds: () => connections.ids(),
    isOnline,
    onChange: (connectionId) => tell('catalog:changed', { connectionId }),
    onRebuilt(connectionId) {
      tell('catalog:rebuilt', { connectionId })
      images.prefetcher.syncEnded(connectionId)
    },
    onSync(state) {
      tell('sync:changed', state)
      platform.onSync()
      headless.changed()
      images.syncChanged(state)
      afterSync.syncChanged(state)
      publishing.syncChanged(state)
      firstFills.hear(state)
      updates.reconsider()
    },
    onNetwork(state) {
      tell('network:changed', state)
      images.networkChanged(state)
    },
    log
  })
  const { catalog, sync } = copies

  const history = composeHistory({
    catalog: catalog.db.history,
    addressOf,
    registerPicture,
    productsOf: (id, ids) => catalog.products.products(id, ids)
  })

  const reviewing: ReviewsFeature = composeReviews({
    settings,
    threadFile: threads.reviews,
    connectionsFolder,
    removedFolder: paths.removedReviewsFolder,
    storeOf: (id) => storeKeyOf(id, addressOf(id)),
    isKnown,
    askWhereToShare: ask.shareReviews,
    askWhatToMerge: ask.mergeReviews,
    askBackupFolder: ask.backupFolder,
    onMerge: (progress) => tell('reviews:merge-changed', progress),
    onBackupFolder: (state) => tell('reviews:backup-folder-changed', state),
    catalog: catalog.db,
    markSeen: (id, changes, seen) => catalog.db.history.markSeen(id, changes, seen),
    registerPicture,
    readers: {
      release: (id) => exports.reviews.release(id),
      replaced: (id) => exports.reviews.replaced(id)
    },
    onDecision: (id) => teams.reviewed(id),
    claim: (id, candidates, count) => teams.claim(id, candidates, count),
    team: {
      shareByFile: (id, path) => teams.shareByFile(id, path),
      mergeByFile: (id, path, by) => teams.mergeByFile(id, path, by)
    },
    onChange(connectionId, productIds) {
      tell('reviews:changed', { connectionId, productIds })
      alerts.reviewed(connectionId, productIds)
    },
    log
  })
  const { reviews } = reviewing

  const { teams, handlers: teamHandlers } = composeTeam({
    bookOf: (id) => reviews.teamBook(id),
    hasTeam: (id) => reviews.hasTeam(id),
    storeOf: (id) => storeKeyOf(id, addressOf(id)),
    secrets: connecting.teamSecrets,
    reviewer: () => reviewing.own.reviewer(),
    setReviewer: (name) => reviewing.own.setReviewer(name),
    network: network.access,
    presetOf: (id) => offerOf(id)?.team ?? null,
    askFolder: ask.teamFolder,
    isKnown,
    onChange: (connectionId) => tell('team:changed', { connectionId }),
    settings,
    onViews(connectionId) {
      tell('views:changed', { connectionId, ...namedViewsOf(settings.get(), connectionId) })
      alerts.viewsChanged(connectionId)
    },
    onRules: (connectionId) => quality.audits.rulesChanged(connectionId),
    onExchanged: (connectionId) => publishing.exchanged(connectionId),
    beforeLeaving: (connectionId) => publishing.forget(connectionId),
    log
  })

  const sharing: PublishingFeature = composePublishing({
    threadFile: threads.publishing,
    connectionsFolder,
    isKnown,
    catalogFile: (id) => catalog.db.file(id),
    team: {
      hasTeam: (id) => reviews.hasTeam(id),
      membership: (id) => reviews.teamBook(id).membership(),
      record: (id) => reviews.teamBook(id).record(),
      borrow: (id, work) => teams.borrow(id, work)
    },
    key: (device) => connecting.teamSecrets.key(device),
    reviewer: () => reviewing.own.reviewer(),
    mostAge: (id) => mostAgeOf(syncState(id).schedule),
    onNew: (id) => sync.syncs.startForPublication(id),
    onChange: (connectionId) => tell('team:changed', { connectionId }),
    log
  })
  const { publishing } = sharing

  const afterSync: AfterSync = composeAfterSync({
    settings,
    threadFile: threads.audit,
    connectionsFolder,
    currencyOf: (id) => connections.currencyOf(id),
    isKnown,
    productsOf: (id, ids) => catalog.products.products(id, ids),
    catalog: catalog.db,
    reviews,
    syncState,
    onAudit(state) {
      tell('audit:changed', state)
      headless.changed()
    },
    onNews: (connectionId, news) => tell('views:news-changed', { connectionId, news }),
    onArrivals(connectionId, arrivals) {
      tell('views:arrived', { connectionId, arrivals })
      const store = connections.of(connectionId)?.name
      if (store !== undefined) platform.notify({ connectionId, store, arrivals })
    },
    log
  })
  const { quality, alerts } = afterSync

  const today = composeToday({
    catalog: catalog.db,
    history: catalog.db.history,
    audits: quality.audits,
    reviews,
    isKnown
  })

  const exporting: ExportFeature = composeExport({
    settings,
    preferences,
    threadFile: threads.export,
    connectionsFolder,
    noteFile: paths.exportingFile,
    catalog: catalog.db,
    findingFacts: (id, products) => quality.audits.factsOf(id, products),
    connectionOf: (id) => connections.of(id),
    pictures: images.service,
    decoder,
    print: platform.print,
    askWhere: ask.exportProducts,
    showFile: platform.showFile,
    onChange(state) {
      tell('export:changed', state)
      headless.changed()
      updates.reconsider()
    },
    log
  })
  const { exports } = exporting

  const connectionCheck = composeConnectionCheck({
    addedAuthorities: network.access.addedAuthorities,
    isOnline,
    findProxy: network.findProxy,
    resolveName: resolveBySystem,
    client,
    addressOf,
    credentialsOf,
    credentialState: (id) => credentials.state(id),
    probeKeychain: () => credentials.probe(),
    onAsked: (id, failure) => sync.reachability.report(id, failure),
    onChange: (report) => tell('connection-check:changed', report)
  })

  const updating: UpdatesFeature = composeUpdates({
    preferences,
    by: platform.updatedBy,
    load: () => platform.loadUpdater(network.access),
    connectionIds: () => connections.ids(),
    syncState,
    exportState: () => exports.state(),
    quitWith: platform.quitWith,
    onInstallFailed: platform.onInstallFailed,
    onChange: (state) => tell('updates:changed', state),
    log
  })
  const { updates } = updating

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
    audits: quality.audits,
    prefetcher: images.prefetcher,
    threads: threadWatch,
    log,
    askWhere: ask.saveDiagnostics,
    openLogs: platform.openLogs
  })

  const headless: HeadlessFeature = composeHeadless({
    settings,
    language: () => preferences.language(),
    list: () => connections.list(),
    syncs: sync.syncs,
    audits: quality.audits,
    allowAudits(id) {
      if (!hasBegun) quality.audits.follow([id], null)
    },
    exports,
    publishing,
    reviews
  })

  let hasBegun = false

  function follow(): void {
    if (!hasBegun) return
    const now = [connections.ids(), connections.activeId()] as const
    copies.follow(...now)
    images.follow(...now)
    quality.audits.follow(...now)
    reviews.follow(...now)
    teams.follow(connections.ids())
  }

  /** Deletes all but the reviews of a connection, which are put away. Whether all of it is gone. */
  async function forget(id: string, store: Parameters<typeof reviews.leave>[1]): Promise<boolean> {
    // At once: a page that is on its way is of the store before.
    catalog.products.forget(id)
    firstFills.forget(id)
    alerts.forget(id)
    await exports.forget(id)
    const left: Result<null>[] = []
    await images.forget(id, async () => {
      left.push(await quality.forget(id, async () => void left.push(await copies.forget(id))))
    })
    if (reviews.hasTeam(id)) left.push(await teams.leave(id))
    left.push(await reviews.leave(id, store))
    return left.every(({ ok }) => ok)
  }

  return {
    client,
    connections: connecting,
    catalog,
    images,
    exports,
    syncs: sync.all,
    runCommand: (...asked) => headless.run(...asked),
    handlers: {
      ...afterSync.handlers,
      ...catalog.handlers,
      ...connectionCheck.handlers,
      ...connecting.handlers,
      ...diagnostics.handlers,
      ...exporting.handlers,
      ...history.handlers,
      ...images.handlers,
      ...network.handlers,
      ...sharing.handlers,
      ...reviewing.handlers,
      ...settingsHandlers({ preferences, settings, isKnown, onNamedViews: (id) => alerts.viewsChanged(id) }),
      ...sync.handlers,
      ...teamHandlers,
      ...today.handlers,
      ...updating.handlers
    },
    begin() {
      if (hasBegun) return
      hasBegun = true
      follow()
      void reviewing.putAwayOwnerless()
    },
    preferencesChanged({ density, pictureLimit, syncSchedule }, before) {
      network.settings.preferencesChanged()
      if (density !== before.density) void settings.remember((current) => withDensity(current, density))
      if (pictureLimit !== before.pictureLimit) void images.limitChanged()
      if (syncSchedule !== before.syncSchedule) sync.syncs.schedulesChanged()
      updates.reconsider()
    },
    suspend() {
      sync.syncs.suspend()
      images.prefetcher.suspend()
    },
    wake() {
      client.wake()
      sync.syncs.wake()
      images.prefetcher.wake()
      sync.reachability.networkChanged()
    },
    async close() {
      // A mark looks at the catalog before it is saved: both stay open for those that were asked for (fault 134).
      await settledWithin(reviews.settled(), quitting.decisions)
      updates.close()
      firstFills.close()
      threadWatch.close()
      await settledWithin(teams.close(), quitting.decisions)
      const exported = settledWithin(exports.close(), quitting.export)
      network.close()
      // What was found of pictures goes into the catalogs before they are closed; exports and audits read them.
      const readers = [exported, images.stop(), quality.audits.close(), sharing.close()]
      const closed = Promise.all(readers).then(() => copies.close())
      await Promise.all([closed, reviews.close(), connections.close(), images.close(), settings.flush()])
    }
  }
}
