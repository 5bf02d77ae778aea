import type { ExportPhase, ExportState } from '../contract/export'
import type { SyncState } from '../contract/sync'
import { workingPhases } from '../contract/sync-values'
import type { HandlersOf } from '../contract/handlers'
import type { PreferencesStore } from '../settings'
import { updateHandlers } from './handlers'
import { createUpdates, type Updates, type UpdatesDeps } from './updates'

export { fromAppUpdater } from './app-updater'
export { howUpdated } from './how-updated'
export type { Updater } from './updater'
export type { UpdatesDeps } from './updates'

export interface UpdatesFeatureDeps extends Omit<UpdatesDeps, 'rules' | 'underWay'> {
  preferences: Pick<PreferencesStore, 'get' | 'isLocked'>
  connectionIds: () => string[]
  syncState: (connectionId: string) => Pick<SyncState, 'phase'>
  exportState: () => Pick<ExportState, 'phase'> | null
}

const exporting: ReadonlySet<ExportPhase> = new Set<ExportPhase>(['preparing', 'writing', 'finishing'])

export interface UpdatesFeature {
  updates: Updates
  handlers: HandlersOf<'updates'>
}

/** Puts together what keeps the app itself up to date, and what it must not break off. */
export function composeUpdates(deps: UpdatesFeatureDeps): UpdatesFeature {
  const { preferences, connectionIds, syncState, exportState } = deps
  const updates = createUpdates({
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
  return { updates, handlers: updateHandlers({ updates }) }
}
