import type { ExportChoices, Separator } from '../../contract/export'
import type { FileColumn } from '../../contract/export-choices'
import type { ExportWords } from '../../contract/export-words'
import { aboutLine, timeText } from './about'
import { csvLine } from './csv-line'
import { findingsText } from './file-words'
import { harmless } from './harmless'
import type { ExportRow } from './row'
import type { TargetFile } from './target-file'
import type { Losses, RowWriter } from './writer'

const signs: Record<Separator, string> = { comma: ',', semicolon: ';', tab: '\t' }

/** What CSV goes by of a person's choices. */
export type CsvChoices = Pick<ExportChoices, 'separator' | 'decimal' | 'bom' | 'about'>

/**
 * CSV by RFC 4180: a heading, and lines that have as many fields as it. UTF-8. Texts are made harmless (94),
 * numbers stay numbers. The last row, if it is wanted, says in its first field what the file covers: the format has no place for
 * such a line of its own.
 */
export function csvWriter(
  file: Pick<TargetFile, 'write'>,
  columns: readonly FileColumn[],
  { separator, decimal, bom, about: isAboutWanted }: CsvChoices,
  addressOf: (image: string) => string,
  words: ExportWords
): RowWriter {
  const losses: Losses = { disarmed: 0, shortened: 0, unlinked: 0 }
  const line = csvLine(signs[separator])

  function text(value: string): string {
    const safe = harmless(value)
    if (safe !== value) losses.disarmed++
    return safe
  }

  function number(value: number | null): string {
    const written = value === null ? '' : String(value)
    return decimal === 'comma' ? written.replace('.', ',') : written
  }

  const fields: Record<FileColumn, (row: ExportRow) => string> = {
    id: ({ id }) => text(id),
    name: ({ name }) => text(name),
    price: ({ price }) => number(price),
    description: ({ description }) => text(description ?? ''),
    image: ({ image }) => text(image === null ? '' : addressOf(image)),
    place: ({ place }) => (place === null ? '' : String(place)),
    change: ({ change }) => (change === null ? '' : harmless(words.changes[change])),
    review: ({ review }) => harmless(words.states[review]),
    note: ({ note }) => text(note),
    reviewer: ({ reviewer }) => text(reviewer),
    'reviewed-at': ({ reviewedAt }) => (reviewedAt === null ? '' : timeText(reviewedAt)),
    findings: ({ findings }) => harmless(findingsText(findings, words)),
    problem: ({ problem }) => (problem === null ? '' : harmless(words.problems[problem]))
  }

  const inOrder = columns.map((column) => fields[column])

  file.write((bom ? '\ufeff' : '') + line(columns.map((column) => harmless(words.columns[column]))))
  return {
    losses,
    write(rows) {
      for (const row of rows) file.write(line(inOrder.map((field) => field(row))))
    },
    end(about) {
      if (!isAboutWanted) return
      file.write(line(columns.map((_, index) => (index === 0 ? harmless(aboutLine(about, words)) : ''))))
    }
  }
}
