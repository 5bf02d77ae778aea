import { app, Notification } from 'electron'
import type { AppInfo } from '../contract/channels'

/** What the page may know about the app and its system. */
export function appInfo(): AppInfo {
  const { platform } = process
  return {
    version: app.getVersion(),
    platform: platform === 'win32' || platform === 'darwin' ? platform : 'linux',
    profileFolder: app.getPath('userData'),
    canNotify: Notification.isSupported(),
    locale: app.getPreferredSystemLanguages()[0] ?? app.getLocale(),
    // Electron's V8 has its name in the version; the Chromium shell runs on Node's.
    runtime: process.versions.v8.includes('electron') ? 'electron' : 'chromium-shell',
    versions: versions()
  }
}

/** Without Electron there are no versions of Electron and Chromium. */
function versions(): AppInfo['versions'] {
  const { electron, chrome, node, sqlite } = process.versions
  const all: { of: AppInfo['versions'][number]['of']; version: string | undefined }[] = [
    { of: 'electron', version: electron },
    { of: 'chromium', version: chrome },
    { of: 'node', version: node },
    { of: 'sqlite', version: sqlite }
  ]
  return all.flatMap(({ of, version }) => (version === undefined ? [] : { of, version }))
}
