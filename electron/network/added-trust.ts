import { X509Certificate } from 'node:crypto'

/** Most certificates that a server's chain is followed for. */
const longestChain = 10
/** The purpose of a server's certificate, where a certificate names purposes at all. */
const serverAuth = '1.3.6.1.5.5.7.3.1'

/** What a server showed, as an Electron session hands it over. */
export interface ShownCertificate {
  /** PEM. */
  data: string
  issuerCert?: ShownCertificate | null
}

/**
 * Whether a server's certificate was issued for this host, now, by one of the authorities (PEM) that were added. For where the
 * system's own check found nothing wrong but that it does not know who issued it: a name, a date and each signature are looked
 * at here again, since that check stops at the first thing that it finds.
 */
export function isVouchedFor(
  shown: ShownCertificate,
  host: string,
  authorities: readonly string[],
  now: number = Date.now()
): boolean {
  try {
    const chain = chainOf(shown)
    const [server] = chain
    if (server === undefined || !isFor(server, host)) return false
    const added = authorities.map((pem) => new X509Certificate(pem)).filter(({ ca }) => ca)
    return isChained(chain, added, now)
  } catch {
    // What cannot be read vouches for nothing.
    return false
  }
}

function chainOf(shown: ShownCertificate): X509Certificate[] {
  const chain: X509Certificate[] = []
  let next: ShownCertificate | null | undefined = shown
  while (next && chain.length < longestChain) {
    chain.push(new X509Certificate(next.data))
    next = next.issuerCert
  }
  return chain
}

function isFor(server: X509Certificate, host: string): boolean {
  const isNamed = server.checkHost(host) !== undefined || server.checkIP(host) !== undefined
  // One that names no purpose has none, whatever Node's types say.
  const purposes = Array.isArray(server.keyUsage) ? server.keyUsage : [serverAuth]
  return isNamed && purposes.includes(serverAuth)
}

/** Goes up from the server's certificate, each of which must be in force, until an added authority has issued one. */
function isChained(chain: X509Certificate[], added: X509Certificate[], now: number): boolean {
  for (const [at, certificate] of chain.entries()) {
    if (!isInForce(certificate, now)) return false
    const isIssued = added.some(
      (authority) => isInForce(authority, now) && isIssuedBy(certificate, authority)
    )
    if (isIssued) return true
    const above = chain[at + 1]
    if (above === undefined || !above.ca || !isIssuedBy(certificate, above)) return false
  }
  return false
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}

function isInForce({ validFromDate, validToDate }: X509Certificate, now: number): boolean {
  return validFromDate.getTime() <= now && now <= validToDate.getTime()
}
