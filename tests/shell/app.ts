import { mkdirSync, readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { App } from 'electron'
import { stopBrowser } from './browser.ts'
import type { ShellWindow } from './browser-window.ts'
import { appArgument, commandLine, switches } from './command-line.ts'
import { takeLock } from './single-instance.ts'
import { type Cancelable, StrictEmitter, cancelable, missing, strict } from './strict.ts'

interface Package { name?: string; productName?: string; version?: string; main?: string } // prettier-ignore

const appPath = resolve(appArgument)
const manifest = JSON.parse(readFileSync(join(appPath, 'package.json'), 'utf8')) as Package
/** The app's main bundle, absolute. */
export const mainFile = join(appPath, manifest.main ?? 'index.js')
/** All windows that are not destroyed, by id. */
export const windows = new Map<number, ShellWindow>()

let name = manifest.productName ?? manifest.name ?? 'Electron'
let isReady = false
let quitting = false
let exiting: Promise<never> | undefined
const whenReady = Promise.withResolvers<undefined>()

const home = homedir()
const appData = (): string => {
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support')
  if (process.platform === 'win32') return process.env.APPDATA ?? join(home, 'AppData', 'Roaming')
  return process.env.XDG_CONFIG_HOME ?? join(home, '.config')
}
let userData: string | undefined
const paths: Record<string, () => string> = {
  home: () => home,
  temp: () => tmpdir(),
  appData,
  userData: () => userData ?? resolve(switches.get('user-data-dir') ?? join(appData(), name)),
  logs: () =>
    process.platform === 'darwin' ? join(home, 'Library', 'Logs', name) : join(path('userData'), 'logs'),
  downloads: () => join(home, 'Downloads'),
  documents: () => join(home, 'Documents'),
  desktop: () => join(home, 'Desktop')
}
function path(kind: string): string {
  const find = paths[kind]
  if (!find) throw missing(`app.getPath('${kind}')`)
  return find()
}

/** The person's languages, most wanted first, as BCP 47 tags: from the environment, as glibc reads it. */
function languages(): string[] {
  const { LANGUAGE, LC_ALL, LC_MESSAGES, LANG } = process.env
  const names = [...(LANGUAGE ?? '').split(':'), LC_ALL ?? LC_MESSAGES ?? LANG ?? '']
  const tags = names
    .map((each) => each.replace(/[.@].*$/, '').replace('_', '-'))
    .filter((tag) => /^[a-z]{2,3}(-|$)/.test(tag))
  return tags.length > 0 ? [...new Set(tags)] : ['en-US']
}

const emitter = new StrictEmitter(
  'app',
  `ready will-finish-launching window-all-closed before-quit will-quit quit activate second-instance web-contents-created
  browser-window-created render-process-gone child-process-gone`.split(/\s+/)
)

/** Electron's `app`. */
export const app = strict('app', Object.assign(emitter, {
  isPackaged: false,
  isReady: () => isReady,
  whenReady: () => whenReady.promise,
  getName: () => name,
  setName: (value: string) => {
    name = value
  },
  getVersion: () => manifest.version ?? '0.0.0',
  getAppPath: () => appPath,
  getPath: path,
  setPath: (kind: string, value: string) => {
    if (kind !== 'userData') throw missing(`app.setPath('${kind}')`)
    userData = resolve(value)
  },
  getLocale: () => switches.get('lang') ?? languages()[0] ?? 'en-US',
  getPreferredSystemLanguages: languages,
  enableSandbox: () => undefined, // Chromium's sandbox is on unless --no-sandbox says otherwise.
  setAppUserModelId: () => undefined, // Windows only, as in Electron.
  setAboutPanelOptions: () => undefined, // Read only by showAboutPanel, which the shell refuses.
  focus: () => [...windows.values()][0]?.focus(),
  requestSingleInstanceLock: (data?: unknown) =>
    takeLock(path('userData'), data, (...args) => {
      // Electron holds the event back until the app is ready.
      void whenReady.promise.then(() => app.emit('second-instance', cancelable({}), ...args))
    }),
  quit,
  exit: (code = 0) => void exit(code)
} satisfies Partial<App>, { commandLine })) // prettier-ignore

/** Called once, when Chromium is there: emits `ready`, then lets `whenReady` go on, in Electron's order. */
export function becomeReady(): void {
  isReady = true
  // Through the exported object: Playwright replaces `emit` to hold `ready` back until it is connected.
  app.emit('ready', cancelable({}), {})
  whenReady.resolve(undefined)
}

/** Makes and returns the user data folder. */
export function userDataFolder(): string {
  mkdirSync(path('userData'), { recursive: true })
  return path('userData')
}

/** True once the app is on its way out. */
export function isEnding(): boolean {
  return exiting !== undefined
}

function emitCancelable(event: string): Cancelable {
  const details = cancelable({})
  app.emit(event, details)
  return details
}

function quit(): void {
  if (quitting || exiting || emitCancelable('before-quit').defaultPrevented) return
  quitting = true
  for (const window of windows.values()) window.close()
  if (windows.size === 0) finishQuit()
}

/** A window refused to close: the app stays. */
export function cancelQuit(): void {
  quitting = false
}

/** Called when a window is gone: with the last one, the quit goes on, or the app decides what to do. */
export function windowGone(): void {
  if (windows.size > 0 || exiting) return
  if (quitting) finishQuit()
  else if (app.listenerCount('window-all-closed') > 0) app.emit('window-all-closed')
  else quit()
}

function finishQuit(): void {
  if (emitCancelable('will-quit').defaultPrevented) quitting = false
  else void exit(0)
}

/** Closes all windows without asking; nothing of their pages is heard anymore. */
async function exit(code: number): Promise<void> {
  exiting ??= (async () => {
    await Promise.resolve() // Until `exiting` is set.
    for (const window of windows.values()) window.destroy()
    await stopBrowser()
    process.on('exit', () => app.emit('quit', cancelable({}), code))
    process.exit(code)
  })()
  await exiting
}
