import { session, type Session } from 'electron'
import { isVouchedFor } from '../../network'
import { proxyRules } from '../../api/routes'

/** In memory only. Those that electron-updater would use by itself have this name without a number. */
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

/** A session that is ready for updates, and the proxy that it goes by, as a PAC result. */
export interface UpdateConnection {
  session: Session
  pac: string
}

/**
 * Returns what makes the connection to the server of updates ready: by the proxy that leads to its address, as a person or the system
 * has it, trusting whom the person has added, and by https alone, also where a server leads on.
 *
 * Chromium keeps the verdict on a certificate as long as its session, and nothing makes it forget (electron#41448). So each time that
 * the added authorities are others there is a new session: one that was added counts at once, one that was removed not any longer.
 */
export function updateConnections(address: string, way: UpdateWay): () => Promise<UpdateConnection> {
  let current: { session: Session; trusted: string; proxy: string | null } | null = null
  let sessions = 0

  return async () => {
    const trusted = way.addedAuthorities().join('\n')
    if (current?.trusted !== trusted) {
      sessions += 1
      current = { session: openSession(`${partition}-${sessions}`, way), trusted, proxy: null }
    }
    const used = current
    const pac = await way.resolveProxy(address)
    const rules = proxyRules(pac)
    const proxy = JSON.stringify(rules)
    if (used.proxy !== proxy) {
      await used.session.setProxy(rules)
      // Connections that are kept alive would go on by the proxy of before.
      if (used.proxy !== null) await used.session.closeAllConnections()
      used.proxy = proxy
    }
    return { session: used.session, pac }
  }
}

function openSession(name: string, { addedAuthorities }: UpdateWay): Session {
  const opened = session.fromPartition(name, { cache: false })
  opened.webRequest.onBeforeRequest({ urls: ['http://*/*'] }, (_, answer) => answer({ cancel: true }))
  opened.setCertificateVerifyProc(({ errorCode, hostname, certificate }, answer) => {
    const isUnknown = errorCode === unknownAuthority
    answer(isUnknown && isVouchedFor(certificate, hostname, addedAuthorities()) ? good : asFound)
  })
  return opened
}
