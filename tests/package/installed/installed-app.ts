import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { CatalogTools } from '../../e2e/pages/catalog-tools'
import { ConnectPage } from '../../e2e/pages/connect-page'
import { ExportDialog } from '../../e2e/pages/export-dialog'
import { ProductsPage } from '../../e2e/pages/products-page'

/** An installed app that runs. Its fuses keep debuggers of Node away: only its page can be reached, by Chromium's own port. */
export class InstalledApp {
  readonly page: Page
  readonly connect: ConnectPage
  readonly exported: ExportDialog
  readonly products: ProductsPage
  readonly tools: CatalogTools
  /** Errors that the page did not catch, and what its policy had to block. */
  readonly complaints: string[] = []
  readonly #process: ChildProcess
  readonly #browser: Browser
  readonly #written: string[]

  private constructor(child: ChildProcess, browser: Browser, page: Page, written: string[]) {
    this.#process = child
    this.#browser = browser
    this.#written = written
    this.page = page
    this.connect = new ConnectPage(page)
    this.exported = new ExportDialog(page)
    this.products = new ProductsPage(page)
    this.tools = new CatalogTools(page)
    page.on('pageerror', ({ message }) => this.complaints.push(message))
    page.on('console', (line) => {
      if (line.text().includes('Content Security Policy')) this.complaints.push(line.text())
    })
  }

  /** Starts the program as a desktop does: from a folder that is nobody's, with nothing of the project in its environment. */
  static async start(
    program: string,
    profile: string,
    { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {}
  ): Promise<InstalledApp> {
    const cwd = join(dirname(profile), 'nowhere')
    mkdirSync(cwd, { recursive: true })
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
    const child = spawn(
      program,
      [`--user-data-dir=${profile}`, '--remote-debugging-port=0', ...sandbox, ...args],
      { cwd, env: { ...desktopEnv(), ...env }, stdio: ['ignore', 'pipe', 'pipe'] }
    )
    const written: string[] = []
    const address = new Promise<string>((resolve, reject) => {
      const hear = (text: string): void => {
        written.push(text)
        const found = /DevTools listening on (ws:\S+)/.exec(written.join(''))?.[1]
        if (found !== undefined) resolve(found)
      }
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', hear)
      child.once('error', reject)
      child.once('close', () => reject(new Error(`The app ended at once:\n${written.join('')}`)))
    })
    const browser = await chromium.connectOverCDP(await address)
    const [context] = browser.contexts()
    if (context === undefined) throw new Error('The app has no pages.')
    const page = context.pages()[0] ?? (await context.waitForEvent('page'))
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    return new InstalledApp(child, browser, page, written)
  }

  get pid(): number {
    return this.#process.pid ?? -1
  }

  /** Everything that the app has written to its two output streams so far. */
  get output(): string {
    return this.#written.join('')
  }

  /** Asks for the end by a signal, as a log-out does. */
  terminate(): void {
    this.#process.kill('SIGTERM')
  }

  /** Waits for the end that was asked for. Returns the exit code; null: a signal ended it. */
  async ended(): Promise<number | null> {
    const { exitCode, signalCode } = this.#process
    if (exitCode === null && signalCode === null) await once(this.#process, 'exit')
    await this.#browser.close()
    return this.#process.exitCode
  }

  /** Makes an end of an app that a failed test left. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL')
    await this.ended()
  }
}

/** Of the environment what a person's session has: the display, the bus, the home; and English dialogs. */
function desktopEnv(): Record<string, string> {
  const names = /^(DISPLAY|XAUTHORITY|DBUS_SESSION_BUS_ADDRESS|HOME|TMPDIR|XDG_\w+)$/
  const pairs = Object.entries(process.env).filter(
    (pair): pair is [string, string] => names.test(pair[0]) && pair[1] !== undefined
  )
  return { ...Object.fromEntries(pairs), PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C.UTF-8' }
}
