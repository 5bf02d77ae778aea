import type { StoreClient, StoreClientDeps } from '../api/types'
import type { Catalog } from '../catalog'
import type { ConnectionsFeature } from '../connections'
import type { AppInfo, EventName, Events } from '../contract/channels'
import type { Handlers, HandlersOf } from '../contract/bridge'
import type { Preferences } from '../contract/preferences'
import type { ViewArrival } from '../contract/view'
import type { ExportFeature, ExportsDeps } from '../export'
import type { HeadlessFeature } from '../headless'
import type { DecoderPort, Images } from '../images'
import type { AppLog } from '../log/log'
import type { NetworkAccess } from '../network'
import type { ManagedConnection, PreferencesStore, SettingsStore } from '../settings'
import type { AllSyncs } from '../sync'
import type { UpdatesDeps } from '../updates'
import type { AppPaths } from './paths'
import type { StayAwake } from './stay-awake'
import type { ThreadFiles } from './thread-files'

/** Tells the page something unasked. */
export type Tell = <E extends EventName>(event: E, payload: Events[E]) => void

/** What a sync of a store brought into watched views. */
export interface ArrivalNotice {
  connectionId: string
  /** The name of the store. */
  store: string
  arrivals: readonly ViewArrival[]
}

/** Asks the person which file: null, none. */
type Ask<T = string> = (about: T) => Promise<string | null>

/** The dialogs for files. What is asked where to be saved is told the name that is offered. */
export interface Dialogs {
  authorities: () => Promise<string | null>
  shareReviews: Ask
  /** Told how such files end. */
  mergeReviews: Ask
  /** A folder for second copies of backups. */
  backupFolder: () => Promise<string | null>
  /** The folder of a team's space. */
  teamFolder: () => Promise<string | null>
  exportProducts: Ask
  savePicture: Ask
  saveDiagnostics: Ask
}

/** What the features need of what the app runs in, which is Electron or a test. */
export interface Platform {
  tell: Tell
  ask: Dialogs
  /** Whether this computer has any network. */
  isOnline: () => boolean
  /** As Electron's `session.resolveProxy`. */
  askSystemForProxy: (url: string) => Promise<string>
  spawnDecoder: () => DecoderPort
  stayAwake: StayAwake
  /** A sync is not as it was. */
  onSync: () => void
  /** Tells in the system, if a person wants that and does not look at the window, what a sync brought into watched views. */
  notify: (notice: ArrivalNotice) => void
  print: ExportsDeps['print']
  showFile: ExportsDeps['showFile']
  openLogs: () => Promise<boolean>
  updatedBy: UpdatesDeps['by']
  /** Loads what updates this app, with the way to the network that it is to take. */
  loadUpdater: (access: NetworkAccess) => ReturnType<UpdatesDeps['load']>
  quitWith: UpdatesDeps['quitWith']
  onInstallFailed: UpdatesDeps['onInstallFailed']
  /** How a request waits until it is tried again; for tests. */
  sleep?: StoreClientDeps['sleep']
}

export interface AppDeps {
  info: AppInfo
  paths: AppPaths
  settings: SettingsStore
  preferences: PreferencesStore
  /** The stores that the organization has set up. */
  offered: readonly ManagedConnection[]
  threads: ThreadFiles
  platform: Platform
  log: AppLog
}

/** All that the app does without its window. */
export interface App {
  /** What the page can call, except for what is about the window. */
  handlers: Omit<Handlers, keyof HandlersOf<'app'>>
  client: StoreClient
  connections: ConnectionsFeature
  catalog: Catalog
  images: Images
  exports: ExportFeature['exports']
  syncs: AllSyncs
  /** Does a command that was given without a window. */
  runCommand: HeadlessFeature['run']
  /** Starts what goes on by itself for each connection: syncs, quality checks, downloads of pictures, backups. */
  begin(): void
  /** Some preferences, in force from now on, have changed. */
  preferencesChanged(now: Preferences, before: Preferences): void
  /** The computer goes to sleep: nothing is begun that it would break off. */
  suspend: () => void
  wake: () => void
  /** Closes everything that is open. */
  close(): Promise<unknown>
}
