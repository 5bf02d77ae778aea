import { randomUUID } from 'node:crypto'
import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron'
import type { Paper } from '../contract/export-choices'
import { fail, ok, type Result } from '../contract/failure'
import { appOrigin } from './protocol/origin'

/** An HTML page, the HTML of each sheet's footer, and the paper size. */
export interface PageToPrint {
  html: string
  foot: string
  paper: Paper
}

/** Prints pages to PDF in a hidden window. */
export interface Printing {
  /** The pages being printed, which `app://` serves by path. */
  readonly pages: ReadonlyMap<string, string>
  /** Returns a PDF. Fails with `internal`, or with `cancelled` if the signal is aborted. */
  print: (page: PageToPrint, signal: AbortSignal) => Promise<Result<Uint8Array<ArrayBuffer>>>
}

const papers = { a4: 'A4', letter: 'Letter' } as const

/** Margins in inches; the footer is inside the last one. */
const margins = { top: 0.45, bottom: 0.6, left: 0.4, right: 0.4 }

/** ms that printing may take: a page with 2,000 pictures takes some 30 s. */
const longest = 5 * 60_000

/** @param Window Electron's BrowserWindow; only the outermost files import Electron */
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
      // A canceled job fails with its window; nobody waits for it.
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
