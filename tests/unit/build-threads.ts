import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { threadEntries } from '../../scripts/bundle-entries.mjs'
import { bundleInto } from '../support/bundle'

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
