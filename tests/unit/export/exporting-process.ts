/** A process that exports a long list and is killed meanwhile. It says how far it is. */
import { writeSync } from 'node:fs'
import { asking, openExporting } from './exporting'

const [folder = '', readerFile = '', writerFile = '', exportFile = ''] = process.argv.slice(2)
const { run, close } = openExporting(
  folder,
  { readerFile, writerFile, exportFile },
  { onChange: ({ done }) => void writeSync(1, `${done}\n`) }
)
await run(asking({ format: 'csv' }))
await close()
