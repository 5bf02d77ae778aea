import type { HttpsProxyAgent } from 'https-proxy-agent'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import tls from 'node:tls'
import { Worker } from 'node:worker_threads'
import type { SocksProxyAgent } from 'socks-proxy-agent'
import type { ProxyRoute, Route } from './routes'

/** A sync requests 8 pages at once at most (`mostConcurrent`); two more are left for a person who turns a page meanwhile. */
const maxSockets = 10
/** ms of silence before the system probes whether a kept connection is alive. */
const keepAliveMsecs = 60_000
/** How long one address of a host is tried before the next is tried as well, in ms (RFC 8305 recommends 250). */
const nextAddressAfter = 250

export interface AgentDeps {
  lookup?: LookupFunction | undefined
  ca?: string[] | undefined
  /** Authorities (PEM) that the person added, trusted besides the others. Called for each request; a new array means a change. */
  addedAuthorities?: (() => readonly string[]) | undefined
}

const none: readonly string[] = []

type Scheme = 'http:' | 'https:'

/** Keep-alive agents, one for each route and scheme; also the statuses with which proxies refused tunnels. */
export class Agents {
  readonly #deps: AgentDeps
  readonly #agents = new Map<string, http.Agent>()
  readonly #refusedTunnels = new WeakMap<object, number>()
  #tls: https.AgentOptions | null = null
  /** The added authorities that the agents were made with. */
  #added = none
  #warming: Promise<void> | null = null

  constructor(deps: AgentDeps) {
    this.#deps = deps
  }

  /** The agent for URLs of a scheme over a route; always the same one for the same two. */
  async agentFor(route: Route, scheme: Scheme): Promise<http.Agent> {
    const make = route.kind === 'direct' ? null : await this.#proxied(route)
    this.#followAuthorities()
    const key = `${scheme} ${route.kind === 'direct' ? '' : route.url}`
    const agent = this.#agents.get(key) ?? (make === null ? this.#makeDirect(scheme) : make(scheme))
    this.#agents.set(key, agent)
    return agent
  }

  /** The status with which a proxy refused this request's tunnel; undefined if the store answered. */
  refusedTunnel(request: unknown): number | undefined {
    return typeof request === 'object' && request !== null ? this.#refusedTunnels.get(request) : undefined
  }

  /** Prepares what the first https request needs while nobody waits for it: 50 ms, most of it in a thread. */
  warm(): Promise<void> {
    if (this.#tls !== null || this.#deps.ca !== undefined) return Promise.resolve()
    this.#warming ??= readAuthoritiesAside().then(() => {
      this.#followAuthorities()
      this.#secure()
    })
    return this.#warming
  }

  /** Closes the kept connections that are not in use. */
  closeIdle(): void {
    for (const { freeSockets } of this.#agents.values()) {
      for (const socket of Object.values(freeSockets).flatMap((sockets) => sockets ?? [])) socket.destroy()
    }
  }

  /** Closes every connection, kept or in use. */
  close(): void {
    for (const agent of this.#agents.values()) agent.destroy()
    this.#agents.clear()
  }

  /**
   * Replaces the agents when the trusted authorities change: they hold connections, and TLS sessions that are resumed without checking
   * the certificate. Requests in flight end as they began.
   */
  #followAuthorities(): void {
    const added = this.#deps.addedAuthorities?.() ?? none
    if (added === this.#added || (added.length === 0 && this.#added.length === 0)) return
    this.#added = added
    this.#tls = null
    this.closeIdle()
    // A connection in use is then closed when its request ends.
    for (const agent of this.#agents.values()) agent.maxFreeSockets = 0
    this.#agents.clear()
  }

  #makeDirect(scheme: Scheme): http.Agent {
    const options = this.#options()
    return scheme === 'http:' ? new http.Agent(options) : new https.Agent({ ...options, ...this.#secure() })
  }

  /** Loads the agents for proxies on demand: most people never need them, and loading them would slow every start. */
  async #proxied(route: ProxyRoute): Promise<(scheme: Scheme) => http.Agent> {
    const { silentProxyAgents } = await import('./proxy-agents')
    const proxies = silentProxyAgents()
    return (scheme) => {
      const options = this.#options()
      const secure = scheme === 'https:' || route.kind === 'https' ? this.#secure() : {}
      if (route.kind === 'socks') {
        return checkingHost(new proxies.SocksProxyAgent(route.url, { ...options, ...secure }))
      }
      const url = new URL(route.url)
      if (scheme === 'http:') return new proxies.HttpProxyAgent(url, { ...options, ...secure })
      const tunnel = new proxies.HttpsProxyAgent(url, { ...options, ...secure })
      // The package keeps its options for the connection to the proxy alone; these go to the store's TLS inside.
      Object.assign(tunnel, { options: { path: undefined, ...secure } })
      tunnel.on('proxyConnect', (answer: { statusCode: number }, request: object) => {
        if (answer.statusCode !== 200) this.#refusedTunnels.set(request, answer.statusCode)
      })
      return checkingHost(tunnel)
    }
  }

  #options(): https.AgentOptions {
    const lookup = this.#deps.lookup
    return {
      keepAlive: true,
      keepAliveMsecs,
      maxSockets,
      scheduling: 'lifo',
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: nextAddressAfter,
      ...(lookup ? { lookup } : {})
    }
  }

  /**
   * Made at the first https request, since it takes time. `rejectUnauthorized` is explicit, so that
   * NODE_TLS_REJECT_UNAUTHORIZED=0 in somebody's environment changes nothing.
   */
  #secure(): https.AgentOptions {
    if (this.#tls === null) {
      const context = trustedContext(this.#deps.ca, this.#added)
      this.#tls = { rejectUnauthorized: true, ...(context ? { secureContext: context } : {}) }
    }
    return this.#tls
  }
}

/** Has a certificate checked against the address: the packages leave an IP address out, and `localhost` would do in its place. */
function checkingHost<A extends SocksProxyAgent | HttpsProxyAgent<string>>(agent: A): A {
  const connect: SocksProxyAgent['connect'] = agent.connect.bind(agent)
  agent.connect = (request, options) => {
    const host = options.host ?? ''
    const checkServerIdentity = (_: string, certificate: tls.PeerCertificate): Error | undefined =>
      tls.checkServerIdentity(host, certificate)
    return connect(request, Object.assign(options, { checkServerIdentity }))
  }
  return agent
}

/**
 * Reads the system's certificates in a thread: the first reading in this process takes 40 to 90 ms, later ones 5. Resolves when it is
 * done or has failed.
 */
function readAuthoritiesAside(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const worker = new Worker(
    `const tls = require('node:tls')
     if ('getCACertificates' in tls) for (const of of ['default', 'system']) tls.getCACertificates(of)`,
    { eval: true }
  )
  // An error comes up again where the certificates are needed.
  worker.once('error', () => resolve(undefined))
  worker.once('exit', () => resolve(undefined))
  // It must not delay quitting.
  worker.unref()
  return promise
}

/**
 * What TLS trusts: the given authorities, or Node's own and the operating system's, so that a company's certificate works as in a browser;
 * and those that the person added. Made once: reading some 800 certificates for every connection would be noticeable. `undefined`
 * leaves TLS its defaults (in a runtime that cannot list certificates).
 */
export function trustedContext(
  ca: readonly string[] | undefined,
  added: readonly string[] = []
): tls.SecureContext | undefined {
  const authorities = ca ?? knownAuthorities()
  if (authorities === undefined && added.length === 0) return undefined
  // One damaged certificate in the system's store must not end all connections, nor disable the added authorities.
  return (
    contextOf([...(authorities ?? tls.rootCertificates), ...added]) ??
    (added.length > 0 ? contextOf([...tls.rootCertificates, ...added]) : undefined)
  )
}

function contextOf(ca: string[]): tls.SecureContext | undefined {
  try {
    return tls.createSecureContext({ ca })
  } catch {
    return undefined
  }
}

function knownAuthorities(): string[] | undefined {
  if (!('getCACertificates' in tls)) return undefined
  const own = tls.getCACertificates('default')
  try {
    return [...new Set([...own, ...tls.getCACertificates('system')])]
  } catch {
    return own
  }
}
