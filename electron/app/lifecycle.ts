import { quitting, settledWithin } from '../async/with-timeout'
import type { ConnectionsFeature } from '../connections'
import type { Result } from '../contract/failure'
import type { watchThreads } from '../diagnostics'
import type { ExportFeature } from '../export'
import type { Images } from '../images'
import type { NetworkFeature } from '../network'
import type { PublishingFeature } from '../publishing'
import type { ReviewsFeature } from '../reviews'
import { withDensity, type SettingsStore } from '../settings'
import type { composeTeam } from '../team'
import type { AfterSync, CatalogAndSync } from './catalog-and-sync'
import type { createFirstFills } from './stay-awake'
import type { App } from './types'
import type { Upkeep } from './upkeep'

interface LivingParts {
  settings: SettingsStore
  network: NetworkFeature
  connecting: ConnectionsFeature
  copies: CatalogAndSync
  images: Images
  reviewing: ReviewsFeature
  teams: ReturnType<typeof composeTeam>['teams']
  publishingFeature: PublishingFeature
  afterSync: AfterSync
  exporting: ExportFeature
  upkeep: Upkeep
  firstFills: ReturnType<typeof createFirstFills>
  threadWatch: ReturnType<typeof watchThreads>
}

type Changed = 'begin' | 'preferencesChanged' | 'suspend' | 'wake' | 'close'

export interface Lifecycle extends Pick<App, Changed> {
  hasBegun(): boolean
  /** The connections are not those that they were, or another one is in view. */
  follow(): void
  /** Deletes all but the reviews of a connection, which are put away. Whether all of it is gone. */
  forget(id: string, store: Parameters<ReviewsFeature['reviews']['leave']>[1]): Promise<boolean>
}

/** What happens to all features together, in which order: they begin, go on with other connections, sleep, wake and end. */
export function createLifecycle(parts: LivingParts): Lifecycle {
  const { settings, network, connecting, copies, images, reviewing, teams, publishingFeature, exporting } =
    parts
  const { firstFills, threadWatch } = parts
  const { connections } = connecting
  const { catalog, sync } = copies
  const { quality, alerts } = parts.afterSync
  const { exports } = exporting
  const { reviews } = reviewing
  const { updates } = parts.upkeep.updating
  let hasBegun = false

  function follow(): void {
    if (!hasBegun) return
    const now = [connections.ids(), connections.activeId()] as const
    copies.follow(...now)
    images.follow(...now)
    quality.audits.follow(...now)
    reviews.follow(...now)
    teams.follow(connections.ids())
  }

  async function forget(...[id, store]: Parameters<Lifecycle['forget']>): Promise<boolean> {
    // At once: a page that is on its way is of the store before.
    catalog.products.forget(id)
    firstFills.forget(id)
    alerts.forget(id)
    await exports.forget(id)
    const left: Result<null>[] = []
    await images.forget(id, async () => {
      left.push(await quality.forget(id, async () => void left.push(await copies.forget(id))))
    })
    if (reviews.hasTeam(id)) left.push(await teams.leave(id, { withStore: true }))
    left.push(await reviews.leave(id, store))
    return left.every(({ ok }) => ok)
  }

  return {
    hasBegun: () => hasBegun,
    follow,
    forget,
    begin() {
      if (hasBegun) return
      hasBegun = true
      follow()
      void reviewing.putAwayOwnerless()
    },
    preferencesChanged({ density, pictureLimit, syncSchedule }, before) {
      network.settings.preferencesChanged()
      if (density !== before.density) void settings.remember((current) => withDensity(current, density))
      if (pictureLimit !== before.pictureLimit) void images.limitChanged()
      if (syncSchedule !== before.syncSchedule) sync.syncs.schedulesChanged()
      updates.reconsider()
    },
    suspend() {
      sync.syncs.suspend()
      images.prefetcher.suspend()
    },
    wake() {
      network.client.wake()
      sync.syncs.wake()
      images.prefetcher.wake()
      sync.reachability.networkChanged()
    },
    async close() {
      // A mark looks at the catalog before it is saved: both stay open for those that were asked for (fault 134).
      await settledWithin(reviews.settled(), quitting.decisions)
      updates.close()
      firstFills.close()
      threadWatch.close()
      await settledWithin(teams.close(), quitting.decisions)
      const exported = settledWithin(exports.close(), quitting.export)
      network.close()
      // What was found of pictures goes into the catalogs before they are closed; exports and audits read them.
      const readers = [exported, images.stop(), quality.audits.close(), publishingFeature.close()]
      const closed = Promise.all(readers).then(() => copies.close())
      await Promise.all([closed, reviews.close(), connections.close(), images.close(), settings.flush()])
    }
  }
}
