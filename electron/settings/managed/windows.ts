import { execFile } from 'node:child_process'
import type { BigIntStats } from 'node:fs'
import { lstat, realpath } from 'node:fs/promises'
import { win32 } from 'node:path'
import type { ManagedProblem } from '../../contract/preferences'
import { codeOf } from '../load'
import type { Repair } from './remedy'
import { isAdministrators, weaknessesIn } from './sddl'

/** ms. PowerShell takes 0.3 to 2 s to start, and is asked only if there is a file. */
const powershellWithin = 10_000

type LinkStats = Pick<BigIntStats, 'dev' | 'ino' | 'ctimeNs' | 'isSymbolicLink'>

/** What is asked about files. */
export interface WindowsFiles {
  /** Does not follow links. */
  lstat: (path: string) => Promise<LinkStats>
  realpath: (path: string) => Promise<string>
  /** Resolves to a security descriptor for each path, in their order, of what links lead to; rejects if one cannot be read. */
  readSddls: (paths: readonly string[]) => Promise<string[]>
}

/** Who owns a file besides administrators, and how an administrator mends that. */
export interface Ownership {
  problems: ManagedProblem[]
  /** null: no command helps. */
  repair: Repair | null
}

/** The real files, with the PowerShell of this folder of Windows. */
export function windowsFiles(windowsFolder: string): WindowsFiles {
  return {
    lstat: (path) => lstat(path, { bigint: true }),
    realpath,
    readSddls: (paths) => readSddls(paths, windowsFolder)
  }
}

/**
 * Checks the file and its folder. The owners of the folders above are not checked: everybody can create folders in
 * `C:\ProgramData`, but nobody can remove what is an administrator's. Links are refused on the whole way, as access lists are read
 * through them: a person's own link could lead to something that is an administrator's now and be changed later.
 */
export async function windowsOwnership(path: string, files: WindowsFiles): Promise<Ownership> {
  try {
    const before = await lookAt(path, files)
    const misplaced = await misplacedOf(path, before, files)
    if (misplaced.problems.length > 0) return misplaced
    const places = [win32.dirname(path), path]
    const sddls = await files.readSddls(places)
    if (sddls.length !== places.length) throw new Error('too few answers')
    // A link that was there only while the lists were read would have shown those of another file.
    if (identitiesOf(await lookAt(path, files)) !== identitiesOf(before))
      return { problems: [{ key: path, reason: 'It changed while it was checked' }], repair: null }
    const problems = places.flatMap((key, at) =>
      weaknessesIn(sddls[at] ?? '').map((reason) => ({ key, reason }))
    )
    return { problems, repair: isAdministrators(sddls[0] ?? '') ? 'restrict' : 'replace' }
  } catch (error) {
    const reason = `The owner could not be determined: ${whyOf(error)}`
    return { problems: [{ key: path, reason }], repair: null }
  }
}

function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason'
  return 'code' in error ? codeOf(error) : (error.message.split('\n', 1)[0] ?? '')
}

/** The drive, ProgramData, the folder and the file, in this order. */
async function lookAt(path: string, files: WindowsFiles): Promise<[string, LinkStats][]> {
  const folder = win32.dirname(path)
  const places = [win32.parse(path).root, win32.dirname(folder), folder, path]
  return Promise.all(
    places.map(async (place): Promise<[string, LinkStats]> => [place, await files.lstat(place)])
  )
}

/** Volume and number of each; of folder and file also when they last changed, which renaming them or their content does. */
function identitiesOf(looks: readonly [string, LinkStats][]): string {
  return looks
    .map(([, { dev, ino, ctimeNs }], at) => [volumeOf(dev), ino, at < 2 ? '' : ctimeNs].join(':'))
    .join(' ')
}

/** Of the volume's number Windows' older calls give the lower half alone. */
function volumeOf(dev: bigint): bigint {
  return BigInt.asUintN(32, dev)
}

/** Links and other volumes; also the kinds of links that Node does not know, by where they lead. */
async function misplacedOf(
  path: string,
  looks: readonly [string, LinkStats][],
  files: WindowsFiles
): Promise<Ownership> {
  const [root] = looks
  const problems = looks.flatMap(([key, stats]) => {
    if (stats.isSymbolicLink()) return [{ key, reason: 'It is a symbolic link or a junction' }]
    const isElsewhere = root && volumeOf(stats.dev) !== volumeOf(root[1].dev)
    return isElsewhere ? [{ key, reason: 'It is on another volume' }] : []
  })
  if (problems.length === 0) {
    const real = await files.realpath(path)
    if (real.toLowerCase() !== path.toLowerCase()) problems.push({ key: path, reason: `It leads to ${real}` })
  }
  const folder = win32.dirname(path)
  const isBelow = problems.every(({ key }) => key === folder || key === path)
  return { problems, repair: isBelow ? 'replace' : null }
}

/** Asks the PowerShell of Windows itself, and lets it load nothing from where a person could have put something. */
function readSddls(paths: readonly string[], windowsFolder: string): Promise<string[]> {
  const system = win32.join(windowsFolder, 'System32')
  const powershell = win32.join(system, 'WindowsPowerShell', 'v1.0')
  const list = paths.map((path) => `'${path.replaceAll("'", "''")}'`).join(',')
  const script = `$ErrorActionPreference='Stop'; foreach ($each in ${list}) { (Get-Acl -LiteralPath $each).Sddl }`
  const environment = {
    SystemRoot: windowsFolder,
    PATH: system,
    PSModulePath: win32.join(powershell, 'Modules')
  }
  return new Promise((resolve, reject) => {
    execFile(
      win32.join(powershell, 'powershell.exe'),
      ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', script],
      { env: environment, timeout: powershellWithin, windowsHide: true },
      (error, output) => {
        if (error) reject(new Error(error.message))
        else resolve(output.split(/\r?\n/).filter((line) => line !== ''))
      }
    )
  })
}
