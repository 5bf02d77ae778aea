// What other features may use. Syncing the catalog.

export { default as CatalogNotice } from './CatalogNotice.vue'
export { default as CoverageLine } from './CoverageLine.vue'
export { default as SyncButton } from './SyncButton.vue'
export { default as SyncProgress } from './SyncProgress.vue'
export { coverageMessage } from './coverage-messages'
export { useNetwork } from './network'
export { useProgressOnPage } from './progress-on-page'
export { useSync } from './sync'
export { outcomeMessage, scheduleMessage } from './sync-messages'
export { useSyncRuns } from './sync-runs'
export { useCatalogChanges, useReviewChanges } from './use-catalog-changes'
export { useCoverage } from './use-coverage'
