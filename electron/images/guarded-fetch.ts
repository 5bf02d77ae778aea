import { defaultDeadline, withDeadline } from '../api/deadline'
import { networkFailure } from '../api/network-failure'
import { codeOfStatus } from '../api/status-failure'
import { fail, ok, type FailureFacts, type Result } from '../contract/failure'
import { guardUrl, type GuardScope } from './address-guard'
import { getPicture, type Answer } from './get-picture'
import { PrivateAddressError } from './guarded-lookup'
import { createPictureRoutes, type PictureRoute, type PictureRoutesDeps } from './picture-routes'

/** Fetches pictures from addresses that nobody vouches for. */
export interface GuardedFetch {
  /**
   * Comes back with the body's bytes, at most `maxBytes`. The URL has passed the guard; every redirect passes it
   * again, and every resolved address is checked when the connection is made. Fails with a `picture-…` or network
   * code, or with `cancelled`.
   */
  fetch(url: URL, scope: GuardScope, signal: AbortSignal): Promise<Result<Uint8Array>>
  close(): void
}

export interface GuardedFetchDeps extends PictureRoutesDeps {
  /** Most bytes of a body; product pictures have 0.1–5 MB, a camera's original stays below the default 32 MB. */
  maxBytes?: number
  /** ms for the whole of it, redirects included; 20,000 when not given. */
  fetchDeadline?: number
}

/** Bytes of the body, or where to go on. */
type Hop = Result<Uint8Array | URL>

const maxRedirects = 5

export function createGuardedFetch(deps: GuardedFetchDeps): GuardedFetch {
  const { maxBytes = 32 * 1024 * 1024, fetchDeadline = defaultDeadline } = deps
  const routes = createPictureRoutes(deps)

  const hop = async (url: URL, scope: GuardScope, signal: AbortSignal): Promise<Hop> => {
    let result: Hop = fail('unreachable', { host: url.host })
    for (const route of await routes.to(url, scope.privateHosts.has(url.host))) {
      result = await tryRoute(url, route, scope, { signal, maxBytes })
      if (result.ok || result.failure.code !== 'proxy-unreachable') return result
    }
    return result
  }

  const follow = async (start: URL, scope: GuardScope, signal: AbortSignal): Promise<Result<Uint8Array>> => {
    let url = start
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const result = await hop(url, scope, signal)
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
    fetch: (url, scope, signal) =>
      withDeadline(fetchDeadline, signal, { host: url.host }, (both) => follow(url, scope, both)),
    close: () => routes.close()
  }
}

async function tryRoute(
  url: URL,
  { proxy, ...route }: PictureRoute,
  scope: GuardScope,
  limits: { signal: AbortSignal; maxBytes: number }
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
  if (answer.kind === 'body') return ok(answer.bytes)
  if (answer.kind === 'too-large') return fail('picture-too-large', facts)
  if (answer.kind === 'tunnel-refused') {
    return fail(answer.status === 407 ? 'proxy-auth' : 'unreachable', { ...facts, status: answer.status })
  }
  if (answer.kind === 'status') return refusedBy(answer.status, facts)
  const next = URL.parse(answer.location, url.href)
  return next === null ? fail('redirected', facts) : guardUrl(next, scope)
}

/** A picture's server was given no key and asked for no page, so it cannot have refused these. */
function refusedBy(status: number, facts: FailureFacts): ReturnType<typeof fail> {
  const code = status === 401 ? 'forbidden' : status === 413 ? 'request-refused' : codeOfStatus(status)
  return fail(code, { ...facts, status })
}
