import { defineStore } from 'pinia'
import { onScopeDispose, ref, shallowRef } from 'vue'
import type { Failure, Result } from '../../../../electron/contract/failure'
import type { PictureStorage } from '../../../../electron/contract/picture'
import type { PictureKeeping } from '../../../../electron/contract/picture-values'
import { call, on } from '../../../bridge'
import { useConnectionStates, useRefusals } from '../../../shared/data/connection-states'
import { whileDoing } from '../../../shared/data/while-busy'

/** What a person does with the disk of pictures. */
type Work = 'limit' | 'clear'

/** What the pictures of all connections take up on this computer. */
export const usePictureStorage = defineStore('picture-storage', () => {
  /** null until it is known. */
  const storage = shallowRef<PictureStorage | null>(null)
  /** What is being done, and why what was asked last could not be. */
  const working = ref<Work | null>(null)
  const failed = shallowRef<Failure | null>(null)
  /** Counts what came from the main process by itself: that is newer than an answer which was awaited meanwhile. */
  let told = 0

  onScopeDispose(
    on('pictures:storage-changed', (state) => {
      told += 1
      storage.value = state
    })
  )

  /** Finds out how it stands; from then on it is kept current. A failure is told as one. */
  async function load(): Promise<void> {
    const before = told
    const answer = await call('pictures:storage', undefined)
    failed.value = answer.ok ? null : answer.failure
    if (answer.ok && told === before) storage.value = answer.value
  }

  async function work(name: Work, question: () => Promise<Result<PictureStorage>>): Promise<boolean> {
    const answer = await whileDoing(working, name, question)
    failed.value = answer.ok ? null : answer.failure
    if (answer.ok) storage.value = answer.value
    return answer.ok
  }

  return {
    storage,
    working,
    failed,
    load,
    /** `bytes` for all pictures together; what is above goes at once. Says whether it was done. */
    setLimit: (bytes: number) => work('limit', () => call('pictures:set-limit', { bytes })),
    /** Takes all pictures off the disk. Says whether it was done. */
    clear: () => work('clear', () => call('pictures:clear', undefined))
  }
})

/** How the pictures of whole catalogs are fetched in the background, as the main process tells it. */
export const usePictureDownload = defineStore('picture-download', () => {
  const { states, take, open, of } = useConnectionStates(
    (connectionId) => call('pictures:prefetch', { connectionId }),
    (take) => on('pictures:prefetch-changed', take)
  )
  const { refused, ask, close } = useRefusals()

  return {
    states,
    refused,
    /** Reads how the download stands; from then on it is kept current. */
    open,
    of,
    /** What is to be kept of the whole catalog. Says whether it was done, as those below. */
    keep: (id: string, keep: PictureKeeping) =>
      ask(id, call('pictures:keep', { connectionId: id, keep }), take),
    pause: (id: string) => ask(id, call('pictures:pause-prefetch', { connectionId: id }), take),
    /** Goes on after a pause, or tries again at once while waiting. */
    resume: (id: string) => ask(id, call('pictures:resume-prefetch', { connectionId: id }), take),
    close
  }
})
