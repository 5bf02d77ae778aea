import { composeAlerts, type AlertsFeature, type AlertsFeatureDeps } from '../alerts'
import type { AuditState } from '../contract/audit'
import type { SyncState } from '../contract/sync'
import { composeQuality, type Quality, type QualityDeps } from '../quality'

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
