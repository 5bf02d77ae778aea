import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'

/** The built entries of the copy's two threads, as main.ts gets them through `?modulePath`. */
export interface WorkerFiles {
  readerFile: string
  writerFile: string
}

let bundled: Promise<WorkerFiles> | null = null

/** Bundles the threads' entries into a temporary folder, once a process; the folder goes away with the process. */
export function bundleWorkers(): Promise<WorkerFiles> {
  bundled ??= bundle()
  return bundled
}

async function bundle(): Promise<WorkerFiles> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-workers-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const entry = (name: string): string =>
    resolve(import.meta.dirname, '../../electron/catalog/worker', `${name}.ts`)
  await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node24',
      outDir: folder,
      minify: false,
      rolldownOptions: {
        input: { reader: entry('reader'), writer: entry('writer') },
        output: { format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' }
      }
    }
  })
  return { readerFile: join(folder, 'reader.mjs'), writerFile: join(folder, 'writer.mjs') }
}
