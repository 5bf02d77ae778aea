import type { Agent } from 'node:http'
import { Agents } from '../../api/agents'
import { findRoutes } from '../../api/routes'
import { fail, ok, type Result } from '../../contract/failure'
import { guardedLookup, openLookup, createNameCheck, type ResolveName } from './private-network'

/** One way to a picture's server. */
export interface ImageRoute {
  agent: Agent
  /** The proxy's host and port; null for a direct connection. */
  proxy: string | null
  /** The status with which the proxy refused this request's tunnel; undefined when the picture's server answered. */
  refusedTunnel: (request: object) => number | undefined
}

export interface ImageRoutes {
  /**
   * The ways to a URL that the guard has let through, to be tried in this order. `mayBePrivate`: what its host
   * resolves to is not checked. Else a direct way goes to no private address; proxies resolve names themselves, so that one which
   * is private as far as this computer knows fails with `picture-address-private` before any is asked.
   */
  to(url: URL, mayBePrivate: boolean): Promise<Result<ImageRoute[]>>
  close(): void
}

export interface ImageRoutesDeps {
  /** Answers as Electron's `session.resolveProxy`: `DIRECT`, `PROXY host:port`, … */
  resolveProxy: (url: string) => Promise<string>
  resolveName: ResolveName
  /** ms that a picture waits to learn what its name resolves to, where a proxy leads to it; 2,000 when not given. */
  lookupPatience?: number
  /** Certificate authorities (PEM) that the person added; another array only when they are others. */
  addedAuthorities?: (() => readonly string[]) | undefined
}

/** Hosts to which connections are kept. */
const maxHosts = 32

export function createImageRoutes(deps: ImageRoutesDeps): ImageRoutes {
  const { resolveProxy, resolveName, addedAuthorities } = deps
  // Two sets, since a pooled connection that was opened unchecked must not serve where a check is due.
  const guarded = new Agents({ lookup: guardedLookup(resolveName), addedAuthorities })
  const open = new Agents({ lookup: openLookup(resolveName), addedAuthorities })
  const checkName = createNameCheck(resolveName, deps.lookupPatience)
  const hosts = new Set<string>()
  /** A catalog may name a host for each picture: their kept connections would add up. */
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
