import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ExportColumn, Separator } from '../../../../electron/contract/export-choices'
import type { ExportWords } from '../../../../electron/export/worker/words'
import { csvWriter, type CsvChoices, harmless } from '../../../../electron/export/worker/csv-writer'
import type { ExportRow } from '../../../../electron/export/worker/rows'
import { fileWords } from '../../../support/file-words'
import { about, exportRow, memoryFile } from './memory-file'

const plain: CsvChoices = { separator: 'comma', decimal: 'point', bom: false, about: false }
const signs: Record<Separator, string> = { comma: ',', semicolon: ';', tab: '\t' }

function written(
  rows: ExportRow[],
  columns: ExportColumn[],
  choices: Partial<CsvChoices> = {},
  words: Partial<ExportWords> = {}
): string {
  const file = memoryFile()
  const writer = csvWriter(file, columns, { ...plain, ...choices }, (image) => image, {
    ...fileWords,
    ...words
  })
  void writer.write(rows, [])
  void writer.end(about)
  return file.bytes().toString()
}

describe('a CSV file', () => {
  it('has a heading, quotes where they are needed, and lines that end with CR LF', () => {
    const rows = [exportRow({ name: 'Oak "Kirk", tall', description: 'Two\nlines' })]
    expect(written(rows, ['id', 'name', 'price', 'description'])).toBe(
      'Product ID,Name,Price,Description\r\np-1,"Oak ""Kirk"", tall",129.5,"Two\nlines"\r\n'
    )
  })

  it('begins with a byte order mark, and has another separator and decimal comma, where that is chosen', () => {
    const text = written([exportRow()], ['price', 'id'], {
      bom: true,
      separator: 'semicolon',
      decimal: 'comma'
    })
    expect(text).toBe('\ufeffPrice;Product ID\r\n129,5;p-1\r\n')
  })

  it('fault 94: leaves numbers numbers, also negative ones, and makes texts harmless', () => {
    const rows = [exportRow({ id: '-7', name: '=HYPERLINK("http://x")', price: -12.5 })]
    const [, record] = parse(written(rows, ['id', 'name', 'price']))
    expect(record).toEqual(["'-7", `'=HYPERLINK("http://x")`, '-12.5'])
  })

  it('says in its last row what it covers and when it was written, with as many fields as the others', () => {
    const records = parse(written([exportRow()], ['id', 'name'], { about: true }))
    expect(records).toHaveLength(3)
    expect(records.at(-1)?.[0]).toMatch(
      /^Kirkton: All products\. Rows: 1\. Catalog as of .*: partial, items: 3 of 4\./
    )
    expect(records.at(-1)?.[1]).toBe('')
  })

  it('says what is not known with nothing, and marks and changes with words', () => {
    const row = exportRow({ price: null, description: null, image: null, place: null, change: 'gone' })
    const reviewed = {
      review: 'needs-work' as const,
      found: 'Same picture: 3 more; Price is zero'
    }
    const columns: ExportColumn[] = ['price', 'description', 'image', 'place', 'change', 'review', 'findings']
    const [, record] = parse(written([{ ...row, ...reviewed }], columns))
    expect(record).toEqual(['', '', '', '', 'Gone', 'Needs work', 'Same picture: 3 more; Price is zero'])
  })

  it('has the words of the window that asked for it, harmless, and is never taken for another format', () => {
    const words = {
      columns: { ...fileWords.columns, id: 'ID', findings: 'Befunde' },
      states: { ...fileWords.states, 'needs-work': '=Nacharbeit' }
    }
    const row = exportRow({ review: 'needs-work', found: '=Name „x“' })
    const text = written([row], ['id', 'review', 'findings'], {}, words)
    expect(text.startsWith('"ID",')).toBe(true)
    expect(parse(text)).toEqual([
      ['ID', 'Review', 'Befunde'],
      ['p-1', "'=Nacharbeit", "'=Name „x“"]
    ])
  })

  it('gives any text back to whoever reads it by RFC 4180, harmless, with any separator', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...Array.from('",;\t\r\n =-\'\ufeffab')) })
    )
    const separator = fc.constantFrom<Separator>('comma', 'semicolon', 'tab')
    const products = fc.array(fc.record({ id: text, name: text, note: text }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(products, separator, fc.boolean(), fc.boolean(), (rows, separator, bom, isOneColumn) => {
        const columns: ExportColumn[] = isOneColumn ? ['note'] : ['id', 'name', 'note']
        const file = written(rows.map(exportRow), columns, { separator, bom })
        const [, ...records] = parse(file, { delimiter: signs[separator], bom, record_delimiter: '\r\n' })
        const sent = rows.map(({ id, name, note }) => (isOneColumn ? [note] : [id, name, note]))
        expect(records).toEqual(sent.map((texts) => texts.map(harmless)))
      })
    )
  })
})
