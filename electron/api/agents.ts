import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { HttpProxyAgent } from 'http-proxy-agent'
import { HttpsProxyAgent } from 'https-proxy-agent'
import { SocksProxyAgent } from 'socks-proxy-agent'
import type { ProxyRoute, Route } from './routes'
import { trustedContext } from './trust'

/** What axios is given: the agent for plain and the one for TLS connections. */
export interface AgentPair {
  httpAgent: http.Agent
  httpsAgent: http.Agent
}

/** As many connections as a browser opens to a host; more gain nothing and look like an attack. */
const maxSockets = 6
/** Wait for one address of a host before the next is tried beside it, in ms (RFC 8305 recommends 250). */
const nextAddressAfter = 250

interface AgentDeps {
  lookup?: LookupFunction | undefined
  ca?: string[] | undefined
}

/** Keep-alive agents, one pair a route, and what proxies answered to a refused tunnel. */
export class Agents {
  readonly #deps: AgentDeps
  readonly #pairs = new Map<string, AgentPair>()
  readonly #refusedTunnels = new WeakMap<object, number>()
  #tls: https.AgentOptions | null = null

  constructor(deps: AgentDeps) {
    this.#deps = deps
  }

  /** The agents for a route; the same ones for the same route. */
  pairFor(route: Route): AgentPair {
    const key = route.kind === 'direct' ? '' : route.url
    const pair = this.#pairs.get(key) ?? this.#makePair(route)
    this.#pairs.set(key, pair)
    return pair
  }

  /** The status with which a proxy refused the tunnel of this request; undefined when the store answered. */
  refusedTunnel(request: unknown): number | undefined {
    return typeof request === 'object' && request !== null ? this.#refusedTunnels.get(request) : undefined
  }

  /** Closes every connection, kept or in use. */
  close(): void {
    for (const { httpAgent, httpsAgent } of this.#pairs.values()) {
      httpAgent.destroy()
      httpsAgent.destroy()
    }
    this.#pairs.clear()
  }

  #makePair(route: Route): AgentPair {
    const lookup = this.#deps.lookup
    const socket = {
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: nextAddressAfter,
      ...(lookup ? { lookup } : {})
    }
    const pool: http.AgentOptions = { keepAlive: true, maxSockets, scheduling: 'lifo' }
    const secure = this.#secure()
    return route.kind === 'direct'
      ? {
          httpAgent: new http.Agent({ ...pool, ...socket }),
          httpsAgent: new https.Agent({ ...pool, ...socket, ...secure })
        }
      : this.#makeProxyPair(route, { ...pool, ...socket }, secure)
  }

  #makeProxyPair(route: ProxyRoute, options: http.AgentOptions, secure: https.AgentOptions): AgentPair {
    if (route.kind === 'socks') {
      const agent = new SocksProxyAgent(route.url, { ...options, ...secure })
      return { httpAgent: agent, httpsAgent: agent }
    }
    const url = new URL(route.url)
    const tunnel = new HttpsProxyAgent(url, { ...options, ...secure })
    // The package keeps its options for the connection to the proxy alone; these go to the store's TLS inside.
    Object.assign(tunnel, { options: { path: undefined, ...secure } })
    tunnel.on('proxyConnect', (answer: { statusCode: number }, request: object) => {
      if (answer.statusCode !== 200) this.#refusedTunnels.set(request, answer.statusCode)
    })
    return { httpAgent: new HttpProxyAgent(url, { ...options, ...secure }), httpsAgent: tunnel }
  }

  /** Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED=0 in somebody's environment changes nothing. */
  #secure(): https.AgentOptions {
    const context = this.#tls ? undefined : trustedContext(this.#deps.ca)
    this.#tls ??= { rejectUnauthorized: true, ...(context ? { secureContext: context } : {}) }
    return this.#tls
  }
}
