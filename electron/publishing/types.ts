import type { Result } from '../contract/failure'
import type { PublishingState } from '../contract/publishing'
import type { SyncState } from '../contract/sync'
import type { PublishedCatalogs } from '../sync'
import type { PlaceCarrier } from '../team/carriers/carrier'
import type { DeviceKey } from '../team/signed-lines'
import type { Membership, TeamRecord } from '../team/types'
import type { PublishingThread } from './publish'

export interface PublishingDeps {
  thread: PublishingThread
  /** Where a connection's publications are kept. */
  rootOf: (connectionId: string) => string
  /** The path of a connection's catalog, once that is open. */
  catalogFile: (connectionId: string) => Promise<Result<string>>
  team: {
    hasTeam: (connectionId: string) => boolean
    membership: (connectionId: string) => Promise<Result<Membership | null>>
    record: (connectionId: string) => Promise<Result<TeamRecord | null>>
    borrow: <T>(connectionId: string, work: (carrier: PlaceCarrier) => Promise<T>) => Promise<T>
  }
  key: (device: string) => Promise<Result<DeviceKey | null>>
  reviewer: () => string
  /** ms after which what is published counts as late. */
  mostAge: (connectionId: string) => number
  /** There is something newer to take over. */
  onNew: (connectionId: string) => void
  onChange: (connectionId: string) => void
  log: { warn: (message: string, facts?: Record<string, unknown>) => void }
  /** ms since 1970. */
  now: () => number
}

/** What was published. */
export interface Publication {
  entries: number
  /** What it took, compressed. */
  bytes: number
}

export interface Publishing extends PublishedCatalogs {
  /** null: the store has no team. */
  state(connectionId: string): Promise<Result<PublishingState | null>>
  /** As the channel `publishing:set`. */
  set(connectionId: string, isOn: boolean, isTakingOver: boolean): Promise<Result<null>>
  /**
   * Publishes what the last complete sync has read, where this device is the publisher. The last publication since the start comes back, null
   * where there is none. Fails with `input-invalid`, field `place`, and a `TeamProblem` as reason.
   */
  publish(connectionId: string): Promise<Result<Publication | null>>
  syncChanged(state: SyncState): void
  /** The team's place was just used without trouble. */
  exchanged(connectionId: string): void
  /** Tells the team that this device publishes no more, and forgets what is kept. */
  forget(connectionId: string): Promise<void>
}
