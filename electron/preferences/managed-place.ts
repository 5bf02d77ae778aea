import { posix, win32 } from 'node:path'

/**
 * Where an organisation puts its file, by platform: a place that only administrators write to.
 *
 * @param environment for `ProgramData` and, in an app that is not packaged, `VITRINE_MANAGED_FILE`, which names another file
 */
export function managedFilePath(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
  isPackaged: boolean
): string {
  const other = environment.VITRINE_MANAGED_FILE
  if (!isPackaged && other) return other
  if (platform === 'win32') {
    return win32.join(environment.ProgramData ?? 'C:\\ProgramData', 'Vitrine', 'managed.json')
  }
  if (platform === 'darwin') return posix.join('/Library/Application Support/Vitrine', 'managed.json')
  return '/etc/vitrine/managed.json'
}
