import { posix, win32 } from 'node:path'
import { z } from 'zod'

/** Where the organization's file is looked for, and whose it must be. */
export interface ManagedPlace {
  path: string
  /** `person`: whoever runs the app may own it as well, which is so only while the app itself is worked on. */
  ownedBy: 'administrators' | 'person'
  /** On Windows: its own folder, such as `C:\Windows`; null: it could not be determined, so no file is used. */
  windowsFolder?: string | null
}

/**
 * Where an organization puts its file, by platform: nothing leads there that a person can set. On Windows the environment variable
 * `ProgramData` can be set by whoever starts the app, and only native code can ask for the real folder. But it is `ProgramData` on
 * Windows' own drive.
 *
 * @param environment for `VITRINE_MANAGED_FILE`, which names another file in an app that is not packaged
 * @param libraries the paths of the libraries that this process has loaded
 */
export function managedPlace(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
  isPackaged: boolean,
  libraries: () => readonly string[] = loadedLibraries
): ManagedPlace {
  const other = environment.VITRINE_MANAGED_FILE
  if (!isPackaged && other) return { path: other, ownedBy: 'person' }
  const ownedBy = 'administrators'
  if (platform === 'win32') {
    const windowsFolder = windowsFolderOf(libraries())
    const drive = windowsFolder === null ? 'C:\\' : win32.parse(windowsFolder).root
    return { path: win32.join(drive, 'ProgramData', 'Vitrine', 'managed.json'), ownedBy, windowsFolder }
  }
  const folder = platform === 'darwin' ? '/Library/Application Support/Vitrine' : '/etc/vitrine'
  return { path: posix.join(folder, 'managed.json'), ownedBy }
}

/**
 * The folder of Windows, by the ntdll.dll in this process: the kernel itself loads that from Windows' own folder into every process,
 * before any code of the process runs and whatever its environment says. A file on the disk proves nothing: where Windows is on D:,
 * anybody can create `C:\Windows\System32`. Neither does the app's own drive: an installation for one person can be anywhere.
 */
function windowsFolderOf(libraries: readonly string[]): string | null {
  const folders = libraries
    .filter((path) => /\\ntdll\.dll$/i.test(path))
    .map((path) => /^([a-z]:\\[^\\]+)\\System32\\[^\\]+$/i.exec(path)?.[1] ?? null)
  const [first = null] = folders
  return folders.every((folder) => folder?.toLowerCase() === first?.toLowerCase()) ? first : null
}

const reportSchema = z.object({ sharedObjects: z.array(z.string()) })

/** Empty if Node cannot tell. Takes about 10 ms at the start; later, with connections open, it would look up the names of their hosts. */
function loadedLibraries(): readonly string[] {
  try {
    return reportSchema.parse(process.report.getReport()).sharedObjects
  } catch {
    return []
  }
}
