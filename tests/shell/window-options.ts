import type { BrowserWindowConstructorOptions, WebPreferences } from 'electron'
import { missing } from './strict.ts'

/** Options the shell obeys, or that only concern looks it does not have. */
const known = [
  'width', 'height', 'minWidth', 'minHeight', 'x', 'y', 'show', 'title', 'backgroundColor', 'icon', 'autoHideMenuBar',
  'titleBarStyle', 'webPreferences'
] as const satisfies (keyof BrowserWindowConstructorOptions)[] // prettier-ignore

const knownPreferences = [
  'preload', 'sandbox', 'contextIsolation', 'nodeIntegration', 'nodeIntegrationInWorker', 'nodeIntegrationInSubFrames',
  'webSecurity', 'webviewTag', 'allowRunningInsecureContent', 'experimentalFeatures', 'navigateOnDragDrop', 'spellcheck',
  'devTools', 'backgroundThrottling', 'safeDialogs'
] as const satisfies (keyof WebPreferences)[] // prettier-ignore

/** What each preference must be, if it is given at all: the shell cannot and will not show an unsafe page. */
const safe: Partial<Record<keyof WebPreferences, boolean>> = {
  sandbox: true,
  contextIsolation: true,
  webSecurity: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webviewTag: false,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  navigateOnDragDrop: false
}

/** Throws for a window option or web preference that is unknown to the shell, or unsafe. */
export function checkOptions(options: BrowserWindowConstructorOptions): void {
  const { webPreferences = {} } = options
  const isKnown = (list: readonly string[], name: string): boolean => list.includes(name)
  for (const name of Object.keys(options))
    if (!isKnown(known, name)) throw missing(`BrowserWindow option '${name}'`)
  for (const [name, value] of Object.entries(webPreferences)) {
    if (!isKnown(knownPreferences, name)) throw missing(`BrowserWindow option 'webPreferences.${name}'`)
    const must = safe[name as keyof WebPreferences]
    if (must !== undefined && value !== must)
      throw missing(`unsafe webPreferences (${name}: ${String(value)})`)
  }
}
