import { quitting, settledWithin } from '../async/with-timeout'
import type { NetworkState } from '../contract/coverage'
import { fail, ok, type Result } from '../contract/failure'
import { forConnections, type Handlers, type HandlersOf } from '../contract/bridge'
import type { SyncState } from '../contract/sync'
import type { SyncSchedule } from '../contract/sync-values'
import type { AppLog } from '../log/log'
import type { PreferencesStore, SettingsStore } from '../settings'
import { createAllSyncs, createSyncs, type AllSyncs, type Syncs } from './syncs'
import { createReachability, type Reachability, type ReachabilityDeps } from './reachability'
import type { SyncDeps } from './run-context'

export type { Reachability } from './reachability'
export type { AllSyncs, Syncs } from './syncs'
export { mostAgeOf, type PublishedCatalog, type PublishedCatalogs } from './take-over'

export interface SyncFeatureDeps
  extends
    Pick<SyncDeps, 'catalog' | 'client' | 'addressOf' | 'credentialsOf' | 'published'>,
    Pick<ReachabilityDeps, 'isOnline' | 'probe'> {
  settings: SettingsStore
  preferences: Pick<PreferencesStore, 'get' | 'isLocked'>
  /** How often the organization has a connection synced until a person says otherwise, where it says so. */
  firstScheduleOf: (connectionId: string) => SyncSchedule | undefined
  isKnown: (connectionId: string) => boolean
  connectionIds: () => readonly string[]
  onSync: (state: SyncState) => void
  onNetwork: (state: NetworkState) => void
  /** Told after each request; the failure, or null. */
  onReached: NonNullable<SyncDeps['onReached']>
  log: AppLog
}

export interface SyncFeature {
  syncs: Syncs
  all: AllSyncs
  reachability: Reachability
  handlers: HandlersOf<'sync'> & Pick<Handlers, 'network:state'>
  /** The connections that exist now, and which of them is shown. */
  follow(connectionIds: string[], activeId: string | null): void
  /** Reads the list into a catalog that was begun again; once, because a disk may go on failing. */
  refill(connectionId: string): void
  /** Ends a connection's sync before `forgetCatalog` deletes what it wrote. */
  forget(connectionId: string, forgetCatalog: () => Promise<Result<null>>): Promise<Result<null>>
  /** Resolves once each run has written how far it came. */
  close(): Promise<void>
}

/** Puts together what keeps the catalogs up to date, and what knows whether the stores can be reached. */
export function composeSync(deps: SyncFeatureDeps): SyncFeature {
  const { settings, preferences } = deps
  const syncs = createSyncs({
    ...deps,
    /** A schedule that the organization has set is that of every connection. */
    scheduleOf(id) {
      const general = preferences.get().syncSchedule
      if (preferences.isLocked('syncSchedule')) return general
      return settings.get().schedules[id] ?? deps.firstScheduleOf(id) ?? general
    },
    async keepSchedule(id, schedule) {
      if (preferences.isLocked('syncSchedule')) return fail('setting-locked', { field: 'syncSchedule' })
      return settings.change((current) => ({
        ...current,
        schedules: { ...current.schedules, [id]: schedule }
      }))
    },
    onChange: deps.onSync
  })
  const reachability = createReachability({
    ...deps,
    onChange: deps.onNetwork,
    onBack: (id) => syncs.networkBack(id)
  })
  /** Connections whose store or catalog is just being left: what is begun for them now would be lost. */
  const leaving = new Set<string>()
  const refilled = new Set<string>()
  return {
    syncs,
    all: createAllSyncs(syncs, deps.connectionIds),
    reachability,
    handlers: syncHandlers({ syncs, reachability, isKnown: deps.isKnown }),
    follow(ids, activeId) {
      reachability.focus(activeId)
      // The one that is shown comes first: each opens its catalog.
      const order = (id: string): number => (id === activeId ? 0 : 1)
      const staying = ids.filter((id) => !leaving.has(id))
      syncs.follow(staying.toSorted((one, other) => order(one) - order(other)))
    },
    refill(id) {
      if (refilled.has(id) || syncs.state(id).schedule === 'off') return
      refilled.add(id)
      syncs.restart(id)
    },
    async forget(id, forgetCatalog) {
      reachability.forget(id)
      leaving.add(id)
      // A run that still waits for the key waits for this very change; it is over once it has been told so.
      await settledWithin(syncs.forget(id), quitting.syncs)
      const forgotten = await forgetCatalog()
      leaving.delete(id)
      return forgotten
    },
    async close() {
      reachability.close()
      await settledWithin(syncs.close(), quitting.syncs)
    }
  }
}

interface SyncHandlersDeps {
  reachability: Pick<Reachability, 'state' | 'networkChanged'>
  syncs: Pick<Syncs, 'state' | 'start' | 'pause' | 'resume' | 'stop' | 'answerDrop' | 'setSchedule' | 'runs'>
  /** A connection that does not exist has no sync. */
  isKnown: (connectionId: string) => boolean
}

function syncHandlers({
  syncs,
  reachability,
  isKnown
}: SyncHandlersDeps): HandlersOf<'sync'> & Pick<Handlers, 'network:state'> {
  const of = forConnections(isKnown)

  return {
    'sync:state': of(({ connectionId }) => ok(syncs.state(connectionId))),
    'sync:start': of(({ connectionId }) => ok(syncs.start(connectionId))),
    'sync:pause': of(({ connectionId }) => ok(syncs.pause(connectionId))),
    'sync:resume': of(({ connectionId }) => ok(syncs.resume(connectionId))),
    'sync:stop': of(({ connectionId }) => ok(syncs.stop(connectionId))),
    'sync:answer-drop': of(({ connectionId, accept }) => ok(syncs.answerDrop(connectionId, accept))),
    'sync:schedule': of(({ connectionId, schedule }) => syncs.setSchedule(connectionId, schedule)),
    'sync:runs': of(({ connectionId }) => syncs.runs(connectionId)),
    'network:state': ({ connectionId }) => {
      // The page asks when it opens a connection and when the system tells it of another network.
      reachability.networkChanged()
      return ok(reachability.state(connectionId))
    }
  }
}
