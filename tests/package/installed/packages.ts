import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder with what was made: `linux-unpacked`, and perhaps a deb and an rpm. */
const made = process.env.VITRINE_PACKAGES ?? ''

/** What was made of a kind; null: nothing. */
export function madePackage(kind: '-unpacked' | '.deb' | '.rpm'): string | null {
  const name = readdirSync(made).find((file) => file.endsWith(kind))
  return name === undefined ? null : join(made, name)
}

/** A package that was made, and how it comes onto a computer, below an empty folder. */
export interface Installation {
  name: string
  install: (folder: string) => void
  /** What is started then, from that folder. */
  program: string
}

/** Each package that was made. */
export function installations(): Installation[] {
  const [unpacked, deb, rpm] = [madePackage('-unpacked'), madePackage('.deb'), madePackage('.rpm')]
  const all: Installation[] = []
  if (unpacked !== null) {
    const install = (folder: string): void => cpSync(unpacked, join(folder, 'Vitrine'), { recursive: true })
    all.push({ name: 'the unpacked app, copied', install, program: 'Vitrine/vitrine' })
  }
  if (deb !== null) {
    const install = (folder: string): unknown => execFileSync('dpkg-deb', ['--extract', deb, folder])
    all.push({ name: 'the deb, unpacked by dpkg', install, program: 'opt/Vitrine/vitrine' })
  }
  if (rpm !== null) {
    const install = (folder: string): void => {
      const input = execFileSync('rpm2archive', ['-n', '-'], { input: readFileSync(rpm), maxBuffer: 1e9 })
      mkdirSync(folder)
      execFileSync('tar', ['-x', '-C', folder], { input })
    }
    all.push({ name: 'the rpm, unpacked', install, program: 'opt/Vitrine/vitrine' })
  }
  return all
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
  // Packages name it in /lib or in /usr/lib, which is the same folder; other processors' are in others.
  const pattern = `*${path.replace(/^\/usr/, '')}`
  return execFileSync('dpkg', ['--search', pattern], { encoding: 'utf8' }).split(':')[0] ?? null
}

const triplet = (): string => (process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu')
