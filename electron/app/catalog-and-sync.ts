import { composeAlerts, type AlertsFeature, type AlertsFeatureDeps } from '../alerts'
import { composeCatalog, type Catalog, type CatalogDeps } from '../catalog'
import type { AuditState } from '../contract/audit'
import type { Failure, Result } from '../contract/failure'
import type { SyncState } from '../contract/sync'
import { composeQuality, type Quality, type QualityDeps } from '../quality'
import { composeSync, type SyncFeature, type SyncFeatureDeps } from '../sync'

export interface CatalogAndSyncDeps
  extends
    Omit<CatalogDeps, 'onReached' | 'onDrop' | 'log'>,
    Omit<SyncFeatureDeps, 'catalog' | 'onReached' | 'probe' | 'client'> {
  client: CatalogDeps['client'] & SyncFeatureDeps['client']
}

export interface CatalogAndSync {
  catalog: Catalog
  sync: SyncFeature
  /** The connections that exist now, and which of them is shown. */
  follow(connectionIds: string[], activeId: string | null): void
  /** The store is asked with another key from now on. */
  keyChanged(connectionId: string): void
  /** Deletes what is known of a connection's products. Resolves when its catalog is gone; fails as `CatalogDb.forget`. */
  forget(connectionId: string): Promise<Result<null>>
  close(): Promise<void>
}

/** Puts together the two that ask a store for products: a wait that the store asks of one of them holds for both. */
export function composeCatalogAndSync(deps: CatalogAndSyncDeps): CatalogAndSync {
  const onReached =
    (other: () => { onStoreBackoff(connectionId: string, failure: Failure): void }) =>
    (id: string, failure: Failure | null): void => {
      if (failure) other().onStoreBackoff(id, failure)
      sync.reachability.report(id, failure)
    }
  const catalog: Catalog = composeCatalog({
    ...deps,
    onReached: onReached(() => sync.syncs),
    onDrop: (id) => sync.syncs.startForShrink(id),
    onRebuilt(id) {
      deps.onRebuilt(id)
      sync.refill(id)
    }
  })
  const { db, products } = catalog
  const sync: SyncFeature = composeSync({
    ...deps,
    catalog: db,
    probe: (id) => products.probe(id),
    onReached: onReached(() => products)
  })
  return {
    catalog,
    sync,
    follow(ids, activeId) {
      products.focus(activeId)
      sync.follow(ids, activeId)
    },
    keyChanged(id) {
      products.keyChanged(id)
      sync.syncs.keyChanged(id)
    },
    forget(id) {
      products.forget(id)
      return sync.forget(id, () => db.forget(id))
    },
    async close() {
      await sync.close()
      await db.close()
    }
  }
}

export interface AfterSyncDeps
  extends Omit<QualityDeps, 'onChange' | 'catalog'>, Pick<AlertsFeatureDeps, 'onNews' | 'onArrivals'> {
  catalog: QualityDeps['catalog'] & AlertsFeatureDeps['catalog']
  onAudit: (state: AuditState) => void
}

export interface AfterSync {
  quality: Quality
  alerts: AlertsFeature['alerts']
  handlers: Quality['handlers'] & AlertsFeature['handlers']
  syncChanged(state: SyncState): void
}

/** Puts together what looks at a catalog after each sync: the quality check, and then what is new in watched views. */
export function composeAfterSync({ onAudit, ...deps }: AfterSyncDeps): AfterSync {
  const quality = composeQuality({
    ...deps,
    onChange(state) {
      onAudit(state)
      alerts.auditChanged(state)
    }
  })
  const alerting = composeAlerts(deps)
  const { alerts } = alerting
  return {
    quality,
    alerts,
    handlers: { ...quality.handlers, ...alerting.handlers },
    syncChanged(state) {
      quality.syncChanged(state)
      alerts.syncChanged(state)
    }
  }
}
