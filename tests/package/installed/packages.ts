import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The folder with what was made: `linux-unpacked`, and a deb. */
const made = process.env.VITRINE_PACKAGES ?? ''

/** The deb that was made; null: there is none. */
export function madeDeb(): string | null {
  const name = readdirSync(made).find((file) => file.endsWith('.deb'))
  return name === undefined ? null : join(made, name)
}

/** How each package comes onto a computer, into an empty folder. Each returns the program that is started then. */
export const installations: Record<string, (folder: string) => string> = {
  'the unpacked app, copied'(folder) {
    const name = readdirSync(made).find((file) => file.endsWith('-unpacked')) ?? ''
    cpSync(join(made, name), join(folder, 'Vitrine'), { recursive: true })
    return join(folder, 'Vitrine', 'vitrine')
  },
  'the deb, unpacked by dpkg'(folder) {
    execFileSync('dpkg-deb', ['--extract', madeDeb() ?? '', folder])
    return join(folder, 'opt', 'Vitrine', 'vitrine')
  }
}

/** The shared libraries that a package's programs and libraries ask the system for, without those that it brings. */
export function neededLibraries(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile()
  )
  const names = new Set(files.map(({ name }) => name))
  const needed = files
    .filter(({ name }) => /^(vitrine|chrome[-_]\w+)$|\.(so(\.\d+)*|node)$/.test(name))
    .flatMap(({ parentPath, name }) => neededBy(join(parentPath, name)))
  return [...new Set(needed)].filter((name) => !names.has(name)).sort()
}

function neededBy(file: string): string[] {
  const text = execFileSync('objdump', ['--private-headers', file], { encoding: 'utf8', maxBuffer: 1e7 })
  return [...text.matchAll(/^\s*NEEDED\s+(\S+)$/gm)].flatMap((match) => match[1] ?? [])
}

/** The Debian package that a library of this computer belongs to; null: it is not installed. */
export function packageOf(library: string): string | null {
  const path = ['/lib', '/usr/lib']
    .flatMap((folder) => [
      `${folder}/${triplet()}/${library}`,
      `${folder}/${library}`,
      `${folder}64/${library}`
    ])
    .find((file) => existsSync(file))
  if (path === undefined) return null
  return execFileSync('dpkg', ['--search', `*/${library}`], { encoding: 'utf8' }).split(':')[0] ?? null
}

const triplet = (): string => (process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu')
