import { app } from 'electron'
import { AppImageUpdater } from 'electron-updater'
import { connected } from '../../../electron/window/updates/load-updater'
import { problemOf } from '../../../electron/updates/updater'

declare global {
  /** Looks for an update with these authorities (PEM) added: its version, 'none', or why it could not. */
  var lookForUpdate: (authorities: string[]) => Promise<string>
}

/**
 * A main process of which nothing is the app's but what looks for updates, with electron-updater and a session of Electron's: the app
 * itself does so only where it is packaged. Arguments: the server's address, and a file as `app-update.yml` is.
 */
const [address = '', file = ''] = process.argv.slice(-2)
let added: string[] = []
const updater = new AppImageUpdater()
updater.forceDevUpdateConfig = true
updater.updateConfigPath = file
Object.assign(updater, { _testOnlyOptions: { platform: 'linux' } })
const way = { resolveProxy: () => Promise.resolve('DIRECT'), addedAuthorities: () => added }
const ready = app.whenReady().then(() => connected(updater, address, way, { info: () => undefined }))

globalThis.lookForUpdate = async (authorities) => {
  added = authorities
  try {
    return (await (await ready).check())?.version ?? 'none'
  } catch (error) {
    return problemOf(error)
  }
}
