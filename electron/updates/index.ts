import { posix } from 'node:path'
import type { ExportPhase, ExportState } from '../contract/export'
import { ok } from '../contract/failure'
import type { HandlersOf } from '../contract/bridge'
import type { SyncState } from '../contract/sync'
import { workingPhases } from '../contract/sync-values'
import type { UpdatedBy } from '../contract/updates'
import type { PreferencesStore } from '../settings'
import { createUpdates, type Updates, type UpdatesDeps } from './updates'

export { fromAppUpdater } from './app-updater'

export type { Updater } from './updater'
export type { UpdatesDeps } from './updates'

interface UpdatesFeatureDeps extends Omit<UpdatesDeps, 'rules' | 'underWay'> {
  preferences: Pick<PreferencesStore, 'get' | 'isLocked'>
  connectionIds: () => string[]
  syncState: (connectionId: string) => Pick<SyncState, 'phase'>
  exportState: () => Pick<ExportState, 'phase'> | null
}

const exporting: ReadonlySet<ExportPhase> = new Set<ExportPhase>(['preparing', 'writing', 'finishing'])

export interface UpdatesFeature {
  updates: Updates
  handlers: HandlersOf<'updates'>
}

/** Puts together what keeps the app itself up to date, and what it must not break off. */
export function composeUpdates(deps: UpdatesFeatureDeps): UpdatesFeature {
  const { preferences, connectionIds, syncState, exportState } = deps
  const updates = createUpdates({
    ...deps,
    rules() {
      const isOff = preferences.get().updates === 'off'
      return { automatic: !isOff, forbidden: isOff && preferences.isLocked('updates') }
    },
    underWay() {
      const isSyncing = connectionIds().some((id) => workingPhases.has(syncState(id).phase))
      const phase = exportState()?.phase
      const isExporting = phase !== undefined && exporting.has(phase)
      return [...(isSyncing ? (['sync'] as const) : []), ...(isExporting ? (['export'] as const) : [])]
    }
  })
  return { updates, handlers: updateHandlers({ updates }) }
}

interface UpdateHandlersDeps {
  updates: Pick<Updates, 'state' | 'check' | 'download' | 'cancel' | 'install' | 'setUnsaved'>
}

function updateHandlers({ updates }: UpdateHandlersDeps): HandlersOf<'updates'> {
  return {
    'updates:state': () => ok(updates.state()),
    'updates:check': () => updates.check(),
    'updates:download': () => updates.download(),
    'updates:cancel': () => updates.cancel(),
    'updates:install': () => updates.install(),
    'updates:unsaved': ({ notes }) => updates.setUnsaved(notes)
  }
}

/** What tells in which kind of package the app is. */
export interface PackageFacts {
  platform: NodeJS.Platform
  isPackaged: boolean
  /** The program's own file, with symbolic links resolved. */
  execPath: string
  /** `APPIMAGE` of the environment, which the runtime of an AppImage sets: its file. */
  appImage: string | undefined
  /** `APPDIR` of it, with symbolic links resolved: the folder that its content is mounted in. */
  appDir: string | undefined
  /** Text of `app-update.yml` beside the archive; null: it was built without an address for updates. */
  updateFile: string | null
}

/** How an app in such a package is updated, and from where: an https address that ends with a slash. */
export function howUpdated(facts: PackageFacts): { by: UpdatedBy; address: string | null } {
  const nobody = { by: 'nobody', address: null } as const
  if (!facts.isPackaged) return nobody
  // deb, rpm and an unpacked folder belong to whoever put them there, and so does replacing them.
  if (facts.platform === 'linux' && !isAppImage(facts)) return { by: 'package-manager', address: null }
  const address = facts.updateFile === null ? null : addressIn(facts.updateFile)
  return address === null ? nobody : { by: 'itself', address }
}

/**
 * Whether this very program runs from the AppImage of the environment. Programs inherit both variables: what an AppImage starts, such
 * as a terminal's shells, sees them too, and an update would delete that other program's file.
 */
function isAppImage({ execPath, appImage = '', appDir = '' }: PackageFacts): boolean {
  if (!posix.isAbsolute(appImage) || !posix.isAbsolute(appDir)) return false
  const folder = posix.resolve(appDir)
  return folder !== '/' && execPath.startsWith(`${folder}/`)
}

/** The file is written by electron-builder, one plain value a line. */
function addressIn(text: string): string | null {
  const [, quoted = ''] = /^url:[ \t]*(\S+)[ \t]*$/m.exec(text) ?? []
  const url = URL.parse(quoted.replace(/^(['"])(.*)\1$/, '$2'))
  if (url?.protocol !== 'https:') return null
  return url.href.endsWith('/') ? url.href : `${url.href}/`
}
