import { randomUUID } from 'node:crypto'
import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron'
import type { Paper } from '../contract/export'
import { fail, ok, type Result } from '../contract/failure'
import { appOrigin } from './protocol/origin'

/** A page of HTML, a line for the foot of each sheet of paper (HTML too), and the paper. */
export interface PageToPrint {
  html: string
  foot: string
  paper: Paper
}

/** Lays pages out on paper, in a window that nobody sees. */
export interface Printing {
  /** What `app://` answers for the pages that are being laid out, by path. */
  readonly pages: ReadonlyMap<string, string>
  /** Comes back with a PDF. Fails with `internal`, or with `cancelled` when the signal says so. */
  print: (page: PageToPrint, signal: AbortSignal) => Promise<Result<Uint8Array<ArrayBuffer>>>
}

const papers = { a4: 'A4', letter: 'Letter' } as const

/** Inches at the edges; the line at the foot stands in the last. */
const margins = { top: 0.45, bottom: 0.6, left: 0.4, right: 0.4 }

/** ms that a page may take: one with 2,000 pictures takes some 30 s. */
const longest = 5 * 60_000

/** @param Window Electron's BrowserWindow, which stays at the edges */
export function createPrinting(
  Window: new (options: BrowserWindowConstructorOptions) => BrowserWindow
): Printing {
  const pages = new Map<string, string>()

  const isOver = (signal: AbortSignal): boolean => signal.aborted

  async function layOut(path: string, { foot, paper }: PageToPrint, signal: AbortSignal): Promise<Buffer> {
    const window = new Window({
      show: false,
      webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, spellcheck: false }
    })
    const ended = Promise.withResolvers<never>()
    const end = (why: string) => (): void => ended.reject(new Error(why))
    const timer = setTimeout(end('the page to print was not laid out in time'), longest)
    window.webContents.on('render-process-gone', end('the page to print crashed'))
    const cancel = end('cancelled')
    signal.addEventListener('abort', cancel)
    const printed = window.loadURL(appOrigin + path).then(() =>
      window.webContents.printToPDF({
        pageSize: papers[paper],
        margins,
        printBackground: true,
        displayHeaderFooter: true,
        headerTemplate: '<span></span>',
        footerTemplate: foot
      })
    )
    try {
      return await Promise.race([printed, ended.promise])
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
      // What was broken off fails with its window, which nobody waits for.
      if (!window.isDestroyed()) window.destroy()
    }
  }

  return {
    pages,
    async print(page, signal) {
      if (isOver(signal)) return fail('cancelled')
      const path = `/print/${randomUUID()}.html`
      pages.set(path, page.html)
      try {
        return ok(new Uint8Array(await layOut(path, page, signal)))
      } catch (error) {
        if (isOver(signal)) return fail('cancelled')
        return fail('internal', { reason: error instanceof Error ? error.message : String(error) })
      } finally {
        pages.delete(path)
      }
    }
  }
}
