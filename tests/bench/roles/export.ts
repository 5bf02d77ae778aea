import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createCatalogDb } from '../../../electron/catalog/catalog-db'
import { openForReading } from '../../../electron/catalog/db/open'
import { exportChoicesSchema, type ExportState } from '../../../electron/contract/export'
import { type ExportFormat } from '../../../electron/contract/export-choices'
import { emptyQuery } from '../../../electron/contract/empty-query'
import { createExports } from '../../../electron/export/exports'
import { createLeftFile } from '../../../electron/export/run-export'
import { fileWords } from '../../support/file-words'
import { bundled } from '../bundle-folder'
import { setV8Flags } from '../../../electron/database/v8-flags'
import { serveMeasure } from '../own-process'
import { lateness, type Lateness } from './lateness'

export interface ExportInput {
  /** Holds the copies; the connection is called `bench`. */
  folder: string
  /** `read`: the rows alone, out of the file: the least that an export has to do. */
  format: Extract<ExportFormat, 'csv' | 'xlsx' | 'json'> | 'read'
}

/** Rows a second, and what it did to the process that plays main: how late its event loop was, and megabytes with all threads. */
export interface ExportRate extends Lateness {
  rate: number
  /** Megabytes. */
  size: number
}

const connectionId = 'bench'

/** P16: the whole catalog into one file, with all columns that the table has. Answers rows a second for `read`. */
setV8Flags()
serveMeasure(async ({ folder, format }: ExportInput): Promise<ExportRate | number> =>
  format === 'read' ? readAlone(join(folder, connectionId, 'catalog.sqlite')) : write(folder, format)
)

async function write(folder: string, format: ExportFormat): Promise<ExportRate> {
  const copy = createCatalogDb({
    folderOf: (id) => join(folder, id),
    readerFile: bundled('reader.js'),
    writerFile: bundled('writer.js')
  })
  const target = join(folder, `exported.${format}`)
  const { promise, resolve } = Promise.withResolvers<ExportState>()
  const exports = createExports({
    threadFile: bundled('export.js'),
    catalog: copy,
    folderOf: (id) => join(folder, id),
    left: createLeftFile(join(folder, 'exporting')),
    picture: () => Promise.resolve(null),
    findingFacts: (_, products) => Promise.resolve(products.map(() => ({}))),
    print: () => Promise.reject(new Error('nothing is printed here')),
    storeOf: () => ({ name: 'Bench', baseUrl: 'https://store.example', currency: 'EUR', locale: 'en' }),
    askWhere: () => Promise.resolve(target),
    showFile: () => Promise.resolve(true),
    choices: () => exportChoicesSchema.parse({}),
    fileWords: () => Promise.resolve(fileWords),
    keepChoices: () => Promise.resolve(),
    onChange(state) {
      if (state.phase === 'done' || state.phase === 'failed') resolve(state)
    },
    log: { warn: () => undefined, error: () => undefined }
  })
  // The copy is open, as it is in the app whenever something is exported.
  await copy.file(connectionId)
  const { value, delay, memory } = await lateness(async () => {
    const started = await exports.start({
      connectionId,
      of: { productQuery: emptyQuery },
      words: 'all',
      columns: ['id', 'name', 'price', 'description', 'image', 'review'],
      choices: exportChoicesSchema.parse({ format })
    })
    if (!started.ok) throw new Error(started.failure.code)
    return promise
  })
  await exports.close()
  await copy.close()
  rmSync(target, { force: true })
  if (value.report === null) throw new Error(`The export failed: ${JSON.stringify(value.because)}`)
  const { rows, duration, bytes } = value.report
  return { rate: (rows * 1000) / duration, size: bytes / 1_000_000, delay, memory }
}

function readAlone(file: string): number {
  const db = openForReading(file)
  const begun = performance.now()
  const places = db.prepare(
    `SELECT position, id, name, price, description, image FROM place JOIN product ON product.key = place.product
     WHERE position > ? ORDER BY position LIMIT 2000`
  )
  places.setReturnArrays(true)
  let count = 0
  for (let last = 0; ;) {
    const rows = places.all(last) as unknown as [number][]
    const end = rows.at(-1)
    if (end === undefined) break
    count += rows.length
    last = end[0]
  }
  const took = performance.now() - begun
  db.close()
  return (count * 1000) / took
}
