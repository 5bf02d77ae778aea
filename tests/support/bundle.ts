import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'

/** The built entries of the copy's two threads, as main.ts gets them through `?modulePath`. */
export interface WorkerFiles {
  readerFile: string
  writerFile: string
}

let bundled: Promise<WorkerFiles> | null = null

/** Bundles the threads' entries into a temporary folder, once a process; the folder goes away with the run of tests. */
export function bundleWorkers(): Promise<WorkerFiles> {
  bundled ??= bundle({
    reader: 'electron/catalog/worker/reader.ts',
    writer: 'electron/catalog/worker/writer.ts'
  }).then((fileOf) => ({ readerFile: fileOf('reader'), writerFile: fileOf('writer') }))
  return bundled
}

let picturesThread: Promise<string> | null = null

/** Bundles the entry of the thread that keeps pictures, once a process. */
export function bundlePicturesThread(): Promise<string> {
  picturesThread ??= bundle({ pictures: 'electron/images/worker/store.ts' }).then((fileOf) =>
    fileOf('pictures')
  )
  return picturesThread
}

let auditThread: Promise<string> | null = null

/** Bundles the entry of the thread that audits, once a process. */
export function bundleAuditThread(): Promise<string> {
  auditThread ??= bundle({ audit: 'electron/audit/worker/audit.ts' }).then((fileOf) => fileOf('audit'))
  return auditThread
}

let reviewsThread: Promise<string> | null = null

/** Bundles the entry of the thread that keeps reviews, once a process. */
export function bundleReviewsThread(): Promise<string> {
  reviewsThread ??= bundle({ reviews: 'electron/reviews/worker/reviews.ts' }).then((fileOf) =>
    fileOf('reviews')
  )
  return reviewsThread
}

let exportThread: Promise<string> | null = null

/** Bundles the entry of the thread that writes exported files, once a process. */
export function bundleExportThread(): Promise<string> {
  exportThread ??= bundle({ export: 'electron/export/worker/export.ts' }).then((fileOf) => fileOf('export'))
  return exportThread
}

/**
 * Bundles modules, so that a thread or a process of its own can run them: Node takes our TypeScript, but not imports without
 * an ending. `entries` are paths from the project's root by name; the answer says where each was put.
 */
export async function bundle(entries: Record<string, string>): Promise<(name: string) => string> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bundle-'))
  const root = resolve(import.meta.dirname, '../..')
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node24',
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(root, path)])),
        output: { format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' }
      }
    }
  })
  return (name) => join(folder, `${name}.mjs`)
}
