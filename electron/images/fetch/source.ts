import { setTimeout as sleep } from 'node:timers/promises'
import { withRetries } from '../../api/retry'
import { fail, type Result } from '../../contract/failure'
import type { GuardScope } from './address-guard'
import {
  createGuardedFetch,
  type FetchedPicture,
  type FetchOptions,
  type GuardedFetchDeps
} from './guarded-fetch'
import { createLanes, type Priority } from './per-host-queue'

/** Fetches originals, so many at once. */
export interface PictureSource {
  /**
   * Fetches, and keeps the place until `use` is done with what came, so that originals which wait for the decoder are
   * bounded too. Asks once more where that often helps. Fails with a `picture-…` or network code, or with `cancelled`.
   */
  fetch<T>(question: SourceQuestion, use: (fetched: FetchedPicture) => Promise<Result<T>>): Promise<Result<T>>
  close(): void
}

export interface SourceQuestion extends FetchOptions {
  /** Has passed the guard. */
  url: URL
  scope: GuardScope
  priority: Priority
  /** As for a lane. */
  hurry?: AbortSignal | undefined
}

export interface PictureSourceDeps extends GuardedFetchDeps {
  random: () => number
}

/** At once 8 in all, 6 from one host, which is what browsers open; of what can wait so many that a place is left. */
const places = { total: 8, perLane: 6, later: 5 }
/** As the client of the API, with less patience: a list has other pictures (ms). */
const attempts = 2
const patience = 3000

export function createPictureSource(deps: PictureSourceDeps): PictureSource {
  const lanes = createLanes(places)
  const fetcher = createGuardedFetch(deps)

  async function once<T>(
    { url, scope, priority, hurry, ...options }: SourceQuestion,
    use: (fetched: FetchedPicture) => Promise<Result<T>>
  ): Promise<Result<T>> {
    const { signal } = options
    const made = await lanes.run(url.host, { signal, priority, hurry }, async () => {
      const fetched = await fetcher.fetch(url, scope, options)
      return fetched.ok ? use(fetched.value) : fetched
    })
    return made === null || signal.aborted ? fail('cancelled') : made
  }

  return {
    fetch: (question, use) =>
      withRetries(() => once(question, use), {
        attempts,
        patience,
        deadline: Infinity,
        signal: question.signal,
        random: deps.random,
        sleep: (ms, signal) => sleep(ms, undefined, { ref: false, ...(signal ? { signal } : {}) }),
        log: undefined
      }),
    close: () => fetcher.close()
  }
}
