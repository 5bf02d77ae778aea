import type { WorkbookWriter, WorksheetWriter } from '@cj-tech-master/excelts'
import type { FileColumn } from '../../contract/export-choices'
import type { FilePicture } from './protocol'
import type { ExportRow } from './rows'
import { mostBytes, TooLarge, type Losses } from './writer'
import {
  addRow,
  linkCell,
  mostInCell,
  numberCell,
  numbers,
  textCell,
  texts,
  widths,
  type FileCell,
  type Styles,
  xmlText
} from './xlsx-cells'
import type { ExportWords } from './words'

/** Rows that a sheet can hold, its heading among them, links, and UTF-16 units of a link. */
const mostRows = 1_048_576
const mostLinks = 65_530
const mostInLink = 2079

export interface SheetParts {
  columns: readonly FileColumn[]
  hasPictures: boolean
  /** The text of a cell for the address of a picture, and whether it can be a link. */
  linkOf: (image: string) => { text: string; isLink: boolean }
  losses: Losses
  styles: Styles
  words: ExportWords
}

/** One sheet with products, written as they come. */
export interface ProductSheet {
  /** Rows that it has room for yet. */
  room(): number
  /** Fails with `TooLarge`. */
  write(rows: readonly ExportRow[], pictures: readonly (FilePicture | null)[]): void
  end(): void
}

/** Begins a sheet of the workbook; the one before it must have ended. */
export function beginSheet(workbook: WorkbookWriter, name: string, parts: SheetParts): ProductSheet {
  const { columns, hasPictures, losses, styles, words } = parts
  // The heading stays in sight.
  const sheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] })
  const height = hasPictures ? pictureRowHeight : null
  let size = 0
  let links = 0
  let last = 0

  function cellOf(row: ExportRow, column: FileColumn): FileCell {
    if (column === 'price' || column === 'place' || column === 'approvals' || column === 'reviewed-at') {
      const { of, style } = numbers[column]
      return numberCell(of(row), style)
    }
    if (column === 'image') return row.image === null ? null : imageCell(row.image)
    return textCell(fitting(texts[column](row, words)), 'text')
  }

  function imageCell(image: string): FileCell {
    const { text, isLink } = parts.linkOf(image)
    const hasRoom = links < mostLinks && text.length <= mostInLink
    if (isLink && !hasRoom) losses.unlinked++
    if (!isLink || !hasRoom) return textCell(fitting(text), 'text')
    links++
    return linkCell(text)
  }

  function fitting(whole: string): string {
    const { text, isReplaced } = xmlText(whole)
    if (isReplaced) losses.replaced++
    if (text.length <= mostInCell) return text
    losses.shortened++
    return text.slice(0, mostInCell).replace(/[\ud800-\udbff]$/, '')
  }

  const headings = columns.map((column) => textCell(words.columns[column], 'heading'))
  const withPicture = hasPictures ? [textCell(words.picture, 'heading')] : []
  const wide = [...(hasPictures ? [pictureColumnWidth] : []), ...columns.map((column) => widths[column])]
  sheet.columns = wide.map((width) => ({ width }))
  sheet.stream.on('data', (bytes: Uint8Array) => (size += bytes.byteLength))
  last = addRow(sheet, [...withPicture, ...headings], styles)
  return {
    room: () => mostRows - last,
    write(rows, pictures) {
      for (const [index, row] of rows.entries()) {
        const cells = columns.map((column) => cellOf(row, column))
        last = addRow(sheet, hasPictures ? [null, ...cells] : cells, styles, height)
        const picture = pictures[index]
        if (picture) placePicture(workbook, sheet, last, picture)
      }
      if (size > mostBytes) throw new TooLarge('a part of the file')
    },
    end() {
      sheet.autoFilter = { from: { row: 1, col: 1 }, to: { row: last, col: wide.length } }
      sheet.commit()
    }
  }
}

/** English Metric Units: 9525 a pixel of 96 to the inch. */
const unitsPerPixel = 9525
/** Pixels that a picture has in its cell, and around it. */
const pictureSide = 64
const margin = 2
/** Points of a row with a picture. */
const pictureRowHeight = ((pictureSide + 2 * margin) * 72) / 96
/** Characters of a column with pictures: some 7 pixels each. */
const pictureColumnWidth = (pictureSide + 2 * margin) / 7

/**
 * Places a picture in the first cell of a row, in its own proportions. The library holds its bytes until the workbook ends: few are
 * allowed, and each has 3 KB or so. `row`: from 1.
 */
function placePicture(
  workbook: WorkbookWriter,
  sheet: WorksheetWriter,
  row: number,
  { bytes, width, height }: FilePicture
): void {
  const scale = Math.min(1, pictureSide / Math.max(width, height))
  const offset = margin * unitsPerPixel
  const image = workbook.addImage({
    extension: 'jpeg',
    buffer: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  })
  const place = { col: 0, row: row - 1, nativeCol: 0, nativeRow: row - 1 }
  sheet.addImage(image, {
    tl: { ...place, nativeColOff: offset, nativeRowOff: offset },
    ext: { width: Math.max(1, width * scale), height: Math.max(1, height * scale) },
    editAs: 'oneCell'
  })
}
