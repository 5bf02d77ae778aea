import inspector from 'node:inspector'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { modules, switches } from './command-line.ts'

// `process.versions.electron` stays absent: this is no Electron, and the app may want to say so.
Object.defineProperty(process, 'type', { value: 'browser' })
Object.defineProperty(process, 'defaultApp', { value: true })

// The parts read process.type, so they come after it is set.
const { app, becomeReady, isEnding, mainFile, userDataFolder, windows } = await import('./app.ts')
const { onStrayPage, startBrowser } = await import('./browser.ts')
const { lookAround } = await import('./desktop.ts')
const { interceptRequests } = await import('./protocol.ts')
const { refuseDownloads } = await import('./session.ts')
const { quitAtSignals } = await import('./signals.ts')
const { reportDark } = await import('./theme.ts')

/** Ends with whoever started this: a killed test runner leaves nothing behind. */
function watchParent(): void {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid === parent) return
    app.exit(1)
  }, 250).unref()
}

async function run(): Promise<void> {
  const port = switches.get('inspect')
  if (port !== undefined) inspector.open(Number(port || 9229), '127.0.0.1')
  const takeSignals = quitAtSignals(() => app.quit())
  const require = createRequire(join(process.cwd(), 'index.js'))
  for (const name of modules) require(name)
  await import(pathToFileURL(mainFile).href)
  if (isEnding()) return
  try {
    await startBrowser(userDataFolder(), () => app.quit())
  } catch (error) {
    // No fault of the app's: the sentence alone says what to do.
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    app.exit(1)
    return
  }
  onStrayPage(
    (url) => url && [...windows.values()].find((window) => window.isFocused())?.webContents.askToOpen(url)
  )
  const [{ dark }] = await Promise.all([lookAround(), interceptRequests(), refuseDownloads()])
  reportDark(dark)
  takeSignals()
  becomeReady()
}

watchParent()
await run()
