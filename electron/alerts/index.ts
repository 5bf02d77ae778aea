import { createKeyedMutex } from '../async/locks'
import type { CatalogDb, NewsMoment, ViewCheck } from '../catalog/types'
import type { AuditState } from '../contract/audit'
import { ok, type Result } from '../contract/failure'
import { forConnections, type Handlers } from '../contract/bridge'
import type { SyncState } from '../contract/sync'
import type { SavedView, ViewArrival, ViewNews } from '../contract/view'
import type { Log } from '../log/log'
import { viewsOf, type SettingsStore } from '../settings'

export interface AlertsFeatureDeps extends Omit<AlertsDeps, 'viewsOf'> {
  settings: Pick<SettingsStore, 'get'>
  isKnown: (connectionId: string) => boolean
}

export interface AlertsFeature {
  alerts: Alerts
  handlers: Pick<Handlers, 'views:news' | 'views:opened'>
}

/** Puts together what tells of news in the views that a person watches. */
export function composeAlerts(deps: AlertsFeatureDeps): AlertsFeature {
  const { settings, isKnown } = deps
  const alerts = createAlerts({ ...deps, viewsOf: (id) => viewsOf(settings.get(), id) })
  const of = forConnections(isKnown)
  return {
    alerts,
    handlers: {
      'views:news': of(({ connectionId }) => alerts.news(connectionId)),
      'views:opened': of(({ connectionId, view }) => alerts.opened(connectionId, view))
    }
  }
}

/** ms from a review until what it brought into views is found: reviews come in bursts. */
const reviewPatience = 1000

interface AlertsDeps {
  viewsOf: (connectionId: string) => readonly SavedView[]
  catalog: Pick<CatalogDb, 'viewNews'>
  onNews: (connectionId: string, news: ViewNews[]) => void
  /** Once after a sync that brought something. */
  onArrivals: (connectionId: string, arrivals: ViewArrival[]) => void
  log?: Pick<Log, 'warn'> | undefined
}

/** What is new in the views that a person watches. */
export interface Alerts {
  /** The watched views with something new. Fails as the catalog does. */
  news(connectionId: string): Promise<Result<ViewNews[]>>
  /** A person looks at a view. Returns how many products were new in it. */
  opened(connectionId: string, viewId: string): Promise<Result<number>>
  /** Views were saved, renamed, changed or deleted. */
  viewsChanged(connectionId: string): void
  syncChanged(state: Pick<SyncState, 'connectionId' | 'phase' | 'last'>): void
  auditChanged(state: Pick<AuditState, 'connectionId' | 'phase'>): void
  /** Products were reviewed; null: any. */
  reviewed(connectionId: string, productIds: readonly string[] | null): void
  forget(connectionId: string): void
}

export function createAlerts({ viewsOf, catalog, onNews, onArrivals, log }: AlertsDeps): Alerts {
  /** What is kept of a view is read and written: one moment after another. */
  const mutex = createKeyedMutex()
  /** The run of each connection that ended last, as far as it was told of. */
  const ended = new Map<string, number | null>()
  /** Connections of which a sync has ended and nothing was told since. */
  const synced = new Set<string>()
  const auditing = new Set<string>()
  /** What was reviewed lately in each connection. */
  const reviews = new Map<string, { timer: NodeJS.Timeout; ids: Set<string> | null }>()

  /** Finds out what is new in all watched views, and tells. */
  function check(id: string, moment: NewsMoment): Promise<Result<ViewCheck[]>> {
    return mutex.run(id, async () => {
      const watched = viewsOf(id).filter((view) => view.watched)
      if (watched.length === 0 && moment.kind !== 'saved') return ok([])
      const views = watched.map(({ id: view, productQuery }) => ({ id: view, productQuery }))
      const found = await catalog.viewNews(id, views, moment)
      if (found.ok) tell(id, watched, found.value)
      else if (found.failure.code !== 'cancelled')
        log?.warn('what is new in views is not known', { connectionId: id, ...found.failure })
      return found
    })
  }

  function tell(id: string, watched: readonly SavedView[], checks: readonly ViewCheck[]): void {
    onNews(id, newsIn(checks))
    const arrivals = checks.flatMap(({ view, arrived }) => {
      const name = watched.find((each) => each.id === view)?.name
      return arrived === 0 || name === undefined ? [] : [{ view, name, count: arrived }]
    })
    if (arrivals.length > 0) onArrivals(id, arrivals)
  }

  /** Tells of a sync once the quality check that follows it has ended, since views may filter by what that finds. */
  function settle(id: string): void {
    if (auditing.has(id) || !synced.delete(id)) return
    absorbReviews(id)
    void check(id, { kind: 'synced' })
  }

  function absorbReviews(id: string): void {
    const waiting = reviews.get(id)
    if (waiting === undefined) return
    clearTimeout(waiting.timer)
    reviews.delete(id)
    void check(id, { kind: 'reviewed', ids: waiting.ids && [...waiting.ids] })
  }

  return {
    async news(id) {
      const found = await check(id, { kind: 'counted' })
      return found.ok ? ok(newsIn(found.value)) : found
    },
    async opened(id, view) {
      const found = await check(id, { kind: 'opened', view })
      return found.ok ? ok(found.value.find((each) => each.view === view)?.found ?? 0) : found
    },
    viewsChanged: (id) => void check(id, { kind: 'saved' }),
    syncChanged({ connectionId: id, phase, last }) {
      if (phase !== 'idle') return
      const before = ended.get(id)
      ended.set(id, last?.run ?? null)
      // The first state that is told of is the one that the app found.
      if (before === undefined || last === null || before === last.run) return
      if (last.outcome !== 'complete' && last.outcome !== 'partial') return
      synced.add(id)
      settle(id)
    },
    auditChanged({ connectionId: id, phase }) {
      if (phase === 'running') auditing.add(id)
      else if (auditing.delete(id)) {
        // Another audit may begin at once: the one that has ended was of the catalog before the sync.
        setImmediate(() => settle(id))
      }
    },
    reviewed(id, productIds) {
      const waiting = reviews.get(id) ?? {
        timer: setTimeout(() => absorbReviews(id), reviewPatience).unref(),
        ids: new Set()
      }
      reviews.set(id, waiting)
      if (productIds === null) waiting.ids = null
      for (const productId of productIds ?? []) waiting.ids?.add(productId)
    },
    forget(id) {
      clearTimeout(reviews.get(id)?.timer)
      reviews.delete(id)
      ended.delete(id)
      synced.delete(id)
      auditing.delete(id)
    }
  }
}

function newsIn(checks: readonly ViewCheck[]): ViewNews[] {
  return checks.flatMap(({ view, news }) => (news === 0 ? [] : [{ view, count: news }]))
}
