import type { ExportWords } from '../../contract/export-words'
import { coverageText, type About } from './about'
import type { TargetFile } from './target-file'
import type { Losses, RowWriter } from './writer'
import { numberCell, serialTime, textCell } from './xlsx-cells'
import { addFrame, sheetStart } from './xlsx-frame'
import { beginSheet, type ProductSheet, type SheetParts } from './xlsx-sheet'
import { styles } from './xlsx-styles'
import { createZip, type ZipFile } from './zip-file'

export interface WorkbookParts extends Pick<SheetParts, 'columns' | 'hasPictures' | 'linkOf' | 'words'> {
  currency: string | null
}

/**
 * A workbook in Office Open XML (ECMA-376), written as rows come: sheets with products, as many as they need, and one with what
 * there is to say of it. Texts are typed as texts, so that none is run (94); prices and times are numbers with a format.
 */
export function xlsxWriter(file: Pick<TargetFile, 'write'>, parts: WorkbookParts): RowWriter {
  const zip = createZip(file)
  const losses: Losses = { disarmed: 0, shortened: 0, unlinked: 0 }
  const sheets: string[] = []
  let sheet: ProductSheet | null = null
  let drawings = 0

  async function begin(): Promise<ProductSheet> {
    const number = sheets.length + 1
    sheets.push(sheetName(parts.words.products, sheets))
    return beginSheet(zip, number, { ...parts, losses })
  }

  async function end(): Promise<void> {
    if ((await sheet?.end()) === true) drawings++
    sheet = null
  }

  return {
    losses,
    async write(rows, pictures) {
      for (let from = 0; from < rows.length;) {
        sheet ??= await begin()
        const to = from + Math.min(rows.length - from, sheet.room())
        await sheet.write(rows.slice(from, to), pictures.slice(from, to))
        if (sheet.room() === 0) await end()
        from = to
      }
    },
    async end(about) {
      // A list without products has a sheet with its heading all the same.
      if (sheets.length === 0) sheet = await begin()
      await end()
      const number = sheets.length + 1
      sheets.push(sheetName(parts.words.about.title, sheets))
      await addAbout(zip, number, about, parts.words)
      await addFrame(zip, { sheets, drawings, currency: parts.currency })
      zip.end()
    }
  }
}

/** The last sheet: what the workbook covers, from when it is, and what could not be brought into it. */
async function addAbout(zip: ZipFile, number: number, about: About, words: ExportWords): Promise<void> {
  const labels = words.about
  const { store, list, rows, coverage, exportedAt, remarks } = about
  const text = (value: string) => (at: string) => textCell(at, value, styles.wrapped)
  const lines: [string, (at: string) => string][] = [
    [labels.store, text(store)],
    [labels.list, text(list)],
    [labels.rows, (at) => numberCell(at, rows, styles.count)],
    [labels.catalog, text(coverageText(coverage, words))],
    [
      labels.asOf,
      (at) => numberCell(at, coverage.asOf === null ? null : serialTime(coverage.asOf), styles.time)
    ],
    [labels.exported, (at) => numberCell(at, serialTime(exportedAt), styles.time)],
    ...remarks.map((remark): [string, (at: string) => string] => [labels.note, text(remark)])
  ]
  const body = lines.map(([label, cell], index) => {
    const row = index + 1
    return `<row r="${row}">${textCell(`A${row}`, label, styles.heading)}${cell(`B${row}`)}</row>`
  })
  const columns =
    '<cols><col min="1" max="1" width="14" customWidth="1"/><col min="2" max="2" width="90" customWidth="1"/></cols>'
  await zip.add(
    `xl/worksheets/sheet${number}.xml`,
    `${sheetStart()}${columns}<sheetData>${body.join('')}</sheetData></worksheet>`
  )
}

/** UTF-16 units of a sheet's name. */
const mostInSheetName = 31

/** A name that a sheet may have, and that none of the others has. */
function sheetName(words: string, taken: readonly string[]): string {
  const name = words
    .replace(/[[\]:*?/\\]/g, ' ')
    .slice(0, mostInSheetName - ' 100'.length)
    .replace(/^['\s]+|['\s]+$/g, '')
  return name === '' || taken.includes(name) ? `${name} ${taken.length + 1}`.trim() : name
}
