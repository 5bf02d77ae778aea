// What other features may use. Syncing the catalog.

export { default as CatalogNotice } from './CatalogNotice.vue'
export { default as CoverageLine } from './CoverageLine.vue'
export { default as SyncButton } from './SyncButton.vue'
export { default as SyncProgress } from './SyncProgress.vue'
export { default as SyncToast } from './SyncToast.vue'
export { coverageMessage, useCoverage } from './coverage-messages'
export { useNetwork } from './network'
export { useProgressOnPage, useSync, useSyncRuns } from './sync'
export { outcomeMessage, scheduleMessage } from './sync-messages'
export { useCatalogChanges, useReviewChanges } from './use-catalog-changes'
export { useRecoveryAction } from './trouble'
