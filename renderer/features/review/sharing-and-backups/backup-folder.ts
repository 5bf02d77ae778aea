import { defineStore } from 'pinia'
import { onScopeDispose, ref, shallowRef } from 'vue'
import type { Failure, Result } from '../../../../electron/contract/failure'
import type { BackupFolder } from '../../../../electron/contract/review'
import { call, on } from '../../../bridge'
import { whileBusy } from '../../../shared/data/while-busy'

/** The folder that backups of reviews are copied to as well. It is one for all stores. */
export const useBackupFolder = defineStore('backup-folder', () => {
  /** null until it is known. */
  const state = shallowRef<BackupFolder | null>(null)
  /** Why the last choice could not be kept. */
  const refused = shallowRef<Failure | null>(null)
  /** Why it is not known. */
  const failed = shallowRef<Failure | null>(null)
  const isBusy = ref(false)

  onScopeDispose(on('reviews:backup-folder-changed', (told) => (state.value = told)))

  async function read(): Promise<void> {
    const answer = await call('reviews:backup-folder', undefined)
    failed.value = answer.ok ? null : answer.failure
    if (answer.ok) state.value = answer.value
  }

  /** Whether there is another choice now. */
  async function change(question: () => Promise<Result<BackupFolder | null>>): Promise<boolean> {
    if (isBusy.value) return false
    const answer = await whileBusy(isBusy, question)
    refused.value = answer.ok ? null : answer.failure
    if (!answer.ok || answer.value === null) return false
    state.value = answer.value
    return true
  }

  return {
    state,
    refused,
    failed,
    isBusy,
    read,
    choose: () => change(() => call('reviews:choose-backup-folder', undefined)),
    remove: () => change(() => call('reviews:remove-backup-folder', undefined))
  }
})
