import { existsSync } from 'node:fs'
import { posix, win32 } from 'node:path'

/** Where the organization's file is looked for, and whose it must be. */
export interface ManagedPlace {
  path: string
  /** `person`: whoever runs the app may own it as well, which is so only while the app itself is worked on. */
  ownedBy: 'administrators' | 'person'
}

/**
 * Where an organization puts its file, by platform: nothing leads there that a person can set. Windows says in `ProgramData` where
 * it is, and so may whoever starts the app; what it really goes by, only native code can ask. But it is `ProgramData` on Windows'
 * own drive.
 *
 * @param environment for `SystemDrive` there and, in an app that is not packaged, `VITRINE_MANAGED_FILE`, which names another file
 */
export function managedPlace(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
  isPackaged: boolean,
  exists: (path: string) => boolean = existsSync
): ManagedPlace {
  const other = environment.VITRINE_MANAGED_FILE
  if (!isPackaged && other) return { path: other, ownedBy: 'person' }
  return { path: usualPath(platform, environment, exists), ownedBy: 'administrators' }
}

function usualPath(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
  exists: (path: string) => boolean
): string {
  if (platform === 'win32')
    return win32.join(windowsDrive(environment, exists), 'ProgramData', 'Vitrine', 'managed.json')
  if (platform === 'darwin') return posix.join('/Library/Application Support/Vitrine', 'managed.json')
  return '/etc/vitrine/managed.json'
}

/**
 * The root of the drive that Windows is on, such as `C:\`. It is C: unless no Windows is there, and only then is the environment asked,
 * which a person can set.
 */
export function windowsDrive(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  exists: (path: string) => boolean = existsSync
): string {
  const isUsual = exists('C:\\Windows\\System32\\ntdll.dll')
  return `${isUsual ? 'C:' : (environment.SystemDrive ?? 'C:')}\\`
}
