import type { FileColumn } from '../../contract/export-choices'
import type { ExportWords } from '../../contract/export-words'
import { findingsText } from './file-words'
import type { ExportRow } from './row'
import { styles } from './xlsx-styles'
import { xmlText } from './xml'

/** UTF-16 units that a cell can hold. */
export const mostInCell = 32_767

/** A column's letters; `index` from 0. */
export function letters(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest > 0 ? letters(rest - 1) : '') + String.fromCharCode(65 + (index % 26))
}

/** A cell with a text: it is typed as one, so that nothing in it is run (94). `at`: its address, as `B2`. */
export function textCell(at: string, text: string, style: number): string {
  return text === ''
    ? ''
    : `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`
}

export function numberCell(at: string, value: number | null, style: number): string {
  return value === null || !Number.isFinite(value) ? '' : `<c r="${at}" s="${style}"><v>${value}</v></c>`
}

/** A time as sheets count it: days since 1899-12-30 by this computer's clock. `at`: ms since 1970. */
export function serialTime(at: number): number {
  const minutes = new Date(at).getTimezoneOffset()
  return (at / 60_000 - minutes) / 1440 + 25_569
}

/** What a cell says of a column that holds a text. */
export const texts: Record<
  Exclude<FileColumn, 'price' | 'place' | 'reviewed-at'>,
  (row: ExportRow, words: ExportWords) => string
> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  description: ({ description }) => description ?? '',
  image: ({ image }) => image ?? '',
  change: ({ change }, { changes }) => (change === null ? '' : changes[change]),
  review: ({ review }, { states }) => states[review],
  note: ({ note }) => note,
  reviewer: ({ reviewer }) => reviewer,
  findings: ({ findings }, words) => findingsText(findings, words),
  problem: ({ problem }, { problems }) => (problem === null ? '' : problems[problem])
}

/** What a cell says of a column that holds a number, and how it looks. */
export const numbers: Record<
  'price' | 'place' | 'reviewed-at',
  { of: (row: ExportRow) => number | null; style: number }
> = {
  price: { of: ({ price }) => price, style: styles.price },
  place: { of: ({ place }) => place, style: styles.count },
  'reviewed-at': {
    of: ({ reviewedAt }) => (reviewedAt === null ? null : serialTime(reviewedAt)),
    style: styles.time
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
  note: 40,
  reviewer: 18,
  'reviewed-at': 17,
  findings: 40,
  problem: 40
}
