import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app, BrowserWindow, protocol } from 'electron'

// The other tables of P9 and P10, in a window of the same kind as Vitrine's: their files and their thumbnails come over
// app:// as Vitrine's do, from memory. VITRINE_BENCH_PAGE names the folder of the built page.

const folder = process.env.VITRINE_BENCH_PAGE ?? ''
const types = { html: 'text/html', js: 'text/javascript', css: 'text/css', webp: 'image/webp' }
const files = new Map(
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const file = join(parentPath, name)
      return [file.slice(folder.length).replaceAll('\\', '/'), readFileSync(file)]
    })
)

protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }
])

/** @param {Request} request */
function serve(request) {
  const { pathname } = new URL(request.url)
  // Every product has an address of its own; behind them are a few pictures.
  const number = /^\/thumbnail\/(\d+)\.webp$/.exec(pathname)?.[1]
  const path = number === undefined ? pathname : `/thumbnails/${Number(number) % 64}.webp`
  const type = types[/** @type {keyof typeof types} */ (path.split('.').at(-1))] ?? 'text/plain'
  const headers = { 'content-type': type, 'cache-control': 'private, max-age=600' }
  return Promise.resolve(new Response(files.get(path) ?? null, { headers }))
}

void app.whenReady().then(() => {
  protocol.handle('app', serve)
  const window = new BrowserWindow({
    width: Number(process.env.VITRINE_BENCH_WIDTH),
    height: Number(process.env.VITRINE_BENCH_HEIGHT),
    show: false,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false }
  })
  window.once('ready-to-show', () => window.show())
  void window.loadURL(`app://bundle/index.html?${process.env.VITRINE_BENCH_QUERY ?? ''}`)
})
app.on('window-all-closed', () => app.quit())
