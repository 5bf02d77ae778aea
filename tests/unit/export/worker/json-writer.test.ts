import { describe, expect, it } from 'vitest'
import { jsonWriter } from '../../../../electron/export/worker/json-writer'
import type { FileColumn } from '../../../../electron/contract/export-choices'
import type { ExportRow } from '../../../../electron/export/worker/rows'
import { fileWords } from '../../../support/file-words'
import { about, exportRow, memoryFile } from './memory-file'

const usual: FileColumn[] = ['id', 'price', 'review', 'reviewed-at', 'findings']

function written(batches: ExportRow[][], columns = usual): unknown {
  const file = memoryFile()
  const writer = jsonWriter(file, columns, 'EUR', (image) => image, fileWords)
  for (const rows of batches) void writer.write(rows, [])
  void writer.end({ ...about, remarks: ['One thing.'] })
  return JSON.parse(file.bytes().toString())
}

describe('a JSON file', () => {
  it('holds products with their types, and what there is to say of the whole', () => {
    const first = exportRow({ price: null, reviewedAt: 0, findings: ['price-missing'] })
    const second = exportRow({ id: '=1', price: -1.25 })
    expect(written([[first], [], [second]])).toEqual({
      products: [
        {
          id: 'p-1',
          price: null,
          review: 'approved',
          reviewedAt: '1970-01-01T00:00:00.000Z',
          findings: ['price-missing']
        },
        { id: '=1', price: -1.25, review: 'approved', reviewedAt: null, findings: [] }
      ],
      about: expect.objectContaining({
        store: 'Kirkton',
        currency: 'EUR',
        catalog: expect.objectContaining({
          state: 'partial',
          here: 3,
          total: 4,
          asOf: '2026-11-21T09:12:00.000Z',
          inWords: 'partial, items: 3 of 4'
        }),
        exportedAt: '2026-11-21T10:00:00.000Z',
        remarks: ['One thing.']
      })
    })
  })

  it('says how many approvals a product has that waits for more, whoever writes the file', () => {
    const [yours, others] = [
      exportRow({ review: 'awaiting-you', approvals: 1 }),
      exportRow({ review: 'awaiting-others', approvals: 2 })
    ]
    expect(written([[yours, others, exportRow()]], ['review', 'approvals'])).toMatchObject({
      products: [
        { review: 'awaiting-approval', approvals: 1 },
        { review: 'awaiting-approval', approvals: 2 },
        { review: 'approved', approvals: null }
      ]
    })
  })

  it('is sound without any product', () => {
    expect(written([[]])).toMatchObject({ products: [] })
  })
})
