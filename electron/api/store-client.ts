import { setTimeout as sleepFor } from 'node:timers/promises'
import { fail, ok, type Result } from '../contract/failure'
import { pageUrl } from './address'
import { looksLikePage, readAnswer, takeAnswer } from './parse-answer'
import { defaultDeadline, withDeadline } from '../async/with-timeout'
import { type Answer, createWire, sendFollowing } from './http'
import { defaultAttempts, isConnectionDead, longestWait, withRetries } from './retry'
import type { PageRequest, Sleep, StoreClient, StoreClientDeps } from './types'

/** Makes the client for stores' HTTP APIs. It keeps connections between requests, and nothing else. */
export function createStoreClient(deps: StoreClientDeps): StoreClient {
  const wire = createWire(deps)
  const { random = Math.random, sleep = defaultSleep, log, version = 'dev', onStoreSeen } = deps

  /** Requests a page, with retries, and returns what `read` makes of the answer. */
  async function ask<T>(
    request: PageRequest,
    attempts: number,
    read: (answer: Answer, page: number, limit: number) => Result<T>
  ): Promise<Result<T>> {
    const prepared = prepare(request, version)
    if (!prepared.ok) return prepared
    const { url, headers } = prepared.value
    const { page, limit, signal, deadline = defaultDeadline, patience = longestWait } = request
    const attempt = async (): Promise<Result<T>> => {
      const taken = await withDeadline(deadline, signal, { host: url.host }, async (ending) => {
        const answer = await sendFollowing(wire, { url, headers }, ending)
        if (!answer.ok) return answer
        const taken = read(answer.value, page, limit)
        if (taken.ok && looksLikePage(answer.value)) onStoreSeen?.(url.origin, answer.value.from ?? null)
        return taken
      })
      // After sleep every kept connection is dead: the one retry must not be spent on another of them (fault 14).
      if (!taken.ok && isConnectionDead(taken.failure)) wire.closeIdle()
      return taken
    }
    const result = await withRetries(attempt, { attempts, patience, deadline, signal, random, sleep, log })
    if (!result.ok && result.failure.code !== 'cancelled') {
      const { code, facts } = result.failure
      log?.warn('no page', { host: url.host, page, code, status: facts.status ?? 0 })
    }
    return result
  }

  return {
    async fetchPage(request) {
      const result = await ask(request, request.attempts ?? defaultAttempts, readAnswer)
      if (result.ok) log?.debug('read a page', { page: request.page, items: result.value.items.length })
      return result
    },
    fetchAnswer: (request) => ask(request, request.attempts ?? 1, takeAnswer),
    warm: () => wire.warm(),
    wake: () => wire.closeIdle(),
    close: () => wire.close()
  }
}

const defaultSleep: Sleep = (ms, signal) => sleepFor(ms, undefined, { signal })

/**
 * The URL and headers of a request. Refuses what cannot be sent as it is: axios would silently strip a character
 * that a header cannot carry (fault 76), and the store would refuse another key than the person entered.
 */
function prepare(
  { store, credentials, page, limit }: PageRequest,
  version: string
): Result<{ url: URL; headers: Record<string, string> }> {
  const base = URL.parse(store.baseUrl)
  if (base === null || !/^https?:$/.test(base.protocol) || base.username !== '' || base.password !== '') {
    return fail('address-invalid')
  }
  for (const field of ['userId', 'key'] as const) {
    const value = credentials[field]
    if (value === '') return fail('credentials-missing', { field })
    if (!/^[!-~](?:[ -~]*[!-~])?$/.test(value)) return fail('credentials-invalid', { field })
  }
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': `Vitrine/${version}`,
    'x-api-key': credentials.key,
    userid: credentials.userId
  }
  return ok({ url: pageUrl(store, page, limit), headers })
}
