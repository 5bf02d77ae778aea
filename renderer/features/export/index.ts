// What other features may use. Saving products to a file.

export { default as ExportDialog } from './ExportDialog.vue'
export { default as ExportLine } from './ExportLine.vue'
export { default as ExportSelection } from './ExportSelection.vue'
export { useExports } from './exports'
export { useListExport } from './use-list-export'
