import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** URL path (`/assets/x.js`) → file. What is not in it cannot be served, whatever a URL says. */
export type BundleFiles = ReadonlyMap<string, string>

/** Lists a folder's files, links left out. Throws when the folder is missing: the app was not built. */
export function listBundle(folder: string): BundleFiles {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(files.map((file) => [`/${relative(folder, file).split(sep).join('/')}`, file]))
}
