import { X509Certificate } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import { connect, isIP, type Socket } from 'node:net'
import tls, { type DetailedPeerCertificate, TLSSocket } from 'node:tls'
import type { Agents } from '../api/agents'
import { networkFailure } from '../api/failures'
import type { Route } from '../api/routes'
import { withDeadline } from '../async/with-timeout'
import type { SeenCertificate } from '../contract/connection-check'
import { fail, type FailureFacts, ok, type Result } from '../contract/failure'
import { nameIn } from '../network'
import { hostOf, portOf } from './find-route'

/** What a store shows to anybody who comes. */
export interface ServerProbe {
  /** null: it was plain http. `end`: the last one of its chain that is known, whose issuer is trusted, or which is itself. */
  certificate: { seen: SeenCertificate; end: X509Certificate } | null
  /** ms since 1970, as the store has it; null: it does not say. */
  date: number | null
  /** ms since 1970, as this computer has it, when the answer came. */
  at: number
}

/** Longest chain of certificates that is followed. */
const maxChain = 10

/** ms that the store may take for it. */
const patience = 10_000

/**
 * Asks the store for nothing, without key and user id, over the same connections as every request. Fails with a network code,
 * a proxy's, `timeout` or `cancelled`.
 */
export function probeServer(
  url: URL,
  route: Route,
  agents: Agents,
  signal: AbortSignal
): Promise<Result<ServerProbe>> {
  const facts: FailureFacts = { host: url.host, ...(route.kind === 'direct' ? {} : { proxy: route.name }) }
  return withDeadline(patience, signal, facts, async (ending) => {
    try {
      return judge(await head(url, route, agents, ending), facts)
    } catch (error) {
      return ending.aborted ? fail('cancelled') : networkFailure(error, facts)
    }
  })
}

interface Answer {
  status: number
  /** The status with which a proxy refused the tunnel; undefined when the store answered. */
  refused: number | undefined
  date: string | undefined
  certificate: ServerProbe['certificate']
}

async function head(url: URL, route: Route, agents: Agents, signal: AbortSignal): Promise<Answer> {
  const isSecure = url.protocol === 'https:'
  const agent = await agents.agentFor(route, isSecure ? 'https:' : 'http:')
  return await new Promise((resolve, reject) => {
    const request = (isSecure ? https : http).request(new URL('/', url), { agent, method: 'HEAD', signal })
    request.once('response', (answer) => {
      answer.resume()
      resolve({
        status: answer.statusCode ?? 0,
        refused: agents.refusedTunnel(request),
        date: answer.headers.date,
        // At once: an answer without a body gives its connection back.
        certificate: answer.socket instanceof TLSSocket ? certificateOf(answer.socket) : null
      })
    })
    request.once('error', reject).end()
  })
}

function judge({ refused, certificate, ...answer }: Answer, facts: FailureFacts): Result<ServerProbe> {
  const status = refused ?? answer.status
  if (facts.proxy !== undefined && status === 407) return fail('proxy-auth', { ...facts, status })
  if (refused !== undefined) return fail('unreachable', { ...facts, status })
  const date = Date.parse(answer.date ?? '')
  return ok({ certificate, date: Number.isNaN(date) ? null : date, at: Date.now() })
}

function certificateOf(socket: TLSSocket): ServerProbe['certificate'] {
  const own = socket.getPeerX509Certificate()
  if (own === undefined) return null
  const end = endOf(socket.getPeerCertificate(true))
  return { seen: seenCertificate(own), end: end === null ? own : new X509Certificate(end) }
}

/** The bytes of the last certificate of a chain, as far as it is known; null: there is no chain. */
function endOf(certificate: Partial<DetailedPeerCertificate>): Buffer | null {
  let last = certificate
  for (let length = 0; length < maxChain; length += 1) {
    // A certificate whose issuer was not sent has an empty object there, or nothing.
    const issuer: Partial<DetailedPeerCertificate> | undefined = last.issuerCertificate
    if (issuer?.raw === undefined || issuer.fingerprint256 === last.fingerprint256) break
    last = issuer
  }
  return last.raw ?? null
}

/** ms that a look at a certificate may take. */
const certificatePatience = 5000

/**
 * Looks at a certificate that has been refused, to say whose it is, and hangs up: over a connection that nobody vouches for
 * nothing is sent and nothing read. null: it cannot be seen, as behind some proxies.
 */
export async function readUntrustedCertificate(
  url: URL,
  route: Route,
  cancelled: AbortSignal
): Promise<SeenCertificate | null> {
  const signal = AbortSignal.any([cancelled, AbortSignal.timeout(certificatePatience)])
  try {
    const socket = await openTo(url, route, signal)
    return socket && (await peerOf(socket, hostOf(url), signal))
  } catch {
    // It is only a help: that the certificate was refused is known.
    return null
  }
}

function openTo(url: URL, route: Route, signal: AbortSignal): Promise<Socket | null> | null {
  if (route.kind === 'direct') return connected({ host: hostOf(url), port: portOf(url) }, signal)
  return route.kind === 'http' ? tunnel(url, new URL(route.url), signal) : null
}

function connected(endpoint: { host: string; port: number }, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ ...endpoint, signal })
    socket.once('connect', () => resolve(socket)).once('error', reject)
  })
}

function tunnel(url: URL, proxy: URL, signal: AbortSignal): Promise<Socket> {
  const { username, password } = proxy
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const headers =
    username === '' ? {} : { 'proxy-authorization': `Basic ${Buffer.from(login).toString('base64')}` }
  return new Promise((resolve, reject) => {
    http
      .request({
        host: hostOf(proxy),
        port: portOf(proxy),
        method: 'CONNECT',
        path: `${url.hostname}:${portOf(url)}`,
        headers,
        agent: false,
        signal
      })
      .once('connect', (_, socket: Socket) => resolve(socket))
      .once('response', () => reject(new Error('no tunnel')))
      .once('error', reject)
      .end()
  })
}

function peerOf(socket: Socket, host: string, signal: AbortSignal): Promise<SeenCertificate | null> {
  return new Promise((resolve, reject) => {
    const secure = tls.connect({
      socket,
      // Only here: the handshake is to come to its end, so that there is something to see.
      rejectUnauthorized: false,
      ...(isIP(host) === 0 ? { servername: host } : {})
    })
    const end = (): unknown => secure.destroy()
    signal.addEventListener('abort', end, { once: true })
    secure.once('secureConnect', () => {
      const certificate = secure.getPeerX509Certificate()
      secure.destroy()
      resolve(certificate === undefined ? null : seenCertificate(certificate))
    })
    secure.once('error', reject)
    secure.once('close', () => {
      signal.removeEventListener('abort', end)
      resolve(null)
    })
  })
}

/** What is told of a certificate. */
function seenCertificate(certificate: X509Certificate): SeenCertificate {
  return {
    subject: nameIn(certificate.subject),
    issuer: nameIn(certificate.issuer),
    validFrom: Date.parse(certificate.validFrom),
    validTo: Date.parse(certificate.validTo)
  }
}
