import type { AuditState } from '../contract/audit'
import type { AppInfo } from '../contract/channels'
import type { Connection, KeychainState } from '../contract/connection'
import type { NetworkState } from '../contract/coverage'
import type { NetworkPreferencesState } from '../contract/network-preferences'
import type { PrefetchState } from '../contract/picture'
import type { ManagedFile, Preferences } from '../contract/preferences'
import type { SyncState } from '../contract/sync'
import type { ThreadFacts } from './thread-watch'

/** What is known of one connection. */
export interface ConnectionFacts {
  connection: Connection
  network: NetworkState
  sync: SyncState
  /** null: it cannot be told. */
  audit: AuditState | null
  gathering: PrefetchState
  /** On disk: the copy, reviews and findings. */
  folder: { files: number; bytes: number }
}

/** All that a report tells of. */
export interface DiagnosticsFacts {
  /** ms since 1970. */
  at: number
  info: AppInfo
  /** Names and what they are, as `os: Windows 11`. */
  system: Record<string, string | number | boolean>
  isOnline: boolean
  network: NetworkPreferencesState
  /** Names of environment variables that name a proxy; never what they say, which may hold a password. */
  proxyVariables: string[]
  keychain: KeychainState
  preferences: Preferences
  managed: ManagedFile
  activeId: string | null
  connections: ConnectionFacts[]
  pictures: { files: number; bytes: number }
  threads: ThreadFacts[]
  /** The last of them, oldest first. */
  logLines: string[]
}
