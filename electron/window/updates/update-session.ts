import { session, type Session } from 'electron'
import { isVouchedFor } from '../../network'
import { proxyRules } from '../../api/routes'

/** In memory only. electron-updater's own session has this name without a number. */
const partition = 'electron-updater'
/** Chromium's ERR_CERT_AUTHORITY_INVALID: the only problem is that the issuer is unknown. */
const unknownAuthority = -202
/** Answers of a certificate check: valid, or as Chromium decided. */
const [good, asFound] = [0, -3]

/** The route and trust of update requests, the same as for stores. */
export interface UpdateWay {
  /** As a PAC result. */
  resolveProxy: (url: string) => Promise<string>
  /** The certificate authorities (PEM) that were added. */
  addedAuthorities: () => readonly string[]
}

/** A session ready for updates, and its proxy as a PAC result. */
export interface UpdateConnection {
  session: Session
  pac: string
}

/**
 * Returns a function that prepares the connection to the update server: through the proxy that the settings or the system name for its
 * address, trusting the added authorities, and over https only, also after redirects.
 *
 * Chromium caches the verdict on a certificate for the life of its session, and nothing clears that (electron#41448). So a change of the
 * added authorities creates a new session: added ones count at once, removed ones no longer.
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
      // Idle connections would keep using the old proxy.
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
