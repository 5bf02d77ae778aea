import { app, net, powerMonitor, utilityProcess, type BrowserWindow } from 'electron'
import { createStoreClient } from './api/store-client'
import auditFile from './audit/worker/audit?modulePath'
import readerFile from './catalog/worker/reader?modulePath'
import writerFile from './catalog/worker/writer?modulePath'
import { composeAudit } from './compose-audit'
import { composeCatalog } from './compose-catalog'
import { composeDiagnostics } from './compose-diagnostics'
import { composeExport } from './compose-export'
import { composePictures } from './compose-pictures'
import { composeReviews } from './compose-reviews'
import { composeUpdates } from './compose-updates'
import type { AuditState } from './contract/audit'
import type { ExportState } from './contract/export'
import { directionOf } from './contract/languages'
import type { GatheringState } from './contract/picture'
import { Connections } from './connections/connections'
import { storeKeyOf } from './connections/demo'
import { keptIn } from './connections/kept-in'
import { createKeychain } from './credentials/keychain'
import { CredentialStore } from './credentials/store'
import { quitting, settledWithin } from './deadline'
import { startDemoStore } from './demo/demo-store'
import exportFile from './export/worker/export?modulePath'
import { createDoctor } from './doctor/doctor'
import { createHandlers } from './handlers'
import { resolveBySystem } from './images/guarded-lookup'
import { createDecoder } from './images/decoder'
import { spawnUtilityDecoder } from './images/utility-decoder'
import picturesFile from './images/worker/store?modulePath'
import { paced } from './ipc/paced'
import { publish } from './ipc/publish'
import { serve } from './ipc/serve'
import { createLog, type AppLog } from './log'
import { findProxy, type FoundProxy } from './network/find-proxy'
import { createNetworkSettings } from './network/network-settings'
import { withDensity } from './preferences/density'
import { managedFilePath } from './preferences/managed-place'
import { readManagedFile } from './preferences/managed-file'
import { createPreferences } from './preferences/preferences'
import { layOutPaths, readCommandLine, type AppPaths } from './paths'
import reviewsFile from './reviews/worker/reviews?modulePath'
import { loadSettings } from './settings/load'
import { SettingsStore } from './settings/settings'
import { applyAppearance } from './window/appearance'
import { askWhatToRead, askWhereToSave } from './window/ask-where'
import { appInfo } from './window/app-info'
import { createAppMenu } from './window/app-menu'
import { listBundle } from './window/bundle-files'
import { devServerUrl } from './window/dev-server'
import { denyPermissions, guardAllContents } from './window/guards'
import { bringToFront, openMainWindow } from './window/main-window'
import { openExternal } from './window/open-external'
import { appOrigin } from './window/origin'
import { createPrinting } from './window/printing'
import { askSystemForProxy } from './window/proxy'
import { howThisIsUpdated, loadUpdater } from './window/load-updater'
import { quitInTime } from './window/quit'
import { savePicture } from './window/save-picture'
import { registerAppScheme, serveAppScheme } from './window/scheme'
import { openFolder, showFile } from './window/show-file'
import { showTextMenus } from './window/show-text-menus'
import { wordsIn, type Words } from './window/words'

const commandLine = readCommandLine(process.argv, process.cwd())

// The profile's place decides which instance is the first, so it comes before the lock; schemes and the
// sandbox must be settled before Electron is ready.
if (commandLine.userDataFolder !== null) app.setPath('userData', commandLine.userDataFolder)
app.enableSandbox()
registerAppScheme()
if (app.requestSingleInstanceLock()) begin()
else app.quit()

function begin(): void {
  const paths = layOutPaths(app.getPath('userData'), import.meta.dirname)
  const isVerbose = !app.isPackaged && process.env.VITRINE_LOG === 'debug'
  const echo = (line: string): unknown => process.stderr.write(line)
  const log = createLog({ folder: paths.logsFolder, ...(isVerbose ? { echo } : {}) })
  process.on('uncaughtExceptionMonitor', (error) => log.error('uncaught exception', { error }))
  process.on('unhandledRejection', (error) => log.error('unhandled rejection', { error }))
  log.info('started', { version: app.getVersion(), platform: process.platform })
  guardAllContents(log)
  app
    .whenReady()
    .then(() => start(paths, log))
    .catch((error: unknown) => {
      log.error('the app could not start', { error })
      app.exit(1)
    })
}

async function start(paths: AppPaths, log: AppLog): Promise<void> {
  denyPermissions()
  const loaded = await loadSettings(paths.settingsFile)
  const settings = new SettingsStore(paths.settingsFile, loaded)
  if (loaded.readOnly ?? loaded.setAside) log.warn('settings begin anew', { ...loaded, settings: undefined })

  const managed = await readManagedFile(managedFilePath(process.platform, process.env, app.isPackaged))
  if (managed.file.state === 'refused') log.warn('the managed settings are refused', { ...managed.file })
  const preferences = createPreferences({
    settings,
    managed,
    systemLanguages: () => app.getPreferredSystemLanguages(),
    onChange(state, before) {
      const { appearance, density, language, pictureLimit, syncSchedule } = state.preferences
      applyAppearance(appearance)
      network.preferencesChanged()
      if (density !== before.density) void settings.remember((current) => withDensity(current, density))
      if (language !== before.language) menu.install()
      if (pictureLimit !== before.pictureLimit) void care.limitChanged()
      if (syncSchedule !== before.syncSchedule) products.syncs.schedulesChanged()
      updates.reconsider()
      publish(contents(), 'preferences:changed', state)
    }
  })
  const words = (): Words => wordsIn(preferences.language())
  applyAppearance(preferences.get().appearance)

  let window: BrowserWindow | null = null
  const contents = (): Electron.WebContents | null => window?.webContents ?? null
  const isKnown = (id: string): boolean => connections.addressOf(id) !== null
  const onSecret = (secret: string): void => log.redactor.register(secret)
  const follow = (): void => {
    products.follow(connections.ids(), connections.activeId())
    care.follow(connections.ids(), connections.activeId())
    auditParts.audits.follow(connections.ids(), connections.activeId())
    reviewParts.reviews.follow(connections.ids(), connections.activeId())
  }
  const announce = (): void => {
    follow()
    publish(contents(), 'connections:changed', null)
  }

  const network = createNetworkSettings({
    preferences,
    askForFile: () =>
      askWhatToRead(window, words().addAuthorities, {
        name: words().certificateFiles,
        extensions: ['pem', 'crt', 'cer', 'der']
      }),
    onChange() {
      client.wake()
      products.reachability.networkChanged()
    }
  })
  const proxyTo = (url: string): Promise<FoundProxy> =>
    findProxy(
      { settings: () => network.proxy(), askSystem: askSystemForProxy, environment: process.env },
      url
    )
  const ways = {
    resolveProxy: async (url: string) => (await proxyTo(url)).pac,
    addedAuthorities: () => network.authorities()
  }
  const client = createStoreClient({ ...ways, log, version: app.getVersion() })
  // Beside the start of the window: the first https request would hold it up for as long.
  void client.warm()
  const keychain = createKeychain({ onLate: () => credentials.reconsider() })
  const credentials = new CredentialStore({
    keychain,
    keptIn: (id) => keptIn(settings.get(), id),
    onSecret,
    onChange: announce
  })
  const decoder = createDecoder({
    spawn: () => spawnUtilityDecoder(utilityProcess),
    log: (event, facts) => log.warn(event, facts)
  })
  const tellGathering = paced<GatheringState>(500, (state) =>
    publish(contents(), 'pictures:gathering-changed', state)
  )
  const care = composePictures({
    storeUrl: (id) => connections.addressOf(id)?.baseUrl ?? null,
    ...ways,
    decoder,
    threadFile: picturesFile,
    folder: paths.picturesFolder,
    settings,
    preferences,
    copy: () => products.copy.pictures,
    onFound: (id) => auditParts.audits.copyChanged(id),
    syncState: (id) => products.syncs.state(id),
    isOnline: () => net.isOnline(),
    onGathering: (state) => tellGathering(state.connectionId, state),
    onStorage: (state) => publish(contents(), 'pictures:storage-changed', state),
    log
  })
  const { pictures, gatherings } = care
  const tellCatalog = paced<string>(500, (connectionId) =>
    publish(contents(), 'catalog:changed', { connectionId })
  )
  const products = composeCatalog({
    threads: { readerFile, writerFile },
    connectionsFolder: paths.connectionsFolder,
    addressOf: (id) => connections.addressOf(id),
    credentialsOf: (id) => connections.credentialsOf(id),
    client,
    settings,
    preferences,
    registerPicture: (id, address, product) => pictures.register(id, address, product),
    isOnline: () => net.isOnline(),
    onCatalog: (id) => tellCatalog(id, id),
    onRebuilt(connectionId) {
      publish(contents(), 'catalog:rebuilt', { connectionId })
      gatherings.syncEnded(connectionId)
    },
    onSync(state) {
      publish(contents(), 'sync:changed', state)
      care.syncChanged(state)
      auditParts.syncChanged(state)
      updates.reconsider()
    },
    onNetwork(state) {
      publish(contents(), 'network:changed', state)
      care.networkChanged(state)
    },
    log
  })
  const reviewParts = composeReviews({
    threadFile: reviewsFile,
    connectionsFolder: paths.connectionsFolder,
    removedFolder: paths.removedReviewsFolder,
    storeOf: (id) => storeKeyOf(id, connections.addressOf(id)),
    askWhereToShare: (name) => askWhereToSave(window, words().shareReviews, name, words().reviewFiles),
    askWhatToMerge: (extension) =>
      askWhatToRead(window, words().mergeReviews, { name: words().reviewFiles, extensions: [extension] }),
    copy: products.copy,
    registerPicture: (id, address, product) => pictures.register(id, address, product),
    settings,
    onChange: (connectionId, productIds) =>
      publish(contents(), 'reviews:changed', { connectionId, productIds }),
    log
  })
  const tellAudit = paced<AuditState>(250, (state) => publish(contents(), 'audit:changed', state))
  const auditParts = composeAudit({
    threadFile: auditFile,
    connectionsFolder: paths.connectionsFolder,
    currencyOf: (id) => connections.currencyOf(id),
    copy: products.copy,
    reviews: reviewParts.reviews,
    syncState: (id) => products.syncs.state(id),
    settings,
    onChange: (state) => tellAudit(state.connectionId, state),
    log
  })
  const connections = new Connections({
    settings,
    credentials,
    client,
    startDemoStore,
    onSecret,
    onChange: announce,
    async onForget(id) {
      await exports.forget(id)
      await care.forget(id, () => auditParts.forget(id, () => products.forget(id)))
      await reviewParts.reviews.leave(id)
    },
    onKeyChanged: (id) => products.keyChanged(id),
    onPage: (id, page, at) => products.takePage(id, page, at)
  })

  const doctor = createDoctor({
    addedAuthorities: ways.addedAuthorities,
    isOnline: () => net.isOnline(),
    findProxy: proxyTo,
    resolveName: resolveBySystem,
    client,
    addressOf: (id) => connections.addressOf(id),
    credentialsOf: (id) => connections.credentialsOf(id),
    credentialState: (id) => credentials.state(id),
    probeKeychain: () => credentials.probe(),
    onAsked: (id, failure) => products.reachability.report(id, failure),
    onChange: (checkup) => publish(contents(), 'doctor:changed', checkup)
  })
  const tellExport = paced<ExportState>(250, (state) => publish(contents(), 'export:changed', state))
  const printing = createPrinting()
  const exports = composeExport({
    threadFile: exportFile,
    connectionsFolder: paths.connectionsFolder,
    noteFile: paths.exportingFile,
    copy: products.copy,
    connectionOf: (id) => connections.of(id),
    settings,
    pictures,
    decoder,
    print: printing.print,
    askWhere: (name) => askWhereToSave(window, words().exportProducts, name),
    showFile,
    onChange(state) {
      tellExport('', state)
      updates.reconsider()
    },
    log
  })
  const { by, address } = howThisIsUpdated()
  const updates = composeUpdates({
    by,
    load: () => loadUpdater(address, ways.resolveProxy, log),
    preferences,
    connectionIds: () => connections.ids(),
    syncState: (id) => products.syncs.state(id),
    exportState: () => exports.state(),
    quitWith: (last) => quitWith(last),
    onChange: (state) => publish(contents(), 'updates:changed', state),
    log
  })
  const menu = createAppMenu({
    isMac: process.platform === 'darwin',
    isPackaged: app.isPackaged,
    send: (command) => publish(contents(), 'menu:command', { command }),
    openLogs: () => void openFolder(paths.logsFolder),
    words,
    isRightToLeft: () => directionOf(preferences.language()) === 'rtl'
  })
  const info = appInfo()
  const diagnostics = composeDiagnostics({
    info,
    paths,
    isOnline: () => net.isOnline(),
    network,
    credentials,
    preferences,
    connections,
    reachability: products.reachability,
    syncs: products.syncs,
    audits: auditParts.audits,
    gatherings,
    log,
    askWhere: (name) => askWhereToSave(window, words().saveDiagnostics, name),
    openLogs: () => openFolder(paths.logsFolder)
  })
  const handlers = createHandlers({
    info,
    openExternal,
    setMenuState: menu.setState,
    connections,
    credentials,
    ...products,
    network,
    doctor,
    diagnostics,
    pictures,
    gatherings,
    pictureCare: care,
    reviewParts,
    audits: auditParts.audits,
    savePicture: (picture) =>
      savePicture(
        { pictures, askWhere: (name) => askWhereToSave(window, words().savePicture, name) },
        picture
      ),
    exports,
    updates,
    settings,
    preferences,
    isKnown
  })
  const devServer = devServerUrl(process.env, app.isPackaged)
  serve({ contents, origin: appOrigin, log }, handlers)
  const files = devServer ? new Map<string, string>() : listBundle(paths.rendererFolder)
  serveAppScheme({ files, pictures, printed: printing.pages }, devServer)
  // The first look at the keychain takes some ms; one that hangs must not hold up the first page.
  connections.restore(commandLine.demo, settledWithin(credentials.probe(), 1000))
  follow()

  menu.install()
  window = openMainWindow({ preloadFile: paths.preloadFile, settings, log, words })
  showTextMenus(window, words)
  window.on('closed', () => {
    window = null
    // What is laid out for print has a window of its own, with which the app would stay.
    void exports.close()
  })
  app.on('second-instance', (_, argv) => {
    if (window) bringToFront(window)
    if (readCommandLine(argv, process.cwd()).demo) void connections.openDemo()
  })
  powerMonitor.on('suspend', () => {
    products.syncs.suspend()
    gatherings.suspend()
  })
  powerMonitor.on('resume', () => {
    client.wake()
    products.syncs.wake()
    gatherings.wake()
    products.reachability.networkChanged()
  })
  app.on('window-all-closed', () => app.quit())
  const quitWith = quitInTime({
    deadline: quitting.all,
    isStuck: () => keychain.busy(),
    // Asynchronous from its first line, so that no error in it can keep the app from quitting.
    async close() {
      tellCatalog.close()
      tellGathering.close()
      tellAudit.close()
      tellExport.close()
      updates.close()
      // An export reads the copies, and what was found of pictures goes into them before they are closed.
      const exported = settledWithin(exports.close(), quitting.export)
      const closing = Promise.all([exported, care.stop(), auditParts.audits.close()]).then(() =>
        products.close()
      )
      client.close()
      const reviewed = reviewParts.reviews.close()
      await Promise.all([closing, reviewed, settings.flush(), connections.close(), care.close()])
    }
  })
}
