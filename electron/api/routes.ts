/** One way to reach a server: directly, or through a proxy. */
export type Route = { kind: 'direct' } | ProxyRoute

export interface ProxyRoute {
  kind: 'http' | 'https' | 'socks'
  /** For the proxy agents. Contains the password, if there is one: never shown. */
  url: string
  /** Host and port, for people. */
  name: string
  /** For Chromium, which takes no password here. */
  rule: string
}

const direct: Route = { kind: 'direct' }

interface ProxyKind {
  kind: ProxyRoute['kind']
  /** In URLs for the proxy agents: names are resolved by a SOCKS proxy, not here. */
  scheme: string
  chromiumScheme: string
  port: number
}

const http: ProxyKind = { kind: 'http', scheme: 'http', chromiumScheme: 'http', port: 80 }
const socks4: ProxyKind = { kind: 'socks', scheme: 'socks4a', chromiumScheme: 'socks4', port: 1080 }

/** By the words of a PAC result. */
const proxyKinds = new Map<string, ProxyKind>([
  ['PROXY', http],
  ['HTTP', http],
  ['HTTPS', { kind: 'https', scheme: 'https', chromiumScheme: 'https', port: 443 }],
  ['SOCKS', socks4],
  ['SOCKS4', socks4],
  ['SOCKS5', { kind: 'socks', scheme: 'socks5h', chromiumScheme: 'socks5', port: 1080 }]
])

/** The words of a PAC result by the schemes of proxies' addresses. */
const wordsOfSchemes = new Map([
  ['http:', 'PROXY'],
  ['https:', 'HTTPS'],
  ['socks:', 'SOCKS5'],
  ['socks4:', 'SOCKS4'],
  ['socks4a:', 'SOCKS4'],
  ['socks5:', 'SOCKS5'],
  ['socks5h:', 'SOCKS5']
])

/**
 * Parses a PAC result such as `PROXY a:8080; SOCKS5 b:1080; DIRECT` into the routes to try, in order. What is not understood is left out;
 * if nothing is left the route is direct.
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

function proxyRoute(word: string, address: string): ProxyRoute | null {
  const known = proxyKinds.get(word)
  // Parsed as http for its host and port: the URL parser does not know socks5h.
  const parsed = address === '' ? null : URL.parse(`http://${address}`)
  if (known === undefined || parsed === null) return null
  const port = /:(\d+)$/.exec(address)?.[1] ?? String(known.port)
  const user = parsed.username === '' ? '' : `${parsed.username}:${parsed.password}@`
  const name = `${parsed.hostname}:${port}`
  const { kind, scheme, chromiumScheme } = known
  return { kind, url: `${scheme}://${user}${name}`, name, rule: `${chromiumScheme}://${name}` }
}

/** A proxy's address, such as `http://proxy.example:8080`, as a PAC result; `DIRECT` if it is none. */
export function pacResult(proxy: string): string {
  const address = /^([a-z0-9]+:)\/\/([^/]+)/i.exec(proxy)
  const [scheme, authority] = address ? [address[1], address[2]] : ['http:', proxy.split('/')[0]]
  const word = wordsOfSchemes.get(scheme?.toLowerCase() ?? '')
  return word === undefined || !authority ? 'DIRECT' : `${word} ${withDecodableLogin(authority)}`
}

/** A login that is not percent-encoded would throw when it is decoded: its `%` are meant literally. */
function withDecodableLogin(authority: string): string {
  const end = authority.lastIndexOf('@') + 1
  const login = authority.slice(0, end)
  try {
    decodeURIComponent(login)
    return authority
  } catch {
    return login.replaceAll('%', '%25') + authority.slice(end)
  }
}

/** A PAC result for one URL, as the setting of an Electron session for all URLs. */
export function proxyRules(pac: string): { mode: 'direct' } | { mode: 'fixed_servers'; proxyRules: string } {
  const routes = readRoutes(pac)
  if (routes[0]?.kind === 'direct') return { mode: 'direct' }
  const rules = routes.map((route) => (route.kind === 'direct' ? 'direct://' : route.rule))
  return { mode: 'fixed_servers', proxyRules: rules.join(',') }
}

/** A server that asks for a name and password. */
export interface LoginRequest {
  isProxy: boolean
  host: string
  port: number
}

/**
 * The name and password that a PAC result holds for a proxy (`PROXY ada:secret@a.example:8080`, from an environment variable); null:
 * none for this one. They go to that proxy alone.
 */
export function proxyPassword(
  pac: string,
  { isProxy, host, port }: LoginRequest
): { name: string; password: string } | null {
  if (!isProxy) return null
  for (const route of readRoutes(pac)) {
    if (route.kind === 'direct' || route.kind === 'socks' || route.name !== `${host}:${port}`) continue
    const { username, password } = new URL(route.url)
    if (username !== '') return { name: decodeURIComponent(username), password: decodeURIComponent(password) }
  }
  return null
}

/** The routes to a URL. Proxy settings that cannot be read (`onUnknown`) count as none: the network then says what is wrong. */
export async function findRoutes(
  url: URL,
  resolveProxy: (url: string) => Promise<string>,
  onUnknown?: () => void
): Promise<Route[]> {
  try {
    return readRoutes(await resolveProxy(url.href))
  } catch {
    onUnknown?.()
    return [direct]
  }
}

/** ms for which the routes to a store are remembered: asking the system takes longer than reading a page. */
const remembered = 5000

/** Finds the routes to URLs, and remembers those to their origins for a moment. */
interface RouteFinder {
  find(url: URL): Promise<Route[]>
  /** They may have changed: the network did, or a proxy does not answer. */
  forget(): void
}

export function createRouteFinder(
  resolveProxy: (url: string) => Promise<string>,
  onUnknown: (url: URL) => void
): RouteFinder {
  const known = new Map<string, { routes: Route[]; until: number }>()
  return {
    async find(url) {
      const found = known.get(url.origin)
      if (found && found.until > performance.now()) return found.routes
      const routes = await findRoutes(url, resolveProxy, () => onUnknown(url))
      known.set(url.origin, { routes, until: performance.now() + remembered })
      return routes
    },
    forget: () => known.clear()
  }
}
