import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { DiagnosticsReport } from '../../../electron/contract/diagnostics'
import type { Failure } from '../../../electron/contract/failure'
import { call } from '../../bridge'
import { whileBusy } from '../../shared/data/while-busy'

/** The report that a person reads before it is saved, and the folder of the logs. */
export const useDiagnostics = defineStore('diagnostics', () => {
  /** null while it is made, and where that failed. */
  const report = shallowRef<DiagnosticsReport | null>(null)
  /** The file that it was saved as; null: it was not. */
  const savedAs = ref<string | null>(null)
  const isSaving = ref(false)
  const failed = shallowRef<Failure | null>(null)
  /** The folder of the logs could not be opened. */
  const isFolderLost = ref(false)

  /** Makes a new report. */
  async function make(): Promise<void> {
    report.value = null
    savedAs.value = null
    failed.value = null
    isFolderLost.value = false
    const answer = await call('diagnostics:make', undefined)
    if (answer.ok) report.value = answer.value
    else failed.value = answer.failure
  }

  async function save(): Promise<void> {
    const answer = await whileBusy(isSaving, () => call('diagnostics:save', undefined))
    failed.value = answer.ok ? null : answer.failure
    if (answer.ok && answer.value !== null) savedAs.value = answer.value
  }

  async function openLogs(): Promise<void> {
    isFolderLost.value = !(await call('diagnostics:open-logs', undefined)).ok
  }

  return { report, savedAs, isSaving, failed, isFolderLost, make, save, openLogs }
})
