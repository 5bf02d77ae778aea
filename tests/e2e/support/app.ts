import { type ConsoleMessage, type ElectronApplication, expect, type Page, _electron } from '@playwright/test'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import type { Bridge } from '../../../electron/contract/bridge'
import type { ViewState } from '../../../electron/contract/view'
import { CatalogTools } from '../pages/catalog-tools'
import { ChangesPage } from '../pages/changes-page'
import { ConnectPage } from '../pages/connect-page'
import { ConnectionsPage } from '../pages/connections-page'
import { PictureSettings } from '../pages/picture-settings'
import { PreviewDialog } from '../pages/preview-dialog'
import { ProductsPage } from '../pages/products-page'
import { ReviewPage } from '../pages/review-page'
import { QualityPage } from '../pages/quality-page'
import { ReviewCare } from '../pages/review-care'
import { Sidebar } from '../pages/sidebar'

declare global {
  interface Window {
    readonly vitrine: Bridge
  }
}

/** The project's folder. */
export const root = join(import.meta.dirname, '..', '..', '..')

export interface LaunchOptions {
  /** Further arguments of the app's command line. */
  args?: string[]
  /** Changes to the environment; undefined takes a variable away. */
  env?: Record<string, string | undefined>
  /** Scripts of `support/hooks` that are loaded before the app. */
  hooks?: ('no-ready-to-show' | 'early-second-start' | 'as-on-macos')[]
}

/** A running app with its first window, as a person has it before them. */
export class App {
  readonly electron: ElectronApplication
  readonly page: Page
  readonly care: ReviewCare
  readonly changes: ChangesPage
  readonly connect: ConnectPage
  readonly connections: ConnectionsPage
  readonly pictures: PictureSettings
  readonly preview: PreviewDialog
  readonly products: ProductsPage
  readonly review: ReviewPage
  readonly quality: QualityPage
  readonly sidebar: Sidebar
  readonly tools: CatalogTools
  /** Errors that the page did not catch, what its policy had to block, and warnings of its console. */
  readonly complaints: string[] = []
  readonly #written: string[]
  #closed = false

  private constructor(electron: ElectronApplication, page: Page, written: string[]) {
    this.electron = electron
    this.page = page
    this.care = new ReviewCare(page)
    this.changes = new ChangesPage(page)
    this.connect = new ConnectPage(page)
    this.connections = new ConnectionsPage(page)
    this.pictures = new PictureSettings(page)
    this.preview = new PreviewDialog(page)
    this.products = new ProductsPage(page)
    this.review = new ReviewPage(page)
    this.quality = new QualityPage(page)
    this.sidebar = new Sidebar(page)
    this.tools = new CatalogTools(page)
    this.#written = written
    page.on('pageerror', ({ message }) => this.complaints.push(message))
    page.on('console', (line) => {
      if (isComplaint(line)) this.complaints.push(line.text())
    })
  }

  /** Starts the built app on a profile folder. */
  static async launch(
    profile: string,
    { args = [], env = {}, hooks = [] }: LaunchOptions = {}
  ): Promise<App> {
    const electron = await _electron.launch({
      args: [...hooks.flatMap((name) => ['-r', hookFile(name)]), ...commandLine(profile, args)],
      cwd: root,
      // Without it Playwright takes Chromium's sandbox away. Root has none, and the Chromium shell decides by itself.
      chromiumSandbox: !isShell() && process.getuid?.() !== 0,
      // Light and dark are the app's own setting.
      colorScheme: null,
      env: withoutUndefined({ ...process.env, ...env })
    })
    const written: string[] = []
    for (const stream of [electron.process().stdout, electron.process().stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => written.push(text))
    }
    const page = await electron.firstWindow()
    const app = new App(electron, page, written)
    // What the console had before anybody listened to it.
    for (const line of await page.consoleMessages()) {
      if (isComplaint(line) && !app.complaints.includes(line.text())) app.complaints.push(line.text())
    }
    // The first window can still be empty; a heading is there as soon as the app is.
    await app.page.getByRole('heading', { level: 1 }).first().waitFor()
    return app
  }

  /** Everything that the app has written to its two output streams so far. */
  get output(): string {
    return this.#written.join('')
  }

  /** The id of the connection that is shown. */
  async activeConnection(): Promise<string> {
    const list = await this.page.evaluate(() => window.vitrine.call('connections:list', undefined))
    if (!list.ok || list.value.activeId === null) throw new Error('No connection is active.')
    return list.value.activeId
  }

  /** Waits until the connection shown was synced so many times, and no sync is under way. */
  async syncedTimes(times: number): Promise<void> {
    const connectionId = await this.activeConnection()
    const runs = async (): Promise<number> => {
      const state = await this.page.evaluate(
        (id) => window.vitrine.call('sync:state', { connectionId: id }),
        connectionId
      )
      return state.ok && state.value.phase === 'idle' ? (state.value.last?.run ?? 0) : 0
    }
    await expect.poll(runs).toBe(times)
  }

  /** The place in the list that is on disk for the connection shown. */
  async keptView(): Promise<ViewState | null> {
    const connectionId = await this.activeConnection()
    const view = await this.page.evaluate(
      (id) => window.vitrine.call('views:get', { connectionId: id }),
      connectionId
    )
    return view.ok ? view.value.state : null
  }

  /** Settles when the app has ended, with its exit code, or the signal that ended it. */
  ended(): Promise<{ code: number | null; signal: string | null }> {
    const process = this.electron.process()
    const { exitCode: code, signalCode: signal } = process
    if (code !== null || signal !== null) return Promise.resolve({ code, signal })
    return new Promise((resolve) =>
      process.once('exit', (exitCode, signalCode) => resolve({ code: exitCode, signal: signalCode }))
    )
  }

  /** Quits as a person does, and waits for the end. */
  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    await this.electron.close()
  }
}

/** The file of a script that is loaded before the app. */
export function hookFile(name: string): string {
  return join(import.meta.dirname, 'hooks', `${name}.cjs`)
}

/** What Playwright starts an app with: Electron, or what stands in for it. */
export function electronFile(): string {
  return createRequire(import.meta.url)('electron')
}

/** Whether the Chromium shell stands in for Electron. */
export function isShell(): boolean {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH
  return folder !== undefined && resolve(root, folder) === join(root, 'tests', 'shell', 'bin')
}

function isComplaint(line: ConsoleMessage): boolean {
  return line.type() === 'warning' || line.text().includes('Content Security Policy')
}

/** The app's command line; as root, Chromium refuses its sandbox (the shell knows that by itself). */
export function commandLine(profile: string, args: string[] = [], folder = '.'): string[] {
  const sandbox = process.getuid?.() === 0 && !isShell() ? ['--no-sandbox'] : []
  // Tests have no graphics card, and emulating one costs a process more for each test.
  const drawing = ['--disable-gpu', '--disable-software-rasterizer']
  return [folder, ...sandbox, ...drawing, `--user-data-dir=${profile}`, ...args]
}

function withoutUndefined(env: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined)
  )
}
