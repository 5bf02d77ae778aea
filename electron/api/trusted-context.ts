import tls from 'node:tls'

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
