import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** URL path (`/assets/x.js`) → file. What is not in it cannot be served, whatever a URL says. */
export type BundleFiles = ReadonlyMap<string, string>

/** The file in which the build lists all others of the page (scripts/bundle-list.ts). */
export const bundleListName = 'bundle-files.json'

/** The files of the built page. Throws when their list is missing: the app was not built. */
export function listBundle(folder: string): BundleFiles {
  const files: unknown = JSON.parse(readFileSync(join(folder, bundleListName), 'utf8'))
  if (!Array.isArray(files)) throw new Error(`${bundleListName} is not a list`)
  return new Map(files.map((file) => [`/${String(file)}`, join(folder, String(file))]))
}
