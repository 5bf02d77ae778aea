import type { PrintToPDFOptions } from 'electron'
import { missing } from './strict.ts'

/** Inches. */
const papers: Partial<Record<string, { width: number; height: number }>> = {
  A4: { width: 8.27, height: 11.69 },
  Letter: { width: 8.5, height: 11 }
}

const known = [
  'pageSize',
  'margins',
  'printBackground',
  'displayHeaderFooter',
  'headerTemplate',
  'footerTemplate'
]

/** As `Page.printToPDF` takes them; sizes are inches. */
interface PagePrint {
  paperWidth: number
  paperHeight: number
  marginTop: number
  marginBottom: number
  marginLeft: number
  marginRight: number
  printBackground: boolean
  displayHeaderFooter: boolean
  headerTemplate: string
  footerTemplate: string
}

/** Electron's options for a PDF as Chromium's protocol has them; throws for what the shell does not pass on. */
export function pdfOptions(options: PrintToPDFOptions): PagePrint {
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown) throw missing(`printToPDF option '${unknown}'`)
  const { pageSize = 'Letter', margins = {}, printBackground = false } = options
  const paper = typeof pageSize === 'string' ? papers[pageSize] : pageSize
  if (!paper) throw missing(`printToPDF option 'pageSize: ${JSON.stringify(pageSize)}'`)
  const { displayHeaderFooter = false, headerTemplate = '', footerTemplate = '' } = options
  const { top = 0.4, bottom = 0.4, left = 0.4, right = 0.4 } = margins
  return {
    paperWidth: paper.width,
    paperHeight: paper.height,
    marginTop: top,
    marginBottom: bottom,
    marginLeft: left,
    marginRight: right,
    printBackground,
    displayHeaderFooter,
    headerTemplate,
    footerTemplate
  }
}
