import { X509Certificate } from 'node:crypto'
import { cleanText } from '../api/parse-item'
import { fail, ok, type Result } from '../contract/failure'
import type { Authority } from '../contract/network-preferences'
import { type AuthorityProblem, maxAuthorities } from '../contract/preference-choices'

/** Characters of a certificate's name that are shown. */
const nameLength = 200

const pemBlock = /-----BEGIN ((?:TRUSTED |X509 )?CERTIFICATE)-----[^-]+-----END \1-----/g

/** The certificates of a file that can be trusted, as PEM, and how many cannot. */
interface ReadAuthorities {
  pems: string[]
  leftOut: number
}

/**
 * Reads certificate authorities from a file: PEM with one or more, or one in DER, which Windows saves under the same file names. Fails
 * with `input-invalid` and an `AuthorityProblem` if none can be trusted. A file that contains a private key is refused as a whole: it
 * should not be passed around.
 *
 * @param now ms since 1970
 */
export function readAuthorities(bytes: Buffer, now: number): Result<ReadAuthorities> {
  const text = bytes.toString('latin1')
  if (/-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/.test(text)) return refused('private-key')
  const blocks = text.match(pemBlock)
  if (blocks && blocks.length > maxAuthorities) return refused('too-many')
  const certificates = (blocks ?? [bytes]).map(parsed)
  const all = certificates.filter((certificate) => certificate !== null)
  if (all.length < certificates.length) return refused('not-a-certificate')
  const authorities = all.filter(({ ca }) => ca)
  if (authorities.length === 0) return refused('not-an-authority')
  const valid = authorities.filter((certificate) => Date.parse(certificate.validTo) > now)
  if (valid.length === 0) return refused('expired')
  const pems = [...new Set(valid.map((certificate) => certificate.toString()))]
  return ok({ pems, leftOut: all.length - valid.length })
}

/** The details of an authority that are shown; null if the text is no certificate. */
export function authorityOf(pem: string, now: number): Authority | null {
  const certificate = parsed(pem)
  if (certificate === null) return null
  const validFrom = Date.parse(certificate.validFrom)
  const validTo = Date.parse(certificate.validTo)
  return {
    fingerprint: certificate.fingerprint256,
    subject: nameIn(certificate.subject),
    issuer: nameIn(certificate.issuer),
    validFrom,
    validTo,
    state: now >= validTo ? 'expired' : now < validFrom ? 'not-yet' : 'valid'
  }
}

/** The most descriptive part of a certificate's subject or issuer (lines as OpenSSL writes them): `CN=…`, else `O=…`. */
export function nameIn(distinguished: string): string {
  const part = (name: string): string | undefined =>
    new RegExp(`^${name}=(.+)$`, 'm').exec(distinguished)?.[1]
  const name = part('CN') ?? part('O') ?? part('OU') ?? distinguished.replaceAll('\n', ', ')
  return cleanText(name, nameLength).text
}

/** Whether an authority (PEM) is this certificate or signed it. */
export function vouchesFor(pem: string, certificate: X509Certificate): boolean {
  const authority = parsed(pem)
  if (authority === null) return false
  if (authority.fingerprint256 === certificate.fingerprint256) return true
  return certificate.checkIssued(authority) && certificate.verify(authority.publicKey)
}

function parsed(source: string | Buffer): X509Certificate | null {
  try {
    return new X509Certificate(source)
  } catch {
    return null
  }
}

function refused(problem: AuthorityProblem): Result<never> {
  return fail('input-invalid', { field: 'file', reason: problem })
}

/** Longest certificate chain that is followed. */
const longestChain = 10
/** The extended key usage of a server's certificate, if it has any. */
const serverAuth = '1.3.6.1.5.5.7.3.1'

/** A server's certificate, as an Electron session reports it. */
interface ShownCertificate {
  /** PEM. */
  data: string
  issuerCert?: ShownCertificate | null
}

/**
 * Whether a server's certificate was issued for this host, is valid now, and chains to one of the added authorities (PEM). Used if the
 * system's check failed only because it does not know the issuer. That check stops at its first finding, so names, dates and signatures
 * are verified here again.
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
    // An unreadable certificate vouches for nothing.
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
  // A certificate without the extension has none, whatever Node's types say.
  const purposes = Array.isArray(server.keyUsage) ? server.keyUsage : [serverAuth]
  return isNamed && purposes.includes(serverAuth)
}

/** Follows the chain from the server's certificate, each of which must be in force, up to an added authority. */
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
