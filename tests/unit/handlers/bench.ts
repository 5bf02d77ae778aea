import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createStoreClient } from '../../../electron/api/store-client'
import { composeAudit } from '../../../electron/compose-audit'
import { composeCatalog } from '../../../electron/compose-catalog'
import { composeExport } from '../../../electron/compose-export'
import { composePictures } from '../../../electron/compose-pictures'
import { composeReviews } from '../../../electron/compose-reviews'
import { composeUpdates } from '../../../electron/compose-updates'
import { Connections } from '../../../electron/connections/connections'
import { storeKeyOf } from '../../../electron/connections/demo'
import { keptIn } from '../../../electron/connections/kept-in'
import type { Channel, Input, Output } from '../../../electron/contract/channels'
import { fail, type Result } from '../../../electron/contract/failure'
import { createKeychain } from '../../../electron/credentials/keychain'
import { CredentialStore } from '../../../electron/credentials/store'
import { startDemoStore } from '../../../electron/demo/demo-store'
import { composeDiagnostics } from '../../../electron/compose-diagnostics'
import { createDoctor } from '../../../electron/doctor/doctor'
import { createHandlers } from '../../../electron/handlers'
import { resolveBySystem } from '../../../electron/images/guarded-lookup'
import { layOutPaths } from '../../../electron/paths'
import { createNetworkSettings } from '../../../electron/network/network-settings'
import { createDecoder } from '../../../electron/images/decoder'
import { answer } from '../../../electron/ipc/answer'
import { createLog } from '../../../electron/log'
import { loadSettings } from '../../../electron/settings/load'
import { SettingsStore } from '../../../electron/settings/settings'
import { savePicture } from '../../../electron/window/save-picture'
import { preferencesIn } from '../../support/preferences'
import { copyThreads, threadFile } from '../../support/threads'
import { forkDecoder } from '../../support/hostile-images/forked-decoder'

export interface RunningApp {
  call<C extends Channel>(channel: C, input: Input<C>): Promise<Result<Output<C>>>
  /** As `call`, for an answer that must be good. */
  get<C extends Channel>(channel: C, input: Input<C>): Promise<Output<C>>
  /** How often the page was told that the connections changed. */
  changes(): number
  /** Everything that the page got, as text. */
  answers(): string
  opened: string[]
  /** Connections whose copy was damaged and begins anew. */
  rebuilt: string[]
  /** As when the app quits. */
  close(): Promise<void>
}

/** The main process without its window: all parts as in main.ts, on a profile folder. */
export async function startApp(folder: string, demo = false): Promise<RunningApp> {
  const log = createLog({ folder: join(folder, 'logs'), echo: () => undefined })
  const path = join(folder, 'settings.json')
  const settings = new SettingsStore(path, await loadSettings(path))
  const onSecret = (secret: string): void => log.redactor.register(secret)
  let changes = 0
  const rebuilt: string[] = []
  const follow = (): void => {
    products.follow(connections.ids(), connections.activeId())
    care.follow(connections.ids(), connections.activeId())
    auditParts.audits.follow(connections.ids(), connections.activeId())
    reviewParts.reviews.follow(connections.ids(), connections.activeId())
  }
  const onChange = (): void => {
    changes += 1
    follow()
  }
  const client = createStoreClient({
    resolveProxy: () => Promise.resolve('DIRECT'),
    log,
    sleep: () => Promise.resolve()
  })
  const credentials = new CredentialStore({
    keychain: createKeychain(),
    keptIn: (id) => keptIn(settings.get(), id),
    onSecret,
    onChange
  })
  const preferences = preferencesIn(settings)
  const decoder = createDecoder({ spawn: forkDecoder })
  const care = composePictures({
    storeUrl: (id) => connections.addressOf(id)?.baseUrl ?? null,
    resolveProxy: () => Promise.resolve('DIRECT'),
    decoder,
    threadFile: threadFile('pictures'),
    folder: join(folder, 'pictures'),
    settings,
    preferences,
    copy: () => products.copy.pictures,
    onFound: (id) => auditParts.audits.copyChanged(id),
    syncState: (id) => products.syncs.state(id),
    // Nothing is fetched in the background: only what a test asks for.
    isOnline: () => false,
    onStorage: () => undefined,
    onGathering: () => undefined,
    log
  })
  const products = composeCatalog({
    threads: copyThreads(),
    connectionsFolder: join(folder, 'connections'),
    addressOf: (id) => connections.addressOf(id),
    credentialsOf: (id) => connections.credentialsOf(id),
    client,
    settings,
    preferences,
    registerPicture: (id, address, product) => care.pictures.register(id, address, product),
    isOnline: () => true,
    onCatalog: () => undefined,
    onRebuilt: (id) => rebuilt.push(id),
    onSync(state) {
      care.syncChanged(state)
      auditParts.syncChanged(state)
    },
    onNetwork: (state) => care.networkChanged(state),
    log
  })
  const reviewParts = composeReviews({
    threadFile: threadFile('reviews'),
    connectionsFolder: join(folder, 'connections'),
    removedFolder: join(folder, 'removed-reviews'),
    storeOf: (id) => storeKeyOf(id, connections.addressOf(id)),
    askWhereToShare: () => Promise.resolve(join(folder, 'shared')),
    askWhatToMerge: () => Promise.resolve(join(folder, 'shared')),
    copy: products.copy,
    registerPicture: (id, address, product) => care.pictures.register(id, address, product),
    settings,
    onChange: () => undefined,
    log
  })
  const auditParts = composeAudit({
    threadFile: threadFile('audit'),
    connectionsFolder: join(folder, 'connections'),
    currencyOf: (id) => connections.currencyOf(id),
    copy: products.copy,
    reviews: reviewParts.reviews,
    syncState: (id) => products.syncs.state(id),
    settings,
    onChange: () => undefined,
    log
  })
  const connections = new Connections({
    settings,
    credentials,
    client,
    startDemoStore,
    onSecret,
    onChange,
    async onForget(id) {
      await care.forget(id, () => auditParts.forget(id, () => products.forget(id)))
      await reviewParts.reviews.leave(id)
    },
    onKeyChanged: (id) => products.keyChanged(id),
    onPage: (id, page, at) => products.takePage(id, page, at)
  })
  connections.restore(demo)
  follow()
  let isClosed = false
  const close = async (): Promise<void> => {
    if (isClosed) return
    isClosed = true
    const closing = Promise.all([care.stop(), auditParts.audits.close()]).then(() => products.close())
    client.close()
    const reviewed = reviewParts.reviews.close()
    await Promise.all([closing, reviewed, settings.flush(), connections.close(), care.close()])
  }
  onTestFinished(close)
  const opened: string[] = []
  const info = {
    version: '1.0.0',
    platform: 'linux',
    locale: 'en',
    profileFolder: folder,
    runtime: 'electron',
    versions: []
  } as const
  const network = createNetworkSettings({
    preferences,
    askForFile: () => Promise.resolve(null),
    onChange: () => undefined
  })
  const handlers = createHandlers({
    info,
    setMenuState: () => undefined,
    openExternal: (url) => Promise.resolve(url.startsWith('https:') && opened.push(url) > 0),
    connections,
    credentials,
    preferences,
    ...products,
    doctor: createDoctor({
      isOnline: () => true,
      findProxy: () => Promise.resolve({ pac: 'DIRECT', origin: 'system' }),
      resolveName: resolveBySystem,
      client,
      addressOf: (id) => connections.addressOf(id),
      credentialsOf: (id) => connections.credentialsOf(id),
      credentialState: (id) => credentials.state(id),
      probeKeychain: () => credentials.probe(),
      onAsked: () => undefined,
      onChange: () => undefined
    }),
    diagnostics: composeDiagnostics({
      info,
      paths: layOutPaths(folder, join(folder, 'main')),
      isOnline: () => true,
      network,
      credentials,
      preferences,
      connections,
      reachability: products.reachability,
      syncs: products.syncs,
      audits: auditParts.audits,
      gatherings: care.gatherings,
      log,
      askWhere: (name) => Promise.resolve(join(folder, name)),
      openLogs: () => Promise.resolve(true)
    }),
    network,
    exports: composeExport({
      threadFile: threadFile('export'),
      connectionsFolder: join(folder, 'connections'),
      noteFile: join(folder, 'exporting'),
      copy: products.copy,
      connectionOf: (id) => connections.of(id),
      settings,
      pictures: care.pictures,
      decoder,
      print: () => Promise.resolve(fail('internal', { reason: 'nothing is printed here' })),
      askWhere: (name) => Promise.resolve(join(folder, name)),
      showFile: () => Promise.resolve(true),
      onChange: () => undefined,
      log
    }),
    updates: composeUpdates({
      by: 'nobody',
      load: () => Promise.reject(new Error('nothing is updated here')),
      preferences,
      connectionIds: () => connections.ids(),
      syncState: (id) => products.syncs.state(id),
      exportState: () => null,
      quitWith: () => undefined,
      onChange: () => undefined,
      log
    }),
    pictures: care.pictures,
    gatherings: care.gatherings,
    pictureCare: care,
    reviewParts,
    audits: auditParts.audits,
    savePicture: (picture) =>
      savePicture(
        { pictures: care.pictures, askWhere: (name) => Promise.resolve(join(folder, name)) },
        picture
      ),
    settings,
    isKnown: (id) => connections.addressOf(id) !== null
  })
  const said: string[] = []
  const call: RunningApp['call'] = async (channel, input) => {
    const result = (await answer(handlers, log, channel, input)) as Result<Output<typeof channel>>
    said.push(JSON.stringify(result))
    return result
  }
  return {
    call,
    async get(channel, input) {
      const result = await call(channel, input)
      if (!result.ok) throw new Error(`${channel} failed: ${JSON.stringify(result.failure)}`)
      return result.value
    },
    changes: () => changes,
    answers: () => said.join('\n'),
    opened,
    rebuilt,
    close
  }
}

/** Everything that stands in the files of a folder. */
export function textOf(folder: string): string {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path))
  return paths
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
}
