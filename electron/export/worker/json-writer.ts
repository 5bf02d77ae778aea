import type { FileColumn } from '../../contract/export-choices'
import { coverageText, type About } from './about'
import type { ExportRow } from './rows'
import type { TargetFile } from '../../database/target-file'
import { noLosses, type RowWriter } from './writer'
import { reviewersOf, type ExportWords } from './words'

/**
 * JSON in UTF-8: `{ "products": […], "about": {…} }`, a product a line. Times are ISO 8601, prices numbers or null; marks, changes and
 * findings have the names that they have in the app, not words for people. What is said of the whole stands last, since only then
 * all of it is known.
 */
export function jsonWriter(
  file: Pick<TargetFile, 'write'>,
  columns: readonly FileColumn[],
  currency: string | null,
  addressOf: (image: string) => string,
  words: ExportWords
): RowWriter {
  const values: Record<FileColumn, (row: ExportRow) => unknown> = {
    id: ({ id }) => id,
    name: ({ name }) => name,
    price: ({ price }) => price,
    description: ({ description }) => description,
    image: ({ image }) => (image === null ? null : addressOf(image)),
    place: ({ place }) => place,
    change: ({ change }) => change,
    // A file is not one person's.
    review: ({ review, disagreeing }) => {
      if (disagreeing.length > 0) return 'disagreement'
      return review.startsWith('awaiting') ? 'awaiting-approval' : review
    },
    approvals: ({ approvals }) => approvals,
    reason: ({ reason }) => reason,
    note: ({ note }) => note,
    reviewer: (row) => reviewersOf(row, (mark) => mark),
    'reviewed-at': ({ reviewedAt }) => isoOf(reviewedAt),
    'assigned-to': ({ assignedTo }) => assignedTo,
    findings: ({ findings }) => findings,
    problem: ({ problem }) => problem
  }
  const keys = columns.map((column) => [keyOf(column), values[column]] as const)
  let isFirst = true
  file.write('{"products":[')
  return {
    losses: noLosses(),
    write(rows) {
      for (const row of rows) {
        const product = Object.fromEntries(keys.map(([key, of]) => [key, of(row)]))
        file.write(`${isFirst ? '\n' : ',\n'}${JSON.stringify(product)}`)
        isFirst = false
      }
    },
    end(about) {
      file.write(`\n],\n"about":${JSON.stringify({ ...aboutInJson(about, words), currency }, null, 2)}}\n`)
    }
  }
}

function aboutInJson(about: About, words: ExportWords): Record<string, unknown> {
  const { store, list, rows, coverage, exportedAt, remarks } = about
  return {
    store,
    list,
    rows,
    catalog: { ...coverage, asOf: isoOf(coverage.asOf), inWords: coverageText(coverage, words) },
    exportedAt: isoOf(exportedAt),
    remarks
  }
}

function isoOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

/** What programs call a column: `reviewedAt`. */
function keyOf(column: FileColumn): string {
  return column.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}
