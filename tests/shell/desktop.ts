import { spawn } from 'node:child_process'
import { networkInterfaces } from 'node:os'
import type { Clipboard, Display, Net, PowerMonitor, PowerSaveBlocker, Screen, Shell } from 'electron'
import { windows } from './app.ts'
import { running } from './browser.ts'
import { isHeadless } from './chromium.ts'
import { toChromium } from './scheme.ts'
import { settlePermissions } from './session.ts'
import { StrictEmitter, missing, strict } from './strict.ts'

/** Gives a file or URL to the desktop; throws where there is none. */
function open(api: string, target: string): void {
  if (isHeadless()) throw missing(`${api} without a display (${target})`)
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open'
  spawn(opener, [target], { stdio: 'ignore', detached: true }).unref()
}

/** Electron's `shell`. Its functions are plain properties: a test replaces them to see the calls. */
export const shell = strict('shell', {
  openExternal: async (url) => {
    await Promise.resolve()
    open('shell.openExternal', url)
  },
  openPath: async (path) => {
    await Promise.resolve()
    open('shell.openPath', path)
    return ''
  },
  showItemInFolder: (path) => open('shell.showItemInFolder', path.replace(/[\\/][^\\/]*$/, ''))
} satisfies Partial<Shell>)

/** Runs code in a page, as the person's own act: only a page can reach Chromium's clipboard. */
async function inPage(code: string): Promise<unknown> {
  const [window] = windows.values()
  if (!window) throw missing('clipboard without a window')
  const { root } = running()
  const origin = new URL(toChromium(window.webContents.getURL())).origin
  const permissions = ['clipboard-read', 'clipboard-write'].map((name) =>
    root.send('Browser.setPermission', { permission: { name }, setting: 'granted', origin })
  )
  await Promise.all(permissions)
  window.webContents.focus()
  try {
    return await window.webContents.executeJavaScript(code, true)
  } finally {
    // Back to what the app allows the page to do by itself.
    await settlePermissions(window.webContents as never, window.webContents.getURL())
  }
}

/** Electron's `clipboard`: its text, and whether something else is there. Headless, Chromium has one of its own. */
export const clipboard = strict('clipboard', {
  writeText: async (text) => {
    await inPage(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
  },
  readText: async () => String(await inPage('navigator.clipboard.readText()')),
  has: async (mimetype) => {
    const types = 'navigator.clipboard.read().then((items) => items.flatMap(({ types }) => types))'
    const found: unknown = await inPage(types)
    return Array.isArray(found) && found.includes(mimetype)
  }
} satisfies Partial<Clipboard>)

let display: Display | undefined

function theDisplay(): Display {
  if (!display) throw new Error('The screen module cannot be used before the app is ready')
  return display
}

/** Asks Chromium's first page about the screen and the theme. Once, before the app is ready. */
export async function lookAround(): Promise<{ dark: boolean }> {
  const { root, pipe, bootTarget = '' } = running()
  const { sessionId } = await root.send('Target.attachToTarget', { targetId: bootTarget, flatten: true })
  const expression = `[screen.width, screen.height, screen.availWidth, screen.availHeight, devicePixelRatio,
    matchMedia('(prefers-color-scheme: dark)').matches]`
  const { result } = await pipe
    .session(sessionId)
    .send('Runtime.evaluate', { expression, returnByValue: true })
  await root.send('Target.detachFromTarget', { sessionId })
  const [width, height, availWidth, availHeight, scaleFactor, dark] = result.value as [
    number,
    number,
    number,
    number,
    number,
    boolean
  ]
  const size = { width, height }
  const workAreaSize = { width: availWidth, height: availHeight }
  const at = { x: 0, y: 0 }
  const known = {
    id: 1,
    size,
    bounds: { ...at, ...size },
    workAreaSize,
    workArea: { ...at, ...workAreaSize },
    scaleFactor
  }
  display = strict('Display', known satisfies Partial<Display> as unknown as Display)
  return { dark }
}

/** Electron's `screen`: the one display that Chromium's first page is on. */
export const screen = strict('screen', {
  getPrimaryDisplay: theDisplay,
  getAllDisplays: () => [theDisplay()],
  getDisplayMatching: theDisplay
} satisfies Partial<Screen>)

/** Electron's `powerMonitor`: says nothing by itself; a test emits what it wants to happen. */
export const powerMonitor = strict(
  'powerMonitor',
  new StrictEmitter('powerMonitor', [
    'suspend', 'resume', 'on-ac', 'on-battery', 'shutdown', 'lock-screen', 'unlock-screen'
  ]) satisfies Partial<Record<keyof PowerMonitor, unknown>>
) // prettier-ignore

const blockers = new Set<number>()
let lastBlocker = -1

/** Electron's `powerSaveBlocker`: knows what it was told, and keeps no machine awake. */
export const powerSaveBlocker = strict('powerSaveBlocker', {
  start: (type) => {
    if (!['prevent-app-suspension', 'prevent-display-sleep'].includes(type))
      throw new TypeError(`Error processing argument at index 0, conversion failure from ${type}`)
    blockers.add((lastBlocker += 1))
    return lastBlocker
  },
  stop: (id) => blockers.delete(id),
  isStarted: (id) => blockers.has(id)
} satisfies PowerSaveBlocker)

/** Electron's `net`: only whether there is a network, which is to say a card with an address; a test replaces it. */
export const net = strict('net', {
  isOnline: () =>
    Object.values(networkInterfaces())
      .flat()
      .some((address) => address?.internal === false)
} satisfies Partial<Net>)
