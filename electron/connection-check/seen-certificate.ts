import type { X509Certificate } from 'node:crypto'
import { nameIn } from '../network/authorities'
import type { SeenCertificate } from '../contract/connection-check'

/** What is told of a certificate. */
export function seenCertificate(certificate: X509Certificate): SeenCertificate {
  return {
    subject: nameIn(certificate.subject),
    issuer: nameIn(certificate.issuer),
    validFrom: Date.parse(certificate.validFrom),
    validTo: Date.parse(certificate.validTo)
  }
}
