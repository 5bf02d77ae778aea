import { X509Certificate } from 'node:crypto'
import { cleanText } from '../api/text'
import { fail, ok, type Result } from '../contract/failure'
import type { Authority } from '../contract/network-preferences'
import { maxAuthorities, type AuthorityProblem } from '../contract/network-values'

/** Longest name that is shown of a certificate. */
const nameLength = 200

const pemBlock = /-----BEGIN ((?:TRUSTED |X509 )?CERTIFICATE)-----[^-]+-----END \1-----/g

/** What a file brought that can be trusted, as PEM, and how many of its certificates cannot. */
export interface ReadAuthorities {
  pems: string[]
  leftOut: number
}

/**
 * Reads the certificate authorities out of a file: PEM with one or more, or one in DER, which Windows saves under the same
 * names. Fails with `input-invalid` and an `AuthorityProblem` where it has none that may be trusted. A file with a private
 * key in it is refused whole: it is not one to hand around.
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

/** What a person is shown of an authority; null for a text that is no certificate. */
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

/** The most telling part of a certificate's subject or issuer, a line each as OpenSSL writes it: `CN=…`, else `O=…`. */
export function nameIn(distinguished: string): string {
  const part = (name: string): string | undefined =>
    new RegExp(`^${name}=(.+)$`, 'm').exec(distinguished)?.[1]
  const told = part('CN') ?? part('O') ?? part('OU') ?? distinguished.replaceAll('\n', ', ')
  return cleanText(told, nameLength).text
}

/** Whether an authority (PEM) is a certificate itself, or has signed it. */
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
