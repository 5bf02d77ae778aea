import http from 'node:http'
import { connect, isIP, type Socket } from 'node:net'
import tls from 'node:tls'
import type { Route } from '../api/routes'
import type { SeenCertificate } from '../contract/connection-check'
import { hostOf, portOf } from './look-up'
import { seenCertificate } from './seen-certificate'

/** ms that a look at a certificate may take. */
const patience = 5000

/**
 * Looks at a certificate that has been refused, to say whose it is, and hangs up: over a connection that nobody vouches for
 * nothing is sent and nothing read. null: it cannot be seen, as behind some proxies.
 */
export async function readUntrustedCertificate(
  url: URL,
  route: Route,
  cancelled: AbortSignal
): Promise<SeenCertificate | null> {
  const signal = AbortSignal.any([cancelled, AbortSignal.timeout(patience)])
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
