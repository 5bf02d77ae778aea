import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { Failure, Result } from '../../../../electron/contract/failure'
import type { BackupFolder, ReviewBackup } from '../../../../electron/contract/review-backup'
import { call, on } from '../../../bridge'
import { latestOnly } from '../../../shared/data/latest-only-queue'
import { defineConnectionStore } from '../../../shared/data/open-connection'
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

/** The backups of one connection's reviews. */
export const useReviewBackups = defineConnectionStore((connectionId) => {
  /** On this computer, newest first; null until they are known. */
  const here = shallowRef<readonly ReviewBackup[] | null>(null)
  /** Why they could not be read. */
  const failed = shallowRef<Failure | null>(null)
  /** The same of the second folder, whose disk may take a while. */
  const second = shallowRef<readonly ReviewBackup[] | null>(null)
  const secondFailed = shallowRef<Failure | null>(null)
  /** All that are known, those on this computer first; null until those are known. */
  const backups = computed(() => (here.value === null ? null : [...here.value, ...(second.value ?? [])]))
  const isRestoring = ref(false)
  /** The one that was restored last, and why the last one could not be. */
  const restored = shallowRef<ReviewBackup | null>(null)
  const refused = shallowRef<Failure | null>(null)
  const inTurn = latestOnly()
  const secondInTurn = latestOnly()

  async function read(): Promise<void> {
    const answer = await call('reviews:backups', { connectionId })
    failed.value = answer.ok ? null : answer.failure
    if (answer.ok) here.value = answer.value
  }

  async function readSecond(): Promise<void> {
    const answer = await call('reviews:second-backups', { connectionId })
    secondFailed.value = answer.ok ? null : answer.failure
    if (answer.ok) second.value = answer.value
  }

  /** Settles once those on this computer are read: nobody waits for the second folder. */
  function reload(): Promise<void> {
    void secondInTurn(readSecond)
    return inTurn(read)
  }

  /** Reads what there is by now, and forgets what came of restoring before. */
  function open(): Promise<void> {
    restored.value = null
    refused.value = null
    return reload()
  }

  /** Puts a backup in place of what there is. Says whether that was done. */
  async function restore(backup: ReviewBackup): Promise<boolean> {
    if (isRestoring.value) return false
    const answer = await whileBusy(isRestoring, () =>
      call('reviews:restore', { connectionId, backup: backup.name })
    )
    refused.value = answer.ok ? null : answer.failure
    restored.value = answer.ok ? backup : null
    // There is another one now, or this one is gone.
    await reload()
    return answer.ok
  }

  return {
    backups,
    failed,
    second,
    secondFailed,
    isRestoring,
    restored,
    refused,
    open,
    reload,
    restore
  }
})
