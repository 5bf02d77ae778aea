/**
 * A process that reads a list into a copy and is killed meanwhile. It says after each batch how far it is, and takes its time from so many
 * pages on: whoever kills it then may have to wait for a processor.
 */
import { writeSync } from 'node:fs'
import { createCatalogDb } from '../../../electron/catalog/catalog-db'
import { numbered, readerOf } from './numbered-list'

const [folder = '', readerFile = '', writerFile = '', pages = ''] = process.argv.slice(2)
const clock = new Int32Array(new SharedArrayBuffer(4))
const copy = createCatalogDb({ folderOf: () => folder, readerFile, writerFile })
await readerOf(copy, numbered, (page) => {
  writeSync(1, `${page}\n`)
  if (page >= Number(pages)) Atomics.wait(clock, 0, 0, 200)
})
