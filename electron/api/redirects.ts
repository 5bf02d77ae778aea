import { fail, type Result } from '../contract/failure'
import { isCaptiveRedirect } from './captive'
import type { Answer, Wire } from './wire'

/** How many redirects within the store are followed: a moved path needs one or two. */
const maxRedirects = 5

const redirects = new Set([301, 302, 303, 307, 308])

/**
 * Gets a URL and follows redirects within its origin. One to another origin is never followed, since key and
 * user id would go there (20): it fails with `redirected`, or `captive-portal` when it looks like a network's
 * sign-in page. A loop, or too many, fails with `redirected` (21).
 */
export async function getFollowing(
  wire: Wire,
  start: URL,
  headers: Record<string, string>,
  signal: AbortSignal
): Promise<Result<Answer>> {
  const seen = new Set([start.href])
  let url = start
  for (let followed = 0; ; followed += 1) {
    const result = await wire.get(url, headers, signal)
    if (!result.ok || !redirects.has(result.value.status)) return result
    const status = result.value.status
    const target = URL.parse(result.value.location ?? '', url.href)
    if (target === null) return fail('redirected', { host: start.host, status })
    const facts = { host: start.host, status, location: originOf(target) }
    if (target.origin !== start.origin || target.origin === 'null') {
      return fail(isCaptiveRedirect(start, target) ? 'captive-portal' : 'redirected', facts)
    }
    url = asRequested(target)
    if (seen.has(url.href) || followed >= maxRedirects) return fail('redirected', facts)
    seen.add(url.href)
  }
}

/** The address as it is sent: two that differ elsewhere are the same. User and password in it would become a header. */
function asRequested(target: URL): URL {
  const url = new URL(target)
  url.hash = ''
  url.username = ''
  url.password = ''
  return url
}

function originOf(url: URL): string {
  return url.origin === 'null' ? url.protocol : url.origin
}
