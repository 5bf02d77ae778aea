import { X509Certificate } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import { TLSSocket, type DetailedPeerCertificate } from 'node:tls'
import type { Agents } from '../api/agents'
import { withDeadline } from '../api/deadline'
import { networkFailure } from '../api/network-failure'
import type { Route } from '../api/routes'
import type { SeenCertificate } from '../contract/connection-check'
import { fail, ok, type FailureFacts, type Result } from '../contract/failure'
import { seenCertificate } from './seen-certificate'

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
