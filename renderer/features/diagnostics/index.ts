// What other features may use. The diagnostics report.

export { default as DiagnosticsDialog } from './DiagnosticsDialog.vue'
export { useDiagnostics } from './diagnostics-store'
