import { app, session, type Session } from 'electron'
import type { AppUpdater } from 'electron-updater'
import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { proxyPassword, proxyRules } from '../../api/routes'
import type { Log } from '../../log/log'
import { isVouchedFor } from '../../network'
import { fromAppUpdater, howUpdated, type Updater } from '../../updates'

/** In memory only. electron-updater's own session has this name without a number. */
const partition = 'electron-updater'
/** Chromium's ERR_CERT_AUTHORITY_INVALID: the only problem is that the issuer is unknown. */
const unknownAuthority = -202
/** Answers of a certificate check: valid, or as Chromium decided. */
const [good, asFound] = [0, -3]

/** The route and trust of update requests, the same as for stores. */
interface UpdateWay {
  /** As a PAC result. */
  resolveProxy: (url: string) => Promise<string>
  /** The certificate authorities (PEM) that were added. */
  addedAuthorities: () => readonly string[]
}

/** A session ready for updates, and its proxy as a PAC result. */
interface UpdateConnection {
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
function updateConnections(address: string, way: UpdateWay): () => Promise<UpdateConnection> {
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

/** How this installation is updated. */
export function howThisIsUpdated(): ReturnType<typeof howUpdated> {
  const { platform, env } = process
  return howUpdated({
    platform,
    isPackaged: app.isPackaged,
    execPath: realPath(process.execPath) ?? '',
    appImage: env.APPIMAGE,
    appDir: realPath(env.APPDIR),
    updateFile: updateFile()
  })
}

/** Loads the updater for this kind of package, for the address from `howThisIsUpdated`. */
export async function loadUpdater(address: string | null, way: UpdateWay, log: Log): Promise<Updater> {
  if (address === null) throw new Error('this app is not updated by itself')
  const { AppImageUpdater, MacUpdater, NsisUpdater } = await import('electron-updater')
  const kinds = { win32: NsisUpdater, darwin: MacUpdater }
  const { platform } = process
  const Kind = platform === 'win32' || platform === 'darwin' ? kinds[platform] : AppImageUpdater
  return connected(new Kind(), address, way, log)
}

/** An updater that uses the current network settings at each check and download. */
export async function connected(
  updater: AppUpdater,
  address: string,
  way: UpdateWay,
  log: Pick<Log, 'info'>
): Promise<Updater> {
  const { CancellationToken } = await import('electron-updater')
  const connect = updateConnections(address, way)
  return fromAppUpdater({
    updater,
    async prepare() {
      const { session, pac } = await connect()
      useSession(updater, session)
      return pac
    },
    passwordIn: proxyPassword,
    newToken: () => new CancellationToken(),
    log
  })
}

/** electron-updater has no option for this: it creates a session at its first request and caches it. */
function useSession(updater: AppUpdater, session: Session): void {
  const executor: unknown = Reflect.get(updater, 'httpExecutor')
  const isKnown = typeof executor === 'object' && executor !== null && 'cachedSession' in executor
  // Never use a session with other trust or another proxy.
  if (!isKnown) throw new Error('electron-updater keeps its session elsewhere')
  executor.cachedSession = session
}

/** undefined if it does not exist. */
function realPath(path: string | undefined): string | undefined {
  try {
    return path === undefined ? undefined : realpathSync(path)
  } catch {
    return undefined
  }
}

function updateFile(): string | null {
  try {
    return app.isPackaged ? readFileSync(join(process.resourcesPath, 'app-update.yml'), 'utf8') : null
  } catch {
    return null
  }
}
