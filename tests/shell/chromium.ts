import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { Pipe } from './cdp.ts'
import { switches } from './command-line.ts'

/** Where Chromium is looked for when VITRINE_CHROMIUM is not set: names on PATH, then the usual places. */
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const places = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ...[process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].flatMap(
    (folder) =>
      folder
        ? [
            join(folder, 'Google/Chrome/Application/chrome.exe'),
            join(folder, 'Chromium/Application/chrome.exe')
          ]
        : []
  )
]

function findChromium(): string {
  const given = process.env.VITRINE_CHROMIUM
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = given
    ? [given]
    : [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...places]
  for (const candidate of candidates) {
    try {
      accessSync(candidate, constants.X_OK)
      return candidate
    } catch {
      // The next candidate.
    }
  }
  const where = given
    ? `at ${given} (VITRINE_CHROMIUM)`
    : 'on PATH or in the usual places; set VITRINE_CHROMIUM to its path'
  throw new Error(`The Chromium shell found no Chromium ${where}.`)
}

/** Headless unless there is a display; VITRINE_SHELL_HEADLESS=1 hides the window even then. */
export function isHeadless(): boolean {
  if (process.env.VITRINE_SHELL_HEADLESS === '1') return true
  if (process.platform === 'darwin' || process.platform === 'win32') return false
  return !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY
}

/** The dev server's address: the one origin outside the app's own schemes, and only when electron-vite names it. */
export const devServer = ((): URL | undefined => {
  const url = URL.parse(process.env.ELECTRON_RENDERER_URL ?? '')
  return url && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname) ? url : undefined
})()

/** Switches that keep Chromium quiet, offline and without controls of its own. */
function ownSwitches(profile: string): Map<string, string> {
  const own = new Map(
    `no-first-run no-default-browser-check no-pings test-type deny-permission-prompts
    disable-background-networking disable-breakpad disable-client-side-phishing-detection disable-component-update
    disable-default-apps disable-dev-shm-usage disable-domain-reliability disable-extensions disable-sync
    disable-search-engine-choice-screen metrics-recording-only use-mock-keychain remote-debugging-pipe`
      .split(/\s+/)
      .map((name) => [name, ''])
  )
  own.set('user-data-dir', profile)
  own.set('password-store', 'basic')
  own.set('app', 'data:text/html,<title> </title>')
  // A page that another one replaces is unloaded in its own frame, where its last words are still heard, and never kept.
  // The app has one page, for which no process needs to wait; local network checks would keep it from the web socket of a
  // dev server on this machine.
  const features =
    'Translate,OptimizationHints,MediaRouter,HttpsUpgrades,LocalNetworkAccessChecks,SpareRendererForSitePerProcess,RenderDocument,BackForwardCache'
  own.set('disable-features', features)
  // Fetch interception sees every request of a page; this stops what is no such request, like a web socket.
  const exception = devServer ? `, EXCLUDE ${devServer.hostname}` : ''
  own.set('host-resolver-rules', `MAP * ~NOTFOUND${exception}`)
  if (process.getuid?.() === 0) own.set('no-sandbox', '')
  if (isHeadless()) own.set('headless', '').set('screen-info', '{1920x1080}')
  return own
}

function chromiumArguments(profile: string): string[] {
  const all = ownSwitches(profile)
  for (const [name, value] of switches) {
    if (name === 'user-data-dir' || name.startsWith('inspect')) continue
    const before = name.endsWith('able-features') ? all.get(name) : undefined
    all.set(name, before ? `${before},${value}` : value)
  }
  return [...all].map(([name, value]) => (value ? `--${name}=${value}` : `--${name}`))
}

/** Starts Chromium with its profile in the given folder; the pipe's end ends it, also after kill -9 of this process. */
export function startChromium(profile: string): { child: ChildProcess; pipe: Pipe } {
  mkdirSync(profile, { recursive: true })
  const child = spawn(findChromium(), chromiumArguments(profile), {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe']
  })
  const verbose = process.env.VITRINE_SHELL_VERBOSE === '1'
  let rest = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      // Playwright waits for this line; everything else that Chromium says is noise unless asked for.
      if (verbose || line.startsWith('DevTools listening')) process.stderr.write(`${line}\n`)
    }
  })
  const [, , , input, output] = child.stdio
  return { child, pipe: new Pipe(input as Writable, output as Readable) }
}
