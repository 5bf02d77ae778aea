import {
  composeConnections,
  originOf,
  storeKeyOf,
  storeTextOf,
  type ConnectionsFeature
} from '../connections'
import type { SyncState } from '../contract/sync'
import { watchThreads } from '../diagnostics'
import { composeExport, type ExportFeature } from '../export'
import { composeHeadless, type HeadlessFeature } from '../headless'
import { composeHistory } from '../history'
import { composeImages, createDecoder, type Images } from '../images'
import { composeNetwork, type NetworkFeature } from '../network'
import { composePublishing, type PublishingFeature } from '../publishing'
import { composeReviews, type ReviewsFeature } from '../reviews'
import { namedViewsOf, settingsHandlers, type ManagedConnection } from '../settings'
import { mostAgeOf } from '../sync'
import { composeTeam } from '../team'
import { composeToday } from '../today'
import {
  composeAfterSync,
  composeCatalogAndSync,
  type AfterSync,
  type CatalogAndSync
} from './catalog-and-sync'
import { createLifecycle } from './lifecycle'
import { createFirstFills } from './stay-awake'
import type { App, AppDeps } from './types'
import { composeUpkeep } from './upkeep'

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

  const connecting: ConnectionsFeature = composeConnections({
    settings,
    offered: deps.offered,
    demoFolder: paths.demoFolder,
    connectionsFolder,
    client: network.client,
    onSecret: (secret) => log.redactor.register(secret),
    onChange() {
      lifecycle.follow()
      tell('connections:changed', null)
    },
    onForget: (id, store) => lifecycle.forget(id, store.baseUrl === '' ? undefined : store),
    onKeyChanged: (id) => copies.keyChanged(id),
    onPage: (id, page, at) => catalog.db.save(id, page, at)
  })
  const { connections } = connecting

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
    onPrefetch: (state) => tell('pictures:prefetch-changed', state),
    onStorage: (state) => tell('pictures:storage-changed', state),
    log
  })
  const registerPicture: Images['service']['register'] = (...picture) => images.service.register(...picture)

  const copies: CatalogAndSync = composeCatalogAndSync({
    settings,
    preferences,
    client: network.client,
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
      upkeep.updating.updates.reconsider()
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
    changes: catalog.db.history,
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

  const publishingFeature: PublishingFeature = composePublishing({
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
  const { publishing } = publishingFeature

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
      upkeep.updating.updates.reconsider()
    },
    log
  })
  const { exports } = exporting

  const upkeep = composeUpkeep(deps, {
    network,
    connecting,
    sync,
    audits: quality.audits,
    prefetcher: images.prefetcher,
    exports,
    threadWatch
  })

  const headless: HeadlessFeature = composeHeadless({
    settings,
    language: () => preferences.language(),
    list: () => connections.list(),
    syncs: sync.syncs,
    audits: quality.audits,
    allowAudits(id) {
      if (!lifecycle.hasBegun()) quality.audits.follow([id], null)
    },
    exports,
    publishing,
    reviews
  })

  const lifecycle = createLifecycle({
    settings,
    network,
    connecting,
    copies,
    images,
    reviewing,
    teams,
    publishingFeature,
    afterSync,
    exporting,
    upkeep,
    firstFills,
    threadWatch
  })

  return {
    client: network.client,
    connections: connecting,
    catalog,
    images,
    exports,
    syncs: sync.all,
    runCommand: (...asked) => headless.run(...asked),
    handlers: {
      ...afterSync.handlers,
      ...catalog.handlers,
      ...connecting.handlers,
      ...exporting.handlers,
      ...history.handlers,
      ...images.handlers,
      ...network.handlers,
      ...publishingFeature.handlers,
      ...reviewing.handlers,
      ...settingsHandlers({ preferences, settings, isKnown, onNamedViews: (id) => alerts.viewsChanged(id) }),
      ...sync.handlers,
      ...teamHandlers,
      ...today.handlers,
      ...upkeep.handlers
    },
    ...lifecycle
  }
}
