import { stringify } from 'csv-stringify/sync'
import type { ExportChoices, Separator } from '../../contract/export'
import type { FileColumn } from '../../contract/export-choices'
import type { ExportWords } from '../../contract/export-words'
import { aboutLine, timeText } from './about'
import { findingsText } from './file-words'
import { harmless } from './harmless'
import type { ExportRow } from './row'
import type { TargetFile } from '../../database/target-file'
import { noLosses, type RowWriter } from './writer'

const signs: Record<Separator, string> = { comma: ',', semicolon: ';', tab: '\t' }

/** What CSV goes by of a person's choices. */
export type CsvChoices = Pick<ExportChoices, 'separator' | 'decimal' | 'bom' | 'about'>

/**
 * CSV by RFC 4180: a heading, lines that end with CR LF, quotes where they are needed, each line with as many fields as the first.
 * UTF-8. Texts are made harmless (94), numbers stay numbers. The last row, if it is wanted, says in its first field what the file
 * covers: the format has no place for such a line of its own.
 */
export function csvWriter(
  file: Pick<TargetFile, 'write'>,
  columns: readonly FileColumn[],
  { separator, decimal, bom, about: isAboutWanted }: CsvChoices,
  addressOf: (image: string) => string,
  words: ExportWords
): RowWriter {
  const losses = noLosses()
  const lines = (records: string[][]): string =>
    stringify(records, {
      delimiter: signs[separator],
      record_delimiter: '\r\n',
      // An empty line would be no record.
      quoted_empty: columns.length === 1,
      // Any line break, not only that of the records. Some programs take spaces at the edges of a field away, and a file that
      // begins with `ID` for one of another format (SYLK).
      quoted_match: /[\r\n]|^\s|\s$|^\ufeff|^ID/
    })

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

  file.write((bom ? '\ufeff' : '') + lines([columns.map((column) => harmless(words.columns[column]))]))
  return {
    losses,
    write(rows) {
      file.write(lines(rows.map((row) => columns.map((column) => fields[column](row)))))
    },
    end(about) {
      if (!isAboutWanted) return
      file.write(lines([columns.map((_, index) => (index === 0 ? harmless(aboutLine(about, words)) : ''))]))
    }
  }
}
