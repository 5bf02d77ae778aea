import { stringify } from 'csv-stringify/sync'
import type { ExportChoices } from '../../contract/export'
import type { Separator, FileColumn } from '../../contract/export-choices'
import { aboutLine, timeText, reasonText } from './about'
import type { ExportRow } from './rows'
import type { TargetFile } from '../../database/target-file'
import { noLosses, type RowWriter } from './writer'
import { reviewerText, stateText, type ExportWords } from './words'

const signs: Record<Separator, string> = { comma: ',', semicolon: ';', tab: '\t' }

/** The choices that CSV depends on. */
export type CsvChoices = Pick<ExportChoices, 'separator' | 'decimal' | 'bom' | 'about'>

/**
 * CSV by RFC 4180: a heading, lines that end with CR LF, quotes where they are needed, each line with as many fields as the first.
 * UTF-8. Texts are made harmless (fault 94), numbers stay numbers. The last row, if it is wanted, says in its first field what the file
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
    review: (row) => harmless(stateText(row, words)),
    approvals: ({ approvals }) => (approvals === null ? '' : String(approvals)),
    reason: ({ reason }) => text(reasonText(reason, words)),
    note: ({ note }) => text(note),
    reviewer: (row) => text(reviewerText(row, words)),
    'reviewed-at': ({ reviewedAt }) => (reviewedAt === null ? '' : timeText(reviewedAt)),
    'assigned-to': ({ assignedTo }) => text(assignedTo),
    findings: ({ found }) => text(found),
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

/**
 * What a spreadsheet may run at the beginning of a cell (OWASP, "CSV Injection"): = + - @, as full-width signs too, a tab or a line
 * break; also after what some programs skip: spaces, quotes, signs that are not seen.
 */
const runsAtStart = /^(?:[\t\r\n]|[\s"'\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u

/**
 * The same within a text, after what another program may take for the end of a cell: a file with commas that is opened where
 * semicolons are usual is cut at those. Here + and - are left alone, as in lists with dashes and in temperatures, unless they begin
 * something that calls. Looked for from the sign backwards: from each separator forwards, a store's text of nothing but line breaks
 * takes seconds.
 */
const signWithin = /[=+\-@＝＋－＠](?<=[\t\r\n,;|][\s"'\p{Cf}]*.)/gu
const alwaysRuns = /[=@＝＠]/
const lineEnd = /[\r\n]|$/g

/**
 * Puts an apostrophe before a text that a spreadsheet would run (fault 94). Returns any other text unchanged.
 * For CSV alone, where nothing says what is text; numbers do not pass here.
 */
export function harmless(text: string): string {
  const within = harmlessWithin(text)
  return runsAtStart.test(text) ? `'${within}` : within
}

function harmlessWithin(text: string): string {
  /** Of the line that the sign is in: its end, and where something is called for the last time. */
  let end = -1
  let lastCall = -1
  return text.replace(signWithin, (sign, at: number) => {
    if (at > end) {
      lineEnd.lastIndex = at
      end = lineEnd.exec(text)?.index ?? text.length
      const line = text.slice(at, end)
      lastCall = at + Math.max(line.lastIndexOf('|'), line.lastIndexOf('('), line.lastIndexOf('!'))
    }
    return alwaysRuns.test(sign) || lastCall > at ? `'${sign}` : sign
  })
}
