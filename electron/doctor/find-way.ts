import { isIP } from 'node:net'
import { isLoopback } from '../api/host'
import { readRoutes, type ProxyRoute, type Route } from '../api/routes'
import type { CheckResult } from '../contract/doctor'
import type { Failure } from '../contract/failure'
import type { Chart } from './chart'
import { hostOf, lookUp, portOf } from './look-up'
import { doorName, reach, type Door } from './reach'
import type { CheckupDeps } from './types'

/** ms for each connection that is tried: who answers at all does within one. */
const patience = 5000
/** Addresses of one name that are tried. */
const maxAddresses = 6

type Visit = Pick<CheckupDeps, 'isOnline' | 'findProxy' | 'resolveName'> & {
  url: URL
  chart: Chart
  signal: AbortSignal
}

/** Looks at all that lies between this computer and the store's door. null: there is no way to it now. */
export async function findWay(visit: Visit): Promise<Route | null> {
  const { url, chart, signal } = visit
  chart.begin('network')
  const isOwn = isLoopback(url.hostname)
  if (!isOwn && !visit.isOnline()) {
    chart.tell('network', { code: 'offline' })
    return null
  }
  chart.tell('network', { code: isOwn ? 'own-computer' : 'online' })
  for (const route of await findRoutes(visit)) {
    const reached = await (route.kind === 'direct' ? goStraight(visit) : goThrough(visit, route))
    if (signal.aborted) return null
    if (reached) return route
  }
  return null
}

async function findRoutes({ url, chart, findProxy }: Visit): Promise<Route[]> {
  chart.begin('proxy')
  const { pac, origin } = await findProxy(url.href).catch(() => ({
    pac: 'DIRECT',
    origin: 'system' as const
  }))
  const routes = readRoutes(pac)
  const proxies = routes.filter((route) => route.kind !== 'direct')
  chart.tell(
    'proxy',
    proxies.length === 0
      ? { code: 'straight', origin }
      : { code: 'proxied', origin, proxy: proxies.map(({ name }) => name).join(', ') }
  )
  return routes
}

async function goStraight({ url, chart, resolveName, signal }: Visit): Promise<boolean> {
  chart.begin('name')
  const addresses = await lookUp(url, resolveName, signal)
  if (!addresses.ok) {
    chart.tell('name', { code: 'failed', failure: addresses.failure })
    return false
  }
  const isNumber = isIP(hostOf(url)) !== 0
  chart.tell('name', isNumber ? { code: 'no-name' } : { code: 'resolved', addresses: addresses.value })
  chart.begin('connect')
  const doors = addresses.value.slice(0, maxAddresses).map((host) => ({ host, port: portOf(url) }))
  const found = await tryDoors(doors, url, signal)
  chart.tell('connect', found)
  return found.code !== 'failed'
}

/** Tries all addresses at once, as every request does one after the other: one that is silent costs a moment each time (10). */
async function tryDoors(doors: readonly Door[], url: URL, signal: AbortSignal): Promise<CheckResult> {
  const tried = await Promise.all(
    doors.map(async (door) => ({ door, found: await reach(door, { host: url.host }, patience, signal) }))
  )
  const open = tried.flatMap(({ door, found }) => (found.ok ? [{ door, duration: found.value }] : []))
  const shut = tried.flatMap(({ door, found }) => (found.ok ? [] : [{ door, failure: found.failure }]))
  const best = open.toSorted((one, other) => one.duration - other.duration)[0]
  if (best === undefined) {
    const [first] = shut
    const nobody: Failure = { code: 'name-not-found', facts: { host: url.host } }
    return { code: 'failed', failure: first?.failure ?? nobody }
  }
  const to = doorName(best.door)
  if (shut.length === 0) return { code: 'connected', to, duration: best.duration }
  return { code: 'partly-connected', to, silent: shut.map(({ door }) => doorName(door)) }
}

async function goThrough({ url, chart, signal }: Visit, route: ProxyRoute): Promise<boolean> {
  chart.tell('name', { code: 'resolved-by-proxy', proxy: route.name })
  chart.begin('connect')
  const proxy = new URL(route.url.replace(/^[a-z0-9]+:/, 'http:'))
  const door = { host: hostOf(proxy), port: portOf(proxy) }
  const reached = await reach(door, { host: url.host, proxy: route.name }, patience, signal)
  chart.tell(
    'connect',
    reached.ok
      ? { code: 'connected', to: route.name, duration: reached.value }
      : { code: 'failed', failure: reached.failure }
  )
  return reached.ok
}
