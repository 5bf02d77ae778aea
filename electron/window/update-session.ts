import { session, type Session } from 'electron'
import { isVouchedFor } from '../network/added-trust'
import { proxyRules } from './proxy-rules'

/** The session that electron-updater makes its requests in (its electronHttpExecutor.js). */
const partition = 'electron-updater'
/** Chromium's ERR_CERT_AUTHORITY_INVALID: nothing was found wrong but that nobody known has issued it. */
const unknownAuthority = -202
/** What a check of a certificate may answer: it is good, or what Chromium found holds. */
const [good, asFound] = [0, -3]

/** The way of updates, which is that of stores. */
export interface UpdateWay {
  /** As a PAC result. */
  resolveProxy: (url: string) => Promise<string>
  /** The certificate authorities (PEM) that were added. */
  addedAuthorities: () => readonly string[]
}

/**
 * Makes the way of updates ready: by the proxy that leads to their address, as a person or the system has it, trusting whom the
 * person has added, and by https alone, also where a server leads on. Comes back with the proxy, as a PAC result.
 */
export async function prepareUpdateSession(
  address: string,
  { resolveProxy, addedAuthorities }: UpdateWay
): Promise<string> {
  const used = session.fromPartition(partition, { cache: false })
  used.webRequest.onBeforeRequest({ urls: ['http://*/*'] }, (_, answer) => answer({ cancel: true }))
  trustAdded(used, addedAuthorities)
  const pac = await resolveProxy(address)
  await used.setProxy(proxyRules(pac))
  return pac
}

function trustAdded(used: Session, addedAuthorities: () => readonly string[]): void {
  used.setCertificateVerifyProc(({ errorCode, hostname, certificate }, answer) => {
    const isUnknown = errorCode === unknownAuthority
    answer(isUnknown && isVouchedFor(certificate, hostname, addedAuthorities()) ? good : asFound)
  })
}
