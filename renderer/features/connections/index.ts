// What other features may use. The stores that the app knows.

export { default as RemoveFoundDialog } from './RemoveFoundDialog.vue'
export { useConnectionCheck } from './check/connection-check-store'
export { useConnections, useLostStores } from './connections'
export { commonLocales } from './display-options'
