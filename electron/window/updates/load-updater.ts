import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { app, type Session } from 'electron'
import type { AppUpdater } from 'electron-updater'
import type { Log } from '../../log/log'
import { proxyPassword } from '../../api/routes'
import { howUpdated, fromAppUpdater, type Updater } from '../../updates'
import { updateConnections, type UpdateWay } from './update-session'

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
