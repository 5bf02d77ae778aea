/** One way to reach the store: straight, or through a proxy. */
export type Route = { kind: 'direct' } | ProxyRoute

export interface ProxyRoute {
  kind: 'http' | 'https' | 'socks'
  /** With the password in it, if it has one: never shown. */
  url: string
  /** Host and port, for people. */
  name: string
}

const direct: Route = { kind: 'direct' }

/** The scheme that the proxy packages know for each word of a PAC result. SOCKS5 names are resolved by the proxy. */
const schemes = new Map<string, { kind: ProxyRoute['kind']; scheme: string; port: number }>([
  ['PROXY', { kind: 'http', scheme: 'http', port: 80 }],
  ['HTTP', { kind: 'http', scheme: 'http', port: 80 }],
  ['HTTPS', { kind: 'https', scheme: 'https', port: 443 }],
  ['SOCKS', { kind: 'socks', scheme: 'socks4a', port: 1080 }],
  ['SOCKS4', { kind: 'socks', scheme: 'socks4a', port: 1080 }],
  ['SOCKS5', { kind: 'socks', scheme: 'socks5h', port: 1080 }]
])

/**
 * The ways to a URL, to be tried in this order. A proxy setting that cannot be found out (`whenUnknown` is told)
 * is treated as none: the network then says what is wrong.
 */
export async function findRoutes(
  url: URL,
  resolveProxy: (url: string) => Promise<string>,
  whenUnknown?: () => void
): Promise<Route[]> {
  try {
    return readRoutes(await resolveProxy(url.href))
  } catch {
    whenUnknown?.()
    return [direct]
  }
}

/** ms for which the ways to a store are remembered: asking the system takes longer than reading a page does. */
const remembered = 5000

/** Finds the ways to a URL, and remembers those to its origin for a moment. */
export interface RouteFinder {
  find(url: URL): Promise<Route[]>
  /** They may be others now: the network changed, or a proxy does not answer. */
  forget(): void
}

export function createRouteFinder(
  resolveProxy: (url: string) => Promise<string>,
  whenUnknown: (url: URL) => void
): RouteFinder {
  const known = new Map<string, { routes: Route[]; until: number }>()
  return {
    async find(url) {
      const found = known.get(url.origin)
      if (found && found.until > performance.now()) return found.routes
      const routes = await findRoutes(url, resolveProxy, () => whenUnknown(url))
      known.set(url.origin, { routes, until: performance.now() + remembered })
      return routes
    },
    forget: () => known.clear()
  }
}

/**
 * Reads a PAC result such as `PROXY a:8080; SOCKS5 b:1080; DIRECT` into the ways to try, in order. What is not
 * understood is left out; when nothing is left the way is direct.
 */
export function readRoutes(pac: string): Route[] {
  const routes = pac.split(';').flatMap((entry) => {
    const [word = '', address = ''] = entry.trim().split(/\s+/)
    if (word.toUpperCase() === 'DIRECT') return [direct]
    const route = proxyRoute(word.toUpperCase(), address)
    return route ? [route] : []
  })
  return routes.length > 0 ? routes : [direct]
}

function proxyRoute(word: string, address: string): Route | null {
  const known = schemes.get(word)
  // Parsed as http for its host and port: the URL parser knows nothing of socks5h.
  const parsed = address === '' ? null : URL.parse(`http://${address}`)
  if (known === undefined || parsed === null) return null
  const port = /:(\d+)$/.exec(address)?.[1] ?? String(known.port)
  const user = parsed.username === '' ? '' : `${parsed.username}:${parsed.password}@`
  const name = `${parsed.hostname}:${port}`
  return { kind: known.kind, url: `${known.scheme}://${user}${name}`, name }
}
