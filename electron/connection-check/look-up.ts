import { isIP } from 'node:net'
import type { LookupAddress } from 'node:dns'
import { withDeadline } from '../api/deadline'
import { networkFailure } from '../api/network-failure'
import { ok, type Result } from '../contract/failure'

/** The host of a URL as sockets want it: an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

/** The port of a URL, also where it is the scheme's own. */
export function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}

/** ms that finding a name may take: a resolver that is away is asked several times by the system. */
const patience = 10_000

/** All addresses of a URL's host, in the system's order; its own where it is one. Fails with a network code or `cancelled`. */
export async function lookUp(
  url: URL,
  resolveName: (hostname: string) => Promise<LookupAddress[]>,
  signal: AbortSignal
): Promise<Result<string[]>> {
  const host = hostOf(url)
  if (isIP(host) !== 0) return ok([host])
  const facts = { host: url.host }
  return withDeadline(patience, signal, facts, async () => {
    try {
      const addresses = (await resolveName(host)).map(({ address }) => address)
      return ok([...new Set(addresses)])
    } catch (error) {
      return networkFailure(error, facts)
    }
  })
}
