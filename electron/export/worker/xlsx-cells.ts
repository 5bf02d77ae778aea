import type { CellValue, WorksheetWriter, Style } from '@cj-tech-master/excelts'
import type { FileColumn } from '../../contract/export-choices'
import { reasonText } from './about'
import type { ExportRow } from './rows'
import { reviewerText, stateText, type ExportWords } from './words'

/** UTF-16 units that a cell can hold. */
export const mostInCell = 32_767

/** The content and style of a cell; null: empty. */
export type FileCell = { value: CellValue; style: StyleName } | null

/** A text, as `xmlText` gives it: it is typed as one, so that nothing in it is run (fault 94). */
export function textCell(text: string, style: StyleName): FileCell {
  return text === '' ? null : { value: { richText: runsOf(text) }, style }
}

/** A text that leads to `address`. */
export function linkCell(address: string): FileCell {
  return { value: { text: address, richText: runsOf(address), hyperlink: address }, style: 'link' }
}

/** Between what looks like two escapes with one `_` in common, of which the library would see the first alone. */
const overlap = /(?=_x[0-9a-f]{4}_)(?<=_x[0-9a-f]{4})/i

/**
 * A text in runs, nearly always one: only in runs the library keeps the blanks at both ends, and what looks like an escape
 * (`_x0041_`).
 */
function runsOf(text: string): { text: string }[] {
  return overlap.test(text) ? text.split(overlap).map((run) => ({ text: run })) : [{ text }]
}

export function numberCell(value: number | null, style: StyleName): FileCell {
  return value === null || !Number.isFinite(value) ? null : { value, style }
}

/** The look of a row: one object for all, since the library works out the look of every object that it has not seen. */
const unstyled = {}

/** Writes the next row of a sheet. `height`: points; null: the sheet's own. Answers the row's number, from 1. */
export function addRow(
  sheet: WorksheetWriter,
  cells: readonly FileCell[],
  styles: Styles,
  height: number | null = null
): number {
  const row = sheet.addRow([])
  row.style = unstyled
  for (const [index, content] of cells.entries()) {
    if (content === null) continue
    const cell = row.getCell(index + 1)
    cell.value = content.value
    cell.style = styles[content.style]
  }
  if (height !== null) row.height = height
  row.commit()
  return row.number
}

/** A time as sheets count it: days since 1899-12-30 by this computer's clock. `at`: ms since 1970. */
export function serialTime(at: number): number {
  const minutes = new Date(at).getTimezoneOffset()
  return (at / 60_000 - minutes) / 1440 + 25_569
}

/** The cell of a column of texts. */
export const texts: Record<
  Exclude<FileColumn, 'price' | 'place' | 'approvals' | 'reviewed-at'>,
  (row: ExportRow, words: ExportWords) => string
> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  description: ({ description }) => description ?? '',
  image: ({ image }) => image ?? '',
  change: ({ change }, { changes }) => (change === null ? '' : changes[change]),
  review: stateText,
  reason: ({ reason }, words) => reasonText(reason, words),
  note: ({ note }) => note,
  reviewer: reviewerText,
  'assigned-to': ({ assignedTo }) => assignedTo,
  findings: ({ found }) => found,
  problem: ({ problem }, { problems }) => (problem === null ? '' : problems[problem])
}

/** The cell of a column of numbers, with its style. */
export const numbers: Record<
  'price' | 'place' | 'approvals' | 'reviewed-at',
  { of: (row: ExportRow) => number | null; style: StyleName }
> = {
  price: { of: ({ price }) => price, style: 'price' },
  place: { of: ({ place }) => place, style: 'count' },
  approvals: { of: ({ approvals }) => approvals, style: 'count' },
  'reviewed-at': {
    of: ({ reviewedAt }) => (reviewedAt === null ? null : serialTime(reviewedAt)),
    style: 'time'
  }
}

/** Widths in characters of the sheet's font. */
export const widths: Record<FileColumn, number> = {
  id: 18,
  name: 40,
  price: 14,
  description: 60,
  image: 40,
  place: 10,
  change: 11,
  review: 24,
  approvals: 11,
  reason: 18,
  note: 40,
  reviewer: 18,
  'reviewed-at': 17,
  'assigned-to': 18,
  findings: 40,
  problem: 40
}

type StyleName = 'heading' | 'text' | 'price' | 'time' | 'link' | 'count' | 'wrapped'
/** The look of cells by what they hold. Each is one object, which the library knows again. */
export type Styles = Readonly<Record<StyleName, Partial<Style>>>

/** Formats of numbers that are built in, and follow the reader's language: whole, text, day and time. */
const builtIn = { whole: '0', text: '@', time: 'm/d/yy h:mm' }

/** The look of a workbook's cells. `currency`: ISO 4217; null: prices are plain numbers. */
export function stylesOf(currency: string | null): Styles {
  const font = { name: 'Calibri', size: 11 }
  const alignment = { vertical: 'top' } as const
  const plain = { font, alignment }
  return {
    heading: { font: { ...font, bold: true }, alignment, numFmt: builtIn.text },
    text: { ...plain, numFmt: builtIn.text },
    price: { ...plain, numFmt: priceFormat(currency) },
    time: { ...plain, numFmt: builtIn.time },
    link: {
      font: { ...font, underline: true, color: { argb: 'FF0563C1' } },
      alignment,
      numFmt: builtIn.text
    },
    count: { ...plain, numFmt: builtIn.whole },
    wrapped: { font, alignment: { ...alignment, wrapText: true }, numFmt: builtIn.text }
  }
}

/** With the currency's own digits, and as many more as a price has. */
function priceFormat(currency: string | null): string {
  const digits =
    currency === null
      ? 2
      : (new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
          .minimumFractionDigits ?? 2)
  const more = '#'.repeat(Math.max(0, 4 - digits))
  const number = `#,##0${digits + more.length > 0 ? '.' : ''}${'0'.repeat(digits)}${more}`
  return currency === null ? number : `${number} [$${currency}]`
}

/** Characters that XML 1.0 cannot have (its production `Char`), besides lone surrogates; and U+007F, which the library drops. */
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g

/**
 * A text as a workbook can hold it; nearly every one comes back as the very same. U+FFFD stands for each of these signs:
 * the way that OOXML has for them (`_x000B_`) is not open here, since the library escapes that as well. Line breaks become those
 * of sheets, which also a reader of XML would make of them.
 */
export function xmlText(text: string): { text: string; isReplaced: boolean } {
  const lines = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
  const sound = lines.toWellFormed().replace(unwritable, '\ufffd')
  return { text: sound, isReplaced: sound !== lines }
}
