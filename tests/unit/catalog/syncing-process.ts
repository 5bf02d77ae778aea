/** A process that reads a list into a copy and is killed meanwhile. It says after each batch how far it is. */
import { writeSync } from 'node:fs'
import { createCatalogDb } from '../../../electron/catalog/catalog-db'
import { numbered, readerOf } from './numbered-list'

const [folder = '', readerFile = '', writerFile = ''] = process.argv.slice(2)
const copy = createCatalogDb({ folderOf: () => folder, readerFile, writerFile })
await readerOf(copy, numbered, (page) => void writeSync(1, `${page}\n`))
