import type { FileColumn } from '../../contract/export-choices'
import type { ExportWords } from '../../contract/export-words'
import type { FilePicture } from './protocol'
import type { ExportRow } from './row'
import type { Losses } from './writer'
import { letters, mostInCell, numberCell, numbers, textCell, texts, widths } from './xlsx-cells'
import { createDrawing, pictureColumnWidth, pictureRowHeight } from './xlsx-drawing'
import { relationsEnd, relationsStart, relationXml, sheetStart } from './xlsx-frame'
import { styles } from './xlsx-styles'
import type { ZipFile } from './zip-file'

/** Rows that a sheet can hold, its heading among them, links, and UTF-16 units of a link. */
export const mostRows = 1_048_576
const mostLinks = 65_530
const mostInLink = 2079

export interface SheetParts {
  columns: readonly FileColumn[]
  hasPictures: boolean
  /** What stands in a cell for the address of a picture, and whether it can be followed. */
  linkOf: (image: string) => { text: string; isLink: boolean }
  losses: Losses
  words: ExportWords
}

/** One sheet with products, written as they come. */
export interface ProductSheet {
  /** Rows that it has room for yet. */
  room(): number
  write(rows: readonly ExportRow[], pictures: readonly (FilePicture | null)[]): Promise<void>
  /** Ends it; says whether it has pictures. */
  end(): Promise<boolean>
}

/** Begins sheet `number` (1-based) of the workbook. */
export async function beginSheet(zip: ZipFile, number: number, parts: SheetParts): Promise<ProductSheet> {
  const { columns, hasPictures, losses, words } = parts
  const entry = zip.entry(`xl/worksheets/sheet${number}.xml`)
  const names = columns.map((_, index) => letters(index + (hasPictures ? 1 : 0)))
  const drawing = createDrawing()
  /** Cells with links, and where they lead. */
  const links: { at: string; address: string }[] = []
  let last = 1

  function cellOf(row: ExportRow, column: FileColumn, at: string): string {
    if (column === 'price' || column === 'place' || column === 'reviewed-at') {
      const { of, style } = numbers[column]
      return numberCell(at, of(row), style)
    }
    if (column === 'image') return linkCell(row.image, at)
    return textCell(at, fitting(texts[column](row, words)), styles.text)
  }

  function linkCell(image: string | null, at: string): string {
    if (image === null) return ''
    const { text, isLink } = parts.linkOf(image)
    const hasRoom = links.length < mostLinks && text.length <= mostInLink
    if (isLink && !hasRoom) losses.unlinked++
    if (!isLink || !hasRoom) return textCell(at, fitting(text), styles.text)
    links.push({ at, address: text })
    return textCell(at, text, styles.link)
  }

  function fitting(text: string): string {
    if (text.length <= mostInCell) return text
    losses.shortened++
    return text.slice(0, mostInCell).replace(/[\ud800-\udbff]$/, '')
  }

  await entry.write(sheetStart() + viewXml + columnsXml(columns, hasPictures) + '<sheetData>')
  await entry.write(headingXml(parts, names))
  return {
    room: () => mostRows - last,
    async write(rows, pictures) {
      const tall = hasPictures ? ` ht="${pictureRowHeight}" customHeight="1"` : ''
      const lines = rows.map((row, index) => {
        last++
        const picture = pictures[index] ?? null
        if (picture !== null) drawing.place(last - 1, picture)
        const cells = columns.map((column, place) => cellOf(row, column, `${names[place]}${last}`))
        return `<row r="${last}"${tall}>${cells.join('')}</row>`
      })
      await entry.write(lines.join(''))
    },
    async end() {
      const corner = `${names.at(-1) ?? 'A'}${last}`
      await entry.write(`</sheetData><autoFilter ref="A1:${corner}"/>`)
      if (links.length > 0) {
        const list = links.map(({ at }, index) => `<hyperlink ref="${at}" r:id="l${index + 1}"/>`)
        await entry.write(`<hyperlinks>${list.join('')}</hyperlinks>`)
      }
      const isDrawn = drawing.count > 0
      await entry.write(`${isDrawn ? '<drawing r:id="d1"/>' : ''}</worksheet>`)
      await entry.end()
      await addRelations(zip, number, links, isDrawn)
      if (isDrawn) await drawing.addTo(zip, number)
      return isDrawn
    }
  }
}

/** The heading stays in sight. */
const viewXml =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>'

function columnsXml(columns: readonly FileColumn[], hasPictures: boolean): string {
  const all = [...(hasPictures ? [pictureColumnWidth] : []), ...columns.map((column) => widths[column])]
  const list = all.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`
  )
  return `<cols>${list.join('')}</cols>`
}

function headingXml({ columns, hasPictures, words }: SheetParts, names: readonly string[]): string {
  const cells = columns.map((column, index) =>
    textCell(`${names[index]}1`, words.columns[column], styles.heading)
  )
  const first = hasPictures ? textCell('A1', words.picture, styles.heading) : ''
  return `<row r="1">${first}${cells.join('')}</row>`
}

async function addRelations(
  zip: ZipFile,
  number: number,
  links: readonly { address: string }[],
  isDrawn: boolean
): Promise<void> {
  if (links.length === 0 && !isDrawn) return
  const entry = zip.entry(`xl/worksheets/_rels/sheet${number}.xml.rels`)
  await entry.write(relationsStart)
  for (const [index, { address }] of links.entries()) {
    await entry.write(
      relationXml({ id: `l${index + 1}`, kind: 'hyperlink', target: address, isOutside: true })
    )
  }
  const drawing = { id: 'd1', kind: 'drawing', target: `../drawings/drawing${number}.xml` } as const
  await entry.write((isDrawn ? relationXml(drawing) : '') + relationsEnd)
  await entry.end()
}
