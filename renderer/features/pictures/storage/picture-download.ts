import { defineStore } from 'pinia'
import { onScopeDispose, shallowReactive } from 'vue'
import type { Failure, Result } from '../../../../electron/contract/failure'
import type { PrefetchState, PictureKeeping } from '../../../../electron/contract/picture'
import { call, on } from '../../../bridge'

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
