import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { bundleInto } from '../support/bundle'

/** The threads' entries, from the project's root. */
const threadEntries = {
  reader: 'electron/app/catalog-reader.ts',
  writer: 'electron/app/catalog-writer.ts',
  pictures: 'electron/images/disk/store-thread.ts',
  audit: 'electron/quality/worker/audit.ts',
  reviews: 'electron/reviews/reviews-thread.ts',
  export: 'electron/export/worker/export.ts'
}

export type ThreadName = keyof typeof threadEntries

/** Builds the threads' entries once for all test files of a run, into a folder that goes with the run. */
export default async function buildThreads(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bundle-'))
  await bundleInto(folder, threadEntries)
  project.provide('bundleFolder', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the threads' built entries are. */
    bundleFolder: string
  }
}
