import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import type { Log } from '../log'
import { proxyPassword } from '../network/proxy-password'
import { fromAppUpdater } from '../updates/app-updater'
import { howUpdated } from '../updates/how-updated'
import type { Updater } from '../updates/updater'
import { prepareUpdateSession, type UpdateWay } from './update-session'

/** How this very app is updated. */
export function howThisIsUpdated(): ReturnType<typeof howUpdated> {
  const { platform, env } = process
  return howUpdated({
    platform,
    isPackaged: app.isPackaged,
    appImage: env.APPIMAGE,
    updateFile: updateFile()
  })
}

/** Loads what updates this kind of package, for the address that `howThisIsUpdated` names. */
export async function loadUpdater(address: string | null, way: UpdateWay, log: Log): Promise<Updater> {
  if (address === null) throw new Error('this app is not updated by itself')
  const { AppImageUpdater, MacUpdater, NsisUpdater, CancellationToken } = await import('electron-updater')
  const kinds = { win32: NsisUpdater, darwin: MacUpdater }
  const { platform } = process
  const Kind = platform === 'win32' || platform === 'darwin' ? kinds[platform] : AppImageUpdater
  return fromAppUpdater({
    updater: new Kind(),
    prepare: () => prepareUpdateSession(address, way),
    passwordIn: proxyPassword,
    newToken: () => new CancellationToken(),
    log
  })
}

function updateFile(): string | null {
  try {
    return app.isPackaged ? readFileSync(join(process.resourcesPath, 'app-update.yml'), 'utf8') : null
  } catch {
    return null
  }
}
