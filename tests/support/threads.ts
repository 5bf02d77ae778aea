import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { ThreadFiles } from '../../electron/app/thread-files'
import { bundleInto } from './bundle'

/** The built entry of a thread, as main.ts gets it through `?modulePath`. */
export function threadFile(name: keyof ThreadFiles): string {
  return join(inject('bundleFolder'), `${name}.mjs`)
}

/** The built entries of the copy's two threads. */
export function copyThreads(): { readerFile: string; writerFile: string } {
  return { readerFile: threadFile('reader'), writerFile: threadFile('writer') }
}

/** The built entries of all threads. */
export function threadFiles(): ThreadFiles {
  return {
    audit: threadFile('audit'),
    reader: threadFile('reader'),
    writer: threadFile('writer'),
    export: threadFile('export'),
    pictures: threadFile('pictures'),
    publishing: threadFile('publishing'),
    reviews: threadFile('reviews')
  }
}

/** Bundles modules that only one test file needs; the answer says where each was put. It goes with the run of the tests. */
export async function bundle(entries: Record<string, string>): Promise<(name: string) => string> {
  const folder = mkdtempSync(join(inject('bundleFolder'), 'more-'))
  await bundleInto(folder, entries)
  return (name) => join(folder, `${name}.mjs`)
}
