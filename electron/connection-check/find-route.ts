import type { LookupAddress } from 'node:dns'
import { connect, isIP } from 'node:net'
import { isLoopback } from '../api/address'
import { networkFailure } from '../api/failures'
import { type ProxyRoute, readRoutes, type Route } from '../api/routes'
import { withDeadline } from '../async/with-timeout'
import type { CheckResult } from '../contract/connection-check'
import { fail, type Failure, type FailureFacts, ok, type Result } from '../contract/failure'
import type { CheckRecorder } from './check-recorder'
import type { ConnectionCheckDeps } from './connection-checker'

/** ms for each connection that is tried: who answers at all does within one. */
const patience = 5000
/** Addresses of one name that are tried. */
const maxAddresses = 6

type RouteCheck = Pick<ConnectionCheckDeps, 'isOnline' | 'findProxy' | 'resolveName'> & {
  url: URL
  recorder: CheckRecorder
  signal: AbortSignal
}

/** Looks at all that lies between this computer and the store's server. null: there is no way to it now. */
export async function findRoute(check: RouteCheck): Promise<Route | null> {
  const { url, recorder, signal } = check
  recorder.begin('network')
  const isOwn = isLoopback(url.hostname)
  if (!isOwn && !check.isOnline()) {
    recorder.record('network', { code: 'offline' })
    return null
  }
  recorder.record('network', { code: isOwn ? 'own-computer' : 'online' })
  for (const route of await findRoutes(check)) {
    const reached = await (route.kind === 'direct'
      ? connectDirectly(check)
      : connectThroughProxy(check, route))
    if (signal.aborted) return null
    if (reached) return route
  }
  return null
}

async function findRoutes({ url, recorder, findProxy }: RouteCheck): Promise<Route[]> {
  recorder.begin('proxy')
  const { pac, origin } = await findProxy(url.href).catch(() => ({
    pac: 'DIRECT',
    origin: 'system' as const
  }))
  const routes = readRoutes(pac)
  const proxies = routes.filter((route) => route.kind !== 'direct')
  recorder.record(
    'proxy',
    proxies.length === 0
      ? { code: 'straight', origin }
      : { code: 'proxied', origin, proxy: proxies.map(({ name }) => name).join(', ') }
  )
  return routes
}

async function connectDirectly({ url, recorder, resolveName, signal }: RouteCheck): Promise<boolean> {
  recorder.begin('name')
  const addresses = await lookUp(url, resolveName, signal)
  if (!addresses.ok) {
    recorder.record('name', { code: 'failed', failure: addresses.failure })
    return false
  }
  const isNumber = isIP(hostOf(url)) !== 0
  recorder.record('name', isNumber ? { code: 'no-name' } : { code: 'resolved', addresses: addresses.value })
  recorder.begin('connect')
  const endpoints = addresses.value.slice(0, maxAddresses).map((host) => ({ host, port: portOf(url) }))
  const found = await tryEndpoints(endpoints, url, signal)
  recorder.record('connect', found)
  return found.code !== 'failed'
}

/** Tries all addresses at once, as every request does one after the other: one that is silent costs a moment each time (fault 10). */
async function tryEndpoints(
  endpoints: readonly Endpoint[],
  url: URL,
  signal: AbortSignal
): Promise<CheckResult> {
  const tried = await Promise.all(
    endpoints.map(async (endpoint) => ({
      endpoint,
      found: await reach(endpoint, { host: url.host }, patience, signal)
    }))
  )
  const open = tried.flatMap(({ endpoint, found }) => (found.ok ? [{ endpoint, duration: found.value }] : []))
  const shut = tried.flatMap(({ endpoint, found }) =>
    found.ok ? [] : [{ endpoint, failure: found.failure }]
  )
  const best = open.toSorted((one, other) => one.duration - other.duration)[0]
  if (best === undefined) {
    const [first] = shut
    const nobody: Failure = { code: 'name-not-found', facts: { host: url.host } }
    return { code: 'failed', failure: first?.failure ?? nobody }
  }
  const to = endpointName(best.endpoint)
  if (shut.length === 0) return { code: 'connected', to, duration: best.duration }
  return { code: 'partly-connected', to, silent: shut.map(({ endpoint }) => endpointName(endpoint)) }
}

async function connectThroughProxy(
  { url, recorder, signal }: RouteCheck,
  route: ProxyRoute
): Promise<boolean> {
  recorder.record('name', { code: 'resolved-by-proxy', proxy: route.name })
  recorder.begin('connect')
  const proxy = new URL(route.url.replace(/^[a-z0-9]+:/, 'http:'))
  const endpoint = { host: hostOf(proxy), port: portOf(proxy) }
  const reached = await reach(endpoint, { host: url.host, proxy: route.name }, patience, signal)
  recorder.record(
    'connect',
    reached.ok
      ? { code: 'connected', to: route.name, duration: reached.value }
      : { code: 'failed', failure: reached.failure }
  )
  return reached.ok
}

/** The host of a URL as sockets want it: an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

/** The port of a URL, also where it is the scheme's own. */
export function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}

/** ms that finding a name may take: a resolver that is away is asked several times by the system. */
const namePatience = 10_000

/** All addresses of a URL's host, in the system's order; its own where it is one. Fails with a network code or `cancelled`. */
async function lookUp(
  url: URL,
  resolveName: (hostname: string) => Promise<LookupAddress[]>,
  signal: AbortSignal
): Promise<Result<string[]>> {
  const host = hostOf(url)
  if (isIP(host) !== 0) return ok([host])
  const facts = { host: url.host }
  return withDeadline(namePatience, signal, facts, async () => {
    try {
      const addresses = (await resolveName(host)).map(({ address }) => address)
      return ok([...new Set(addresses)])
    } catch (error) {
      return networkFailure(error, facts)
    }
  })
}

/** Where a connection is opened to. */
interface Endpoint {
  host: string
  port: number
}

/** Opens a connection, and closes it at once. Returns the ms that it took. Fails with a network code or `cancelled`. */
function reach(
  { host, port }: Endpoint,
  facts: FailureFacts,
  patience: number,
  signal: AbortSignal
): Promise<Result<number>> {
  return new Promise((resolve) => {
    const began = performance.now()
    const ending = AbortSignal.any([signal, AbortSignal.timeout(patience)])
    const socket = connect({ host, port, signal: ending })
    socket.once('connect', () => {
      socket.destroy()
      resolve(ok(Math.round(performance.now() - began)))
    })
    socket.once('error', (error) => {
      if (signal.aborted) resolve(fail('cancelled'))
      else if (ending.aborted)
        resolve(fail(facts.proxy === undefined ? 'timeout' : 'proxy-unreachable', facts))
      else resolve(networkFailure(error, facts))
    })
  })
}

/** A endpoint as people read it. */
function endpointName({ host, port }: Endpoint): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}
