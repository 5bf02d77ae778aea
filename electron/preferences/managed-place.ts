import { existsSync } from 'node:fs'
import { posix, win32 } from 'node:path'

/**
 * Where an organisation puts its file, by platform: a place that only administrators write to, and to which nothing leads that a
 * person can set. Windows says in `ProgramData` where it is, and so may whoever starts the app; what it really goes by, only native code
 * can ask. But it is `ProgramData` on Windows' own drive, which anything else than C: is only where there is no Windows on C:.
 *
 * @param environment for `SystemDrive` there and, in an app that is not packaged, `VITRINE_MANAGED_FILE`, which names another file
 */
export function managedFilePath(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
  isPackaged: boolean,
  exists: (path: string) => boolean = existsSync
): string {
  const other = environment.VITRINE_MANAGED_FILE
  if (!isPackaged && other) return other
  if (platform === 'win32') {
    const isUsual = exists('C:\\Windows\\System32\\ntdll.dll')
    const drive = isUsual ? 'C:' : (environment.SystemDrive ?? 'C:')
    return win32.join(`${drive}\\`, 'ProgramData', 'Vitrine', 'managed.json')
  }
  if (platform === 'darwin') return posix.join('/Library/Application Support/Vitrine', 'managed.json')
  return '/etc/vitrine/managed.json'
}
