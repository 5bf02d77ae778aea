import { WorkbookWriter } from '@cj-tech-master/excelts'
import { coverageText, type About } from './about'
import type { TargetFile } from '../../database/target-file'
import { noLosses, type RowWriter, mostBytes, TooLarge } from './writer'
import {
  addRow,
  numberCell,
  serialTime,
  textCell,
  type FileCell,
  stylesOf,
  type Styles,
  xmlText
} from './xlsx-cells'
import { beginSheet, type ProductSheet, type SheetParts } from './xlsx-sheet'
import { Writable } from '@cj-tech-master/excelts/stream'
import type { ExportWords } from './words'

export interface WorkbookParts extends Pick<SheetParts, 'columns' | 'hasPictures' | 'linkOf' | 'words'> {
  currency: string | null
}

/** Who made the file; the library would name itself. */
const maker = 'Vitrine'

/**
 * A workbook in Office Open XML (ECMA-376), written as rows come: sheets with products, as many as they need, and one with what
 * there is to say of it. Texts are typed as texts, so that none is run (fault 94); prices and times are numbers with a format. Fails with
 * the system's errors and with `TooLarge`.
 */
export function xlsxWriter(file: Pick<TargetFile, 'write'>, parts: WorkbookParts): RowWriter {
  const sink = createSink(file)
  const workbook = new WorkbookWriter({
    stream: sink.stream,
    creator: maker,
    lastModifiedBy: maker,
    useStyles: true,
    // Those would be held until the end.
    useSharedStrings: false,
    // Level 1 makes files a fifth larger in a third of the time.
    zip: { zlib: { level: 1 } }
  })
  const losses = noLosses()
  const styles = stylesOf(parts.currency)
  const sheets: string[] = []
  let sheet: ProductSheet | null = null

  function named(words: string): string {
    const name = sheetName(words, sheets)
    sheets.push(name)
    return name
  }

  const begin = (): ProductSheet =>
    beginSheet(workbook, named(parts.words.products), { ...parts, losses, styles })

  function end(): void {
    sheet?.end()
    sheet = null
  }

  return {
    losses,
    write(rows, pictures) {
      for (let from = 0; from < rows.length;) {
        sheet ??= begin()
        const to = from + Math.min(rows.length - from, sheet.room())
        sheet.write(rows.slice(from, to), pictures.slice(from, to))
        if (sheet.room() === 0) end()
        from = to
      }
      sink.check()
    },
    async end(about) {
      // A list without products has a sheet with its heading all the same.
      if (sheets.length === 0) sheet = begin()
      end()
      addAbout(workbook, named(parts.words.about.title), about, parts.words, styles)
      await workbook.commit()
      sink.check()
    }
  }
}

/** The last sheet: what the workbook covers, from when it is, and what could not be brought into it. */
function addAbout(
  workbook: WorkbookWriter,
  name: string,
  about: About,
  words: ExportWords,
  styles: Styles
): void {
  const labels = words.about
  const { store, list, rows, coverage, exportedAt, remarks } = about
  const text = (value: string): FileCell => textCell(xmlText(value).text, 'wrapped')
  const lines: [string, FileCell][] = [
    [labels.store, text(store)],
    [labels.list, text(list)],
    [labels.rows, numberCell(rows, 'count')],
    [labels.catalog, text(coverageText(coverage, words))],
    [labels.asOf, numberCell(coverage.asOf === null ? null : serialTime(coverage.asOf), 'time')],
    [labels.exported, numberCell(serialTime(exportedAt), 'time')],
    ...remarks.map((remark): [string, FileCell] => [labels.note, text(remark)])
  ]
  const sheet = workbook.addWorksheet(name)
  sheet.columns = [{ width: 14 }, { width: 90 }]
  for (const [label, cell] of lines) addRow(sheet, [textCell(label, 'heading'), cell], styles)
  sheet.commit()
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

/** Receives the library's output, and stores the error of a failed write: errors in its streams would be lost. */
export interface Sink {
  readonly stream: Writable
  /** Throws what went wrong so far: the system's errors, or `TooLarge`. */
  check(): void
}

/** Passes all on to the file at once; nothing waits here, so nothing grows. `most`: bytes. */
export function createSink(file: Pick<TargetFile, 'write'>, most = mostBytes): Sink {
  let size = 0
  let failed: Error | null = null
  const stream = new Writable({
    write(bytes, _, done) {
      try {
        size += bytes.byteLength
        if (size > most) throw new TooLarge('the file')
        file.write(bytes)
        done()
      } catch (error) {
        failed ??= asError(error)
        done(failed)
      }
    }
  })
  // The library may report several errors, and listens to one.
  stream.on('error', (error: Error) => (failed ??= error))
  return {
    stream,
    check() {
      if (failed !== null) throw failed
    }
  }
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
