import { randomUUID } from 'node:crypto'
import { BrowserWindow } from 'electron'
import type { Paper } from '../contract/export'
import { fail, ok, type Result } from '../contract/failure'
import { appOrigin } from './origin'

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

export function createPrinting(): Printing {
  const pages = new Map<string, string>()

  const isOver = (signal: AbortSignal): boolean => signal.aborted

  async function layOut(path: string, { foot, paper }: PageToPrint, signal: AbortSignal): Promise<Buffer> {
    const window = new BrowserWindow({
      show: false,
      webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, spellcheck: false }
    })
    const leave = (): void => {
      if (!window.isDestroyed()) window.destroy()
    }
    signal.addEventListener('abort', leave)
    try {
      await window.loadURL(appOrigin + path)
      return await window.webContents.printToPDF({
        pageSize: papers[paper],
        margins,
        printBackground: true,
        displayHeaderFooter: true,
        headerTemplate: '<span></span>',
        footerTemplate: foot
      })
    } finally {
      signal.removeEventListener('abort', leave)
      leave()
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
