import { readdirSync, writeFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import type { Plugin } from 'vite'
import { bundleListName } from '../electron/window/protocol/page-files.ts'

/** Writes the list of a built page's files into its folder, links left out: the app need not look for them in its archive. */
export function writeBundleList(folder: string): void {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && entry.name !== bundleListName)
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
  writeFileSync(join(folder, bundleListName), `${JSON.stringify(files.sort(), null, 2)}\n`)
}

/** Has a build end with the list of its files. */
export function bundleList(): Plugin {
  let folder = ''
  return {
    name: 'bundle-list',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir)
    },
    closeBundle: () => writeBundleList(folder)
  }
}
