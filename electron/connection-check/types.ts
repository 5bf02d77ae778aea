import type { LookupAddress } from 'node:dns'
import type { AgentDeps } from '../api/agents'
import type { StoreAddress, StoreClient } from '../api/types'
import type { Credentials, CredentialState, KeychainState } from '../contract/connection'
import type { Failure, Result } from '../contract/failure'
import type { FoundProxy } from '../network/find-proxy'

/** What a connection check needs of the app. */
export interface ConnectionCheckDeps extends Pick<AgentDeps, 'ca' | 'addedAuthorities' | 'lookup'> {
  /** Whether this computer has any network (Electron's `net.isOnline`). */
  isOnline: () => boolean
  findProxy: (url: string) => Promise<FoundProxy>
  resolveName: (hostname: string) => Promise<LookupAddress[]>
  client: Pick<StoreClient, 'fetchPage'>
  /** Where a connection's store is; null when it is unknown. */
  addressOf: (connectionId: string) => StoreAddress | null
  /** Fails with `credentials-missing` or as the keychain does. */
  credentialsOf: (connectionId: string) => Promise<Result<Credentials>>
  /** Where the key is, once it has been asked for. */
  credentialState: (connectionId: string) => CredentialState
  /** Asks the keychain whether it can be used, which may show its prompt. */
  probeKeychain: () => Promise<KeychainState>
  /** What became of the question to the store; null: it answered as it should. */
  onAsked: (connectionId: string, failure: Failure | null) => void
  /** ms since 1970. */
  now?: () => number
}
