import type { ExportPhase, ExportState } from '../contract/export'
import type { SyncState } from '../contract/sync'
import { workingPhases } from '../contract/working-phases'
import type { PreferencesStore } from '../settings/preferences'
import { createUpdates, type Updates, type UpdatesDeps } from '../updates/updates'

export interface UpdatePartsDeps extends Omit<UpdatesDeps, 'rules' | 'underWay'> {
  preferences: Pick<PreferencesStore, 'get' | 'isLocked'>
  connectionIds: () => string[]
  syncState: (connectionId: string) => Pick<SyncState, 'phase'>
  exportState: () => Pick<ExportState, 'phase'> | null
}

const exporting: ReadonlySet<ExportPhase> = new Set<ExportPhase>(['preparing', 'writing', 'finishing'])

/** Puts together what keeps the app itself up to date, and what it must not break off. */
export function composeUpdates(deps: UpdatePartsDeps): Updates {
  const { preferences, connectionIds, syncState, exportState } = deps
  return createUpdates({
    ...deps,
    rules() {
      const isOff = preferences.get().updates === 'off'
      return { automatic: !isOff, forbidden: isOff && preferences.isLocked('updates') }
    },
    underWay() {
      const isSyncing = connectionIds().some((id) => workingPhases.has(syncState(id).phase))
      const phase = exportState()?.phase
      const isExporting = phase !== undefined && exporting.has(phase)
      return [...(isSyncing ? (['sync'] as const) : []), ...(isExporting ? (['export'] as const) : [])]
    }
  })
}
