import tls from 'node:tls'
import { Worker } from 'node:worker_threads'

/**
 * What TLS trusts: the given authorities, or Node's own together with the operating system's, so that a company's
 * certificate works as in a browser; and those that the person added. Made once, since reading some 800 certificates for every
 * connection would be felt. `undefined` leaves TLS its defaults (a runtime that cannot list certificates).
 */
export function trustedContext(
  ca: readonly string[] | undefined,
  added: readonly string[] = []
): tls.SecureContext | undefined {
  const authorities = ca ?? knownAuthorities()
  if (authorities === undefined && added.length === 0) return undefined
  // One damaged certificate in the system's store must not end all connections, nor take the added ones with it.
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

/**
 * Reads the system's certificates in a thread of its own: the first reading takes 40 to 90 ms, later ones in this process, of any
 * thread, 5. Resolves when it is done, or cannot be.
 */
export function readAuthoritiesAside(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const worker = new Worker(
    `const tls = require('node:tls')
     if ('getCACertificates' in tls) for (const of of ['default', 'system']) tls.getCACertificates(of)`,
    { eval: true }
  )
  // An error is told again where the certificates are needed.
  worker.once('error', () => resolve(undefined))
  worker.once('exit', () => resolve(undefined))
  // It keeps nobody from quitting.
  worker.unref()
  return promise
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
