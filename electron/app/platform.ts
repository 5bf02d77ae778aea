import type { StoreClientDeps } from '../api/types'
import type { EventName, Events } from '../contract/channels'
import type { DecoderPort } from '../images/decode/decoder-port'
import type { ExportsDeps } from '../export/exports'
import type { UpdatesDeps } from '../updates/updates'
import type { StayAwake } from './stay-awake'

/** How whatever asks the network gets there, and whom it trusts. */
export interface Ways {
  /** As Electron's `session.resolveProxy`. */
  resolveProxy: (url: string) => Promise<string>
  /** Certificate authorities (PEM) that were added; another array only when they are others. */
  addedAuthorities: () => readonly string[]
}

/** Tells the page something unasked. */
export type Tell = <E extends EventName>(event: E, payload: Events[E]) => void

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
  exportProducts: Ask
  savePicture: Ask
  saveDiagnostics: Ask
}

/** What the parts need of what the app runs in, which is Electron or a test. */
export interface Surroundings {
  tell: Tell
  ask: Dialogs
  /** Whether this computer has any network. */
  isOnline: () => boolean
  /** As Electron's `session.resolveProxy`. */
  askSystemForProxy: (url: string) => Promise<string>
  spawnDecoder: () => DecoderPort
  stayAwake: StayAwake
  print: ExportsDeps['print']
  showFile: ExportsDeps['showFile']
  openLogs: () => Promise<boolean>
  updatedBy: UpdatesDeps['by']
  /** Loads what updates this app, with the way to the network that it is to take. */
  loadUpdater: (ways: Ways) => ReturnType<UpdatesDeps['load']>
  quitWith: UpdatesDeps['quitWith']
  onInstallFailed: UpdatesDeps['onInstallFailed']
  /** How a request waits until it is tried again; for tests. */
  sleep?: StoreClientDeps['sleep']
}
