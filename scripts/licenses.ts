import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A package whose code or files are shipped with the app. */
export interface ShippedPackage {
  name: string
  version: string
  /** As its package.json names it: `MIT`. */
  license: string
  /** The whole text; '' where the package brings none. */
  text: string
}

interface Manifest {
  name?: string
  version?: string
  license?: string | { type?: string }
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

/** The folder of a package as Node would find it from another one; null: it is not installed here, as other systems' binaries are. */
function folderOf(name: string, from: string): string | null {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name)
    if (existsSync(join(folder, 'package.json'))) return folder
    if (at === dirname(at)) return null
  }
}

const importPattern = /(?:from|import|@import)\s*\(?['"]([^'".][^'"]*)['"]/g

/** The packages that the sources in a folder import by name; those that are no `dependencies` are bundled. */
function importedIn(folder: string): string[] {
  const names = new Set<string>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(ts|vue|css)$/.test(entry.name)) continue
    for (const [, path = ''] of readFileSync(join(entry.parentPath, entry.name), 'utf8').matchAll(
      importPattern
    )) {
      const parts = path.split('/')
      names.add(parts.slice(0, path.startsWith('@') ? 2 : 1).join('/'))
    }
  }
  return [...names]
}

/** Of what it is made of too, where a package names that in a file of its own. */
function textOf(folder: string): string {
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|third[-_]party)/i.test(file))
  return files
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
    .join('\n\n')
}

function shippedFrom(folder: string): ShippedPackage {
  const { name = '', version = '', license: named = '' } = manifestOf(folder)
  const license = typeof named === 'string' ? named : (named.type ?? '')
  return { name, version, license, text: textOf(folder) }
}

/**
 * What is shipped: what the main process loads (`dependencies`), what is bundled into it or the window, and all that these need in
 * turn. By name. Electron brings its own licenses along.
 *
 * @param root the project's folder, with its packages installed
 */
export function shippedPackages(root: string): ShippedPackage[] {
  const own = manifestOf(root)
  const names = [
    ...Object.keys({ ...own.dependencies, ...own.optionalDependencies }),
    ...importedIn(join(root, 'renderer')),
    ...importedIn(join(root, 'electron')).filter((name) => name !== 'electron')
  ]
  const waiting = names.map((name) => ({ name, from: root }))
  const folders = new Set<string>()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const folder = folderOf(next.name, next.from)
    if (folder === null || folders.has(folder)) continue
    folders.add(folder)
    const { dependencies, optionalDependencies } = manifestOf(folder)
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
      waiting.push({ name, from: folder })
  }
  return [...folders].map(shippedFrom).sort((a, b) => a.name.localeCompare(b.name))
}

const virtual = 'virtual:licenses'

/** Lets the window load what is shipped and under which licenses, as the module `virtual:licenses`. */
export function licenses(root: string): {
  name: string
  resolveId: (id: string) => string | undefined
  load: (id: string) => string | undefined
} {
  return {
    name: 'licenses',
    resolveId: (id) => (id === virtual ? `\0${virtual}` : undefined),
    load: (id) =>
      id === `\0${virtual}` ? `export default ${JSON.stringify(shippedPackages(root))}` : undefined
  }
}
