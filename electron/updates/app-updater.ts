import type { AppUpdater, ProgressInfo, UpdateInfo } from 'electron-updater'
import type { Log } from '../log/log'
import type { LoginRequest } from '../api/routes'
import { RefusedUpdate, type NewVersion, type Updater } from './updater'

export interface AppUpdaterDeps {
  updater: AppUpdater
  /** Makes the way to the server ready, as the person's settings of the network are now; the proxy on it, as a PAC result. */
  prepare: () => Promise<string>
  /** The name and password that a PAC result has for a proxy which asks for them. */
  passwordIn: (pac: string, asking: LoginRequest) => { name: string; password: string } | null
  log: Pick<Log, 'info'>
  /** A cancellation, as electron-updater takes it. */
  newToken: () => NonNullable<Parameters<AppUpdater['downloadUpdate']>[0]>
}

/** ms that installing may take: on macOS all of the download is handed to the system only then, and verified by it. */
const longestInstall = 5 * 60_000

/**
 * electron-updater, so that nothing happens without the person: it downloads nothing by itself, installs nothing on quitting,
 * takes no older version, and tells the server nothing of this computer. It compares what it downloads with the SHA-512 of
 * the list, and on Windows and macOS with the signature of the app.
 */
export function fromAppUpdater({ updater, prepare, passwordIn, log, newToken }: AppUpdaterDeps): Updater {
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.allowDowngrade = false
  updater.allowPrerelease = false
  updater.disableWebInstaller = true
  // It would send an id that it makes up for this computer, for releases that go out step by step.
  updater.requestHeaders = { 'x-user-staging-id': 'none' }
  updater.isUserWithinRollout = () => true
  const say = (message?: unknown): void => log.info('updater', { message: String(message) })
  updater.logger = { info: say, warn: say, error: say }
  // Whoever asked hears of it; without a listener it would end the app.
  updater.on('error', () => undefined)
  let pac = 'DIRECT'
  /** A proxy that asks again has refused what it was told: telling it once more would go on for ever. */
  const told = new Set<string>()
  updater.on('login', (asking, answer) => {
    const place = `${asking.host}:${asking.port}`
    const known = told.has(place) ? null : passwordIn(pac, asking)
    told.add(place)
    // Without a name the request fails, which is told like any other failure.
    answer(known?.name ?? '', known?.password ?? '')
  })
  const getReady = async (): Promise<void> => {
    pac = await prepare()
    told.clear()
  }

  return {
    async check() {
      await getReady()
      const result = await updater.checkForUpdates()
      if (!result?.isUpdateAvailable) return null
      return versionIn(result.updateInfo)
    },
    async download(onShare, signal) {
      await getReady()
      // Broken off meanwhile, which is not told again.
      signal.throwIfAborted()
      const token = newToken()
      const cancel = (): void => token.cancel()
      const tell = ({ percent }: ProgressInfo): void => onShare(Math.min(1, Math.max(0, percent / 100)))
      signal.addEventListener('abort', cancel, { once: true })
      updater.on('download-progress', tell)
      try {
        await updater.downloadUpdate(token)
      } finally {
        updater.off('download-progress', tell)
        signal.removeEventListener('abort', cancel)
      }
    },
    install(onFailure) {
      updater.on('error', onFailure)
      setTimeout(() => onFailure(new Error('the installer did not end the app in time')), longestInstall)
      // Not silent: a person sees the installer work; and the app is opened again after it.
      updater.quitAndInstall(false, true)
    }
  }
}

/** What the list may say is bounded: it comes from a server. */
function versionIn({ version, files }: UpdateInfo): NewVersion {
  const elsewhere = files.find(({ url }) => URL.canParse(url) && new URL(url).protocol !== 'https:')
  if (elsewhere !== undefined) throw new RefusedUpdate('insecure', 'the list names an address without https')
  const sizes = files.flatMap(({ size }) => (typeof size === 'number' && size > 0 ? [size] : []))
  return { version: version.slice(0, 64), bytes: sizes.length === 1 ? (sizes[0] ?? null) : null }
}
