import type { AppUpdater, ProgressInfo, UpdateInfo } from 'electron-updater'
import type { Log } from '../log'
import { RefusedUpdate } from './problem'
import type { NewVersion, Updater } from './updater'

export interface AppUpdaterDeps {
  updater: AppUpdater
  /** Makes the way to the server ready, as the person's settings of the network are now. */
  prepare: () => Promise<void>
  log: Pick<Log, 'info'>
  /** A cancellation, as electron-updater takes it. */
  newToken: () => NonNullable<Parameters<AppUpdater['downloadUpdate']>[0]>
}

/**
 * electron-updater, so that nothing happens without the person: it downloads nothing by itself, installs nothing on quitting,
 * takes no older version, and tells the server nothing of this computer. It compares what it downloads with the SHA-512 of
 * the list, and on Windows and macOS with the signature of the app.
 */
export function fromAppUpdater({ updater, prepare, log, newToken }: AppUpdaterDeps): Updater {
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

  return {
    async check() {
      await prepare()
      const result = await updater.checkForUpdates()
      if (!result?.isUpdateAvailable) return null
      return versionIn(result.updateInfo)
    },
    async download(onShare, signal) {
      await prepare()
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
    // Not silent: a person sees the installer work; and the app is opened again after it.
    install: () => updater.quitAndInstall(false, true)
  }
}

/** What the list may say is bounded: it comes from a server. */
function versionIn({ version, files }: UpdateInfo): NewVersion {
  const elsewhere = files.find(({ url }) => URL.canParse(url) && new URL(url).protocol !== 'https:')
  if (elsewhere !== undefined) throw new RefusedUpdate('insecure', 'the list names an address without https')
  const sizes = files.flatMap(({ size }) => (typeof size === 'number' && size > 0 ? [size] : []))
  return { version: version.slice(0, 64), bytes: sizes.length === 1 ? (sizes[0] ?? null) : null }
}
