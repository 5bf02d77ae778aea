import { defineStore } from 'pinia'
import { onScopeDispose, ref, shallowReactive, shallowRef } from 'vue'
import type { Failure, Result } from '../../../../electron/contract/failure'
import type { PictureKeeping, PictureStorage, PrefetchState } from '../../../../electron/contract/picture'
import { call, on } from '../../../bridge'
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
export const usePictureDownload = defineStore('gathering', () => {
  const states = shallowReactive(new Map<string, PrefetchState>())
  /** Why what a person asked for was not done, by connection. */
  const refused = shallowReactive(new Map<string, Failure>())
  const asking = new Set<string>()

  function take(state: PrefetchState): void {
    states.set(state.connectionId, state)
  }
  onScopeDispose(on('pictures:gathering-changed', take))

  /** Finds out how a connection's gathering stands; from then on it is kept current. */
  async function open(id: string): Promise<void> {
    if (states.has(id) || asking.has(id)) return
    asking.add(id)
    const answer = await call('pictures:gathering', { connectionId: id })
    asking.delete(id)
    // What was pushed meanwhile is newer. A failure here is nobody's question: the next opening asks again.
    if (answer.ok && !states.has(id)) take(answer.value)
  }

  async function steer(id: string, question: Promise<Result<PrefetchState>>): Promise<boolean> {
    const answer = await question
    if (answer.ok) {
      refused.delete(id)
      take(answer.value)
    } else refused.set(id, answer.failure)
    return answer.ok
  }

  return {
    states,
    refused,
    open,
    of: (id: string): PrefetchState | null => states.get(id) ?? null,
    /** What is to be kept of the whole catalog. Says whether it was done, as those below. */
    keep: (id: string, keep: PictureKeeping) => steer(id, call('pictures:keep', { connectionId: id, keep })),
    pause: (id: string) => steer(id, call('pictures:pause-gathering', { connectionId: id })),
    /** Goes on after a pause, or tries again at once while waiting. */
    resume: (id: string) => steer(id, call('pictures:resume-gathering', { connectionId: id })),
    /** The person has read what was refused. */
    close: (id: string): void => void refused.delete(id)
  }
})
