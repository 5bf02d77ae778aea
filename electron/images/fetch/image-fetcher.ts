import { setTimeout as sleep } from 'node:timers/promises'
import { retryAfterIn, withRetries } from '../../api/retry'
import { fail, ok, type Result, type FailureFacts } from '../../contract/failure'
import { guardUrl, mayBePrivate, type GuardScope } from './address-guard'
import { createPerHostQueue, type Priority } from './per-host-queue'
import type { IncomingHttpHeaders } from 'node:http'
import { createBackoffRegistry } from '../../async/backoff'
import { defaultDeadline, withDeadline } from '../../async/with-timeout'
import { networkFailure, codeOfStatus } from '../../api/failures'
import { freshFor, validatorsIn } from './freshness'
import { getPicture, type Answer } from './http'
import { PrivateAddressError } from './private-network'
import { tokenOf } from '../registry'
import { createImageRoutes, type ImageRoute, type ImageRoutesDeps } from './routes'
import type { Validators } from '../disk/protocol'

/** Fetches originals, so many at once. */
export interface ImageFetcher {
  /**
   * Fetches, and keeps the place until `use` is done with what came, so that originals which wait for the decoder are
   * bounded too. Asks once more where that often helps. Fails with a `picture-…` or network code, or with `cancelled`.
   */
  fetch<T>(question: FetchRequest, use: (fetched: FetchedPicture) => Promise<Result<T>>): Promise<Result<T>>
  close(): void
}

interface FetchRequest extends FetchOptions {
  /** Has passed the guard. */
  url: URL
  scope: GuardScope
  priority: Priority
  /** As for a lane. */
  hurry?: AbortSignal | undefined
}

interface ImageFetcherDeps extends GuardedFetchDeps {
  random: () => number
}

/** At once 8 in all, 6 from one host, which is what browsers open; of what can wait so many that a place is left. */
const places = { total: 8, perHost: 6, later: 5 }
/** As the client of the API, with less patience: a list has other pictures (ms). */
const attempts = 2
const patience = 3000

export function createImageFetcher(deps: ImageFetcherDeps): ImageFetcher {
  const queue = createPerHostQueue(places)
  const fetcher = createGuardedFetch(deps)

  async function once<T>(
    { url, scope, priority, hurry, ...options }: FetchRequest,
    use: (fetched: FetchedPicture) => Promise<Result<T>>
  ): Promise<Result<T>> {
    const { signal } = options
    const made = await queue.run(url.host, { signal, priority, hurry }, async () => {
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

/** Fetches pictures from untrusted addresses. */
export interface GuardedFetch {
  /**
   * Returns the body's bytes, at most `maxBytes`, or, with `validators`, that the picture has not changed. The URL has passed the
   * guard; every redirect passes it again, and every resolved address is checked when the connection is made. A host in
   * back-off gets no request, also by a redirect. Fails with a `picture-…` or network code, or with `cancelled`.
   */
  fetch(url: URL, scope: GuardScope, options: FetchOptions): Promise<Result<FetchedPicture>>
  close(): void
}

interface FetchOptions {
  signal: AbortSignal
  /** Sent only to the URL that gave them. */
  validators?: Validators | null
}

export interface FetchedPicture {
  /** null: unchanged. */
  bytes: Uint8Array<ArrayBuffer> | null
  /** ms during which it is not requested again. */
  age: number
  validators: Validators
}

export interface GuardedFetchDeps extends ImageRoutesDeps {
  /** Most bytes of a body; product pictures have 0.1–5 MB, a camera's original stays below the default 32 MB. */
  maxBytes?: number
  /** ms for the whole fetch, redirects included; default 20,000. */
  fetchDeadline?: number
  /** ms since 1970. */
  now?: () => number
}

/** A picture, or the target of a redirect. */
type Hop = Result<FetchedPicture | URL>

const maxRedirects = 5

export function createGuardedFetch(deps: GuardedFetchDeps): GuardedFetch {
  const { maxBytes = 32 * 1024 * 1024, fetchDeadline = defaultDeadline, now = Date.now } = deps
  const routes = createImageRoutes(deps)
  const backoffs = createBackoffRegistry(now)

  const hop = async (url: URL, scope: GuardScope, options: FetchOptions): Promise<Hop> => {
    const validators = options.validators?.from === tokenOf(url.href) ? options.validators : null
    const { signal } = options
    const { host } = url
    const retryAfter = backoffs.of(host)?.facts.retryAfter ?? 0
    if (retryAfter > 0) return fail('rate-limited', { host, retryAfter })
    let result: Hop = fail('unreachable', { host })
    const ways = await routes.to(url, mayBePrivate(url, scope))
    if (!ways.ok) return ways
    for (const route of ways.value) {
      result = await tryRoute(url, route, scope, { signal, maxBytes, validators })
      if (!result.ok) backoffs.record(host, result.failure)
      if (result.ok || result.failure.code !== 'proxy-unreachable') return result
    }
    return result
  }

  const follow = async (
    start: URL,
    scope: GuardScope,
    options: FetchOptions
  ): Promise<Result<FetchedPicture>> => {
    let url = start
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const result = await hop(url, scope, options)
      if (!result.ok) return result
      if (!(result.value instanceof URL)) return ok(result.value)
      url = result.value
    }
    return fail('redirected', {
      host: start.host,
      location: url.origin,
      reason: `More than ${maxRedirects} redirects.`
    })
  }

  return {
    fetch: (url, scope, options) =>
      withDeadline(fetchDeadline, options.signal, { host: url.host }, (signal) =>
        follow(url, scope, { ...options, signal })
      ),
    close: () => routes.close()
  }
}

interface HopLimits {
  signal: AbortSignal
  maxBytes: number
  validators: Validators | null
}

async function tryRoute(
  url: URL,
  { proxy, ...route }: ImageRoute,
  scope: GuardScope,
  limits: HopLimits
): Promise<Hop> {
  const facts: FailureFacts = proxy === null ? { host: url.host } : { host: url.host, proxy }
  try {
    return judge(await getPicture(url, { ...route, ...limits }), url, scope, facts)
  } catch (error) {
    if (error instanceof PrivateAddressError) return fail('picture-address-private', facts)
    return limits.signal.aborted ? fail('cancelled', facts) : networkFailure(error, facts)
  }
}

function judge(answer: Answer, url: URL, scope: GuardScope, facts: FailureFacts): Hop {
  switch (answer.kind) {
    case 'body':
      return ok({ bytes: answer.bytes, ...cachingOf(answer.headers, url) })
    case 'unchanged':
      return ok({ bytes: null, ...cachingOf(answer.headers, url) })
    case 'too-large':
      return fail('picture-too-large', facts)
    case 'tunnel-refused':
      return fail(answer.status === 407 ? 'proxy-auth' : 'unreachable', { ...facts, status: answer.status })
    case 'status':
      return refusedBy(answer.status, answer.headers, facts)
    case 'redirect': {
      const next = URL.parse(answer.location, url.href)
      return next === null ? fail('redirected', facts) : guardUrl(next, scope)
    }
  }
}

function cachingOf(headers: IncomingHttpHeaders, url: URL): Pick<FetchedPicture, 'age' | 'validators'> {
  return { age: freshFor(headers), validators: { ...validatorsIn(headers), from: tokenOf(url.href) } }
}

/** A picture's server gets no key and no request for a page, so it cannot have refused these. */
function refusedBy(
  status: number,
  headers: IncomingHttpHeaders,
  facts: FailureFacts
): ReturnType<typeof fail> {
  const code = status === 401 ? 'forbidden' : status === 413 ? 'request-refused' : codeOfStatus(status)
  return fail(code, { ...facts, status, ...retryAfterIn(headers['retry-after'], headers.date) })
}
