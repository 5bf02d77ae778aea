import tls from 'node:tls'

/**
 * What TLS trusts: the given authorities, or Node's own together with the operating system's, so that a company's
 * certificate works as in a browser. Made once, since reading some 800 certificates for every connection
 * would be felt. `undefined` leaves TLS its defaults (a runtime that cannot list certificates).
 */
export function trustedContext(ca: string[] | undefined): tls.SecureContext | undefined {
  const authorities = ca ?? knownAuthorities()
  if (authorities === undefined) return undefined
  try {
    return tls.createSecureContext({ ca: authorities })
  } catch {
    // One damaged certificate in the system's store must not end all connections.
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
