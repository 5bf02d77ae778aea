// The certificate package looks for it while it loads, so this import comes first.
import 'reflect-metadata'
import * as x509 from '@peculiar/x509'

x509.cryptoProvider.set(globalThis.crypto)

/** What a TLS server needs, and the authority (PEM) that a client must trust to accept it. */
export interface TestCertificate {
  key: string
  cert: string
  ca: string
}

export interface CertificateWish {
  /** DNS names and IP addresses; 127.0.0.1 and localhost when not given. */
  hosts?: string[]
  validFrom?: Date
  validTo?: Date
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const day = 86_400_000
const inDays = (days: number): Date => new Date(Date.now() + days * day)

/** A certificate from an authority made for it, valid for a day unless wished otherwise. */
export async function makeCertificate(wish: CertificateWish = {}): Promise<TestCertificate> {
  const authorityKeys = await makeKeys()
  const authority = await makeAuthority(authorityKeys, { notBefore: inDays(-1000), notAfter: inDays(1000) })
  const keys = await makeKeys()
  const certificate = await x509.X509CertificateGenerator.create({
    subject: 'CN=Store of the tests',
    issuer: authority.subject,
    ...validity(wish),
    publicKey: keys.publicKey,
    signingKey: authorityKeys.privateKey,
    signingAlgorithm: algorithm,
    extensions: [alternativeNames(wish)]
  })
  return {
    key: await privateKeyPem(keys),
    cert: certificate.toString('pem'),
    ca: authority.toString('pem')
  }
}

/** An authority (PEM) whose time is over since yesterday. */
export async function makeExpiredAuthority(): Promise<string> {
  const authority = await makeAuthority(await makeKeys(), { notBefore: inDays(-30), notAfter: inDays(-1) })
  return authority.toString('pem')
}

/** A certificate that nobody vouches for. `ca` is some other authority. */
export async function makeSelfSigned(wish: CertificateWish = {}): Promise<TestCertificate> {
  const keys = await makeKeys()
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Store of the tests',
    ...validity(wish),
    keys,
    signingAlgorithm: algorithm,
    extensions: [alternativeNames(wish)]
  })
  const { ca } = await makeCertificate()
  return { key: await privateKeyPem(keys), cert: certificate.toString('pem'), ca }
}

/** Expired yesterday. */
export function makeExpired(): Promise<TestCertificate> {
  return makeCertificate({ validFrom: inDays(-30), validTo: inDays(-1) })
}

/** For a host that none of the tests' servers is. */
export function makeForOtherHost(): Promise<TestCertificate> {
  return makeCertificate({ hosts: ['other-store.example'] })
}

function makeAuthority(
  keys: CryptoKeyPair,
  valid: { notBefore: Date; notAfter: Date }
): Promise<x509.X509Certificate> {
  return x509.X509CertificateGenerator.createSelfSigned({
    // A name of its own: two authorities of one name are taken for each other.
    name: `CN=Authority ${crypto.randomUUID()}`,
    ...valid,
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 1, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true)
    ]
  })
}

function makeKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
}

function validity(wish: CertificateWish): { notBefore: Date; notAfter: Date } {
  return { notBefore: wish.validFrom ?? inDays(-1), notAfter: wish.validTo ?? inDays(1) }
}

function alternativeNames({ hosts = ['127.0.0.1', 'localhost'] }: CertificateWish): x509.Extension {
  return new x509.SubjectAlternativeNameExtension(
    hosts.map((value) => ({ type: /^[\d.]+$|:/.test(value) ? ('ip' as const) : ('dns' as const), value }))
  )
}

async function privateKeyPem(keys: CryptoKeyPair): Promise<string> {
  return x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY')
}
