import type { Agent } from 'node:http'
import { Agents } from '../../api/agents'
import { findRoutes } from '../../api/routes'
import { fail, ok, type Result } from '../../contract/failure'
import { guardedLookup, openLookup, createNameCheck, type ResolveName } from './private-network'

/** One route to a picture's server. */
export interface ImageRoute {
  agent: Agent
  /** The proxy's host and port; null for a direct connection. */
  proxy: string | null
  /** The status with which the proxy refused this request's tunnel; undefined when the picture's server answered. */
  refusedTunnel: (request: object) => number | undefined
}

export interface ImageRoutes {
  /**
   * The routes to a URL that has passed the guard, in the order to try. `mayBePrivate`: the resolved address is not checked.
   * Otherwise a direct route connects to no private address; proxies resolve names themselves, so a name that is private as far
   * as this computer knows fails with `picture-address-private` before any proxy is used.
   */
  to(url: URL, mayBePrivate: boolean): Promise<Result<ImageRoute[]>>
  close(): void
}

export interface ImageRoutesDeps {
  /** Answers as Electron's `session.resolveProxy`: `DIRECT`, `PROXY host:port`, … */
  resolveProxy: (url: string) => Promise<string>
  resolveName: ResolveName
  /** ms that a picture behind a proxy waits for its name to resolve; default 2,000. */
  lookupPatience?: number
  /** Certificate authorities (PEM) that the person added; another array only when they are others. */
  addedAuthorities?: (() => readonly string[]) | undefined
}

/** Most hosts with open connections. */
const maxHosts = 32

export function createImageRoutes(deps: ImageRoutesDeps): ImageRoutes {
  const { resolveProxy, resolveName, addedAuthorities } = deps
  // Two sets, since a pooled connection that was opened without a check must not serve a request that needs one.
  const guarded = new Agents({ lookup: guardedLookup(resolveName), addedAuthorities })
  const open = new Agents({ lookup: openLookup(resolveName), addedAuthorities })
  const checkName = createNameCheck(resolveName, deps.lookupPatience)
  const hosts = new Set<string>()
  /** A catalog may name a host for each picture: their open connections would add up. */
  const bound = (host: string): void => {
    hosts.add(host)
    if (hosts.size <= maxHosts) return
    hosts.clear()
    guarded.closeIdle()
    open.closeIdle()
  }
  return {
    async to(url, mayBePrivate) {
      bound(url.host)
      const routes = await findRoutes(url, resolveProxy)
      const isProxied = routes.some(({ kind }) => kind !== 'direct')
      const leads = isProxied && !mayBePrivate ? await checkName(url.hostname) : 'outside'
      if (leads === 'inside') return fail('picture-address-private', { host: url.host })
      if (leads === 'silent') return fail('timeout')
      const ways = routes.map(async (route): Promise<ImageRoute> => {
        const direct = route.kind === 'direct'
        const agents = direct && !mayBePrivate ? guarded : open
        const agent = await agents.agentFor(route, url.protocol === 'https:' ? 'https:' : 'http:')
        const refusedTunnel = (request: object): number | undefined => agents.refusedTunnel(request)
        return { agent, proxy: direct ? null : route.name, refusedTunnel }
      })
      return ok(await Promise.all(ways))
    },
    close() {
      guarded.close()
      open.close()
    }
  }
}
