import type { IncomingHttpHeaders } from 'node:http'
import { defaultDeadline, withDeadline } from '../../api/deadline'
import { networkFailure } from '../../api/network-failure'
import { longestObeyed } from '../../api/retry'
import { readRetryAfter } from '../../api/retry-after'
import { codeOfStatus } from '../../api/status-failure'
import { fail, ok, type FailureFacts, type Result } from '../../contract/failure'
import { guardUrl, mayBePrivate, type GuardScope } from './address-guard'
import { ageOf, validatorsIn } from './freshness'
import { getPicture, type Answer } from './http'
import { PrivateAddressError } from './guarded-lookup'
import { createHostRests } from './host-backoff'
import { tokenOf } from '../registry'
import { createPictureRoutes, type PictureRoute, type PictureRoutesDeps } from './routes'
import type { Validators } from '../disk/protocol'

/** Fetches pictures from addresses that nobody vouches for. */
export interface GuardedFetch {
  /**
   * Comes back with the body's bytes, at most `maxBytes`, or, where `validators` were given, that there is no other picture
   * than the one they stand for. The URL has passed the guard; every redirect passes it again, and every resolved address is
   * checked when the connection is made. A host that wants to be left alone is not asked, whoever leads there. Fails with a
   * `picture-…` or network code, or with `cancelled`.
   */
  fetch(url: URL, scope: GuardScope, options: FetchOptions): Promise<Result<FetchedPicture>>
  close(): void
}

export interface FetchOptions {
  signal: AbortSignal
  /** Shown to nobody but the URL that gave them. */
  validators?: Validators | null
}

export interface FetchedPicture {
  /** null: unchanged. */
  bytes: Uint8Array<ArrayBuffer> | null
  /** ms for which it is not asked for again. */
  age: number
  validators: Validators
}

export interface GuardedFetchDeps extends PictureRoutesDeps {
  /** Most bytes of a body; product pictures have 0.1–5 MB, a camera's original stays below the default 32 MB. */
  maxBytes?: number
  /** ms for the whole of it, redirects included; 20,000 when not given. */
  fetchDeadline?: number
  /** ms since 1970. */
  now?: () => number
}

/** A picture, or where to go on. */
type Hop = Result<FetchedPicture | URL>

const maxRedirects = 5

export function createGuardedFetch(deps: GuardedFetchDeps): GuardedFetch {
  const { maxBytes = 32 * 1024 * 1024, fetchDeadline = defaultDeadline, now = Date.now } = deps
  const routes = createPictureRoutes(deps)
  const rests = createHostRests(now)

  const hop = async (url: URL, scope: GuardScope, options: FetchOptions): Promise<Hop> => {
    const validators = options.validators?.from === tokenOf(url.href) ? options.validators : null
    const { signal } = options
    const { host } = url
    const retryAfter = rests.left(host)
    if (retryAfter > 0) return fail('rate-limited', { host, retryAfter })
    let result: Hop = fail('unreachable', { host })
    const ways = await routes.to(url, mayBePrivate(url, scope))
    if (!ways.ok) return ways
    for (const route of ways.value) {
      result = await tryRoute(url, route, scope, { signal, maxBytes, validators })
      if (!result.ok) rests.note(host, result.failure)
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
  { proxy, ...route }: PictureRoute,
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
      return ok({ bytes: answer.bytes, ...standingIn(answer.headers, url) })
    case 'unchanged':
      return ok({ bytes: null, ...standingIn(answer.headers, url) })
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

function standingIn(headers: IncomingHttpHeaders, url: URL): Pick<FetchedPicture, 'age' | 'validators'> {
  return { age: ageOf(headers), validators: { ...validatorsIn(headers), from: tokenOf(url.href) } }
}

/** A picture's server was given no key and asked for no page, so it cannot have refused these. */
function refusedBy(
  status: number,
  headers: IncomingHttpHeaders,
  facts: FailureFacts
): ReturnType<typeof fail> {
  const code = status === 401 ? 'forbidden' : status === 413 ? 'request-refused' : codeOfStatus(status)
  const asked = readRetryAfter(headers['retry-after'], headers.date, Date.now())
  const retryAfter = asked === null ? {} : { retryAfter: Math.min(asked, longestObeyed) }
  return fail(code, { ...facts, status, ...retryAfter })
}
