import { shallowReactive } from 'vue'
import { fail, type FailureCode, type Result } from '../../../electron/contract/failure'
import type { PictureFacts } from '../../../electron/contract/picture'
import { call } from '../../bridge'
import { defineConnectionStore } from '../../shared/data/open-connection'
import { networkCodes } from '../../shared/data/failure-kinds'

/** Failures of a picture that may be over the next time it is asked for. */
const passing: ReadonlySet<FailureCode> = new Set([
  ...networkCodes,
  'server-error',
  'rate-limited',
  'picture-decoder-failed',
  'internal'
])

/**
 * What is known of pictures beyond their pixels: facts of those that were shown, reasons of those that could
 * not be. One entry a picture: both lists and the preview share it.
 */
export const usePictures = defineConnectionStore((connectionId) => {
  const known = shallowReactive(new Map<string, Result<PictureFacts>>())
  /** How often a picture was asked for anew: a key for its element, so that it is requested again. */
  const attempts = shallowReactive(new Map<string, number>())
  const asking = new Map<string, Promise<void>>()
  /** Pictures of which only something smaller than what was asked for could be shown. */
  const lacking = new Set<string>()

  async function ask(token: string): Promise<void> {
    known.set(token, await call('pictures:describe', { connectionId, token }))
  }

  /** Finds out what is known of a picture; many callers at once make one question. */
  function describe(token: string): Promise<void> {
    if (known.has(token)) return Promise.resolve()
    const running = asking.get(token)
    if (running) return running
    const question = ask(token).finally(() => asking.delete(token))
    asking.set(token, question)
    return question
  }

  /** An element could not show a picture: finds out why, and tries once more if nothing is wrong with it. */
  async function failed(token: string): Promise<void> {
    known.delete(token)
    await describe(token)
    if (!known.get(token)?.ok) return
    if (attempts.has(token)) known.set(token, fail('internal'))
    else attempts.set(token, 1)
  }

  /** Lets the main process fetch a picture anew, and the elements that show it ask again. */
  async function retry(token: string): Promise<void> {
    await call('pictures:retry', { connectionId, token })
    known.delete(token)
    attempts.set(token, (attempts.get(token) ?? 0) + 1)
  }

  /** A picture could not be shown as large as it was asked for, but smaller: it will be asked for again. */
  function lacks(token: string): void {
    lacking.add(token)
  }

  /** Asks anew for every picture whose failure may be over by now. */
  function retryPassing(): void {
    for (const token of lacking) void retry(token)
    lacking.clear()
    for (const [token, fact] of known) {
      if (!fact.ok && passing.has(fact.failure.code)) void retry(token)
    }
  }

  /** Lets this connection's pictures come from a private host; those that were refused for it are asked for again. */
  async function allowHost(host: string): Promise<Result<null>> {
    const answer = await call('pictures:allow-host', { connectionId, host })
    if (!answer.ok) return answer
    for (const [token, fact] of known) {
      const isOfHost = !fact.ok && fact.failure.code === 'picture-address-private'
      if (isOfHost && fact.failure.facts.host === host) void retry(token)
    }
    return answer
  }

  return { connectionId, known, attempts, describe, failed, lacks, retry, retryPassing, allowHost }
})
