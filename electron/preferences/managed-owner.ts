import { execFile } from 'node:child_process'
import type { Stats } from 'node:fs'
import { lstat, readlink, realpath } from 'node:fs/promises'
import { posix, win32 } from 'node:path'
import type { ManagedProblem } from '../contract/preferences'
import { windowsDrive, type ManagedPlace } from './managed-place'
import { weaknessesIn } from './sddl'

/** ms. PowerShell takes 0.3 to 2 s to start, and is asked only where there is a file. */
const powershellWithin = 10_000
/** As many as Linux follows. */
const maxLinks = 40

/**
 * What lets somebody else than administrators change the organization's file, by the place where it is so; none: it is theirs alone
 * (fault 104). Whoever can write there decides which proxy and which authorities everybody's keys meet. Rejects only with the system's
 * error where the file cannot be looked at.
 */
export function ownershipProblems({ path, ownedBy }: ManagedPlace): Promise<ManagedProblem[]> {
  if (process.platform !== 'win32') return posixProblems(path, ownersFor(ownedBy))
  return ownedBy === 'person' ? Promise.resolve([]) : windowsProblems(path, readSddls)
}

/** What an administrator runs to make folder and file theirs alone; they look at what stands in the file first. */
export function commandsToOwn(path: string, platform: NodeJS.Platform = process.platform): string[] {
  if (platform !== 'win32') {
    const places = [posix.dirname(path), path].map(quoted).join(' ')
    return [`sudo chown 0:0 ${places}`, `sudo chmod go-w ${places}`]
  }
  const folder = `"${win32.dirname(path)}"`
  return [
    `icacls ${folder} /setowner *S-1-5-32-544 /T`,
    `icacls ${folder} /reset /T`,
    `icacls ${folder} /inheritance:r /grant:r *S-1-5-18:(OI)(CI)F *S-1-5-32-544:(OI)(CI)F *S-1-5-32-545:(OI)(CI)RX`
  ]
}

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}

/** User numbers. */
function ownersFor(ownedBy: ManagedPlace['ownedBy']): ReadonlySet<number> {
  const own = ownedBy === 'person' ? process.getuid?.() : undefined
  return new Set(own === undefined ? [0] : [0, own])
}

/**
 * Looks at everything on the way to the file, links and what they lead to included: whoever can rename a folder on it can put another in
 * its place.
 */
async function posixProblems(path: string, owners: ReadonlySet<number>): Promise<ManagedProblem[]> {
  const way = await wayTo(path)
  const real = await realpath(path)
  const strict = new Set([path, real, posix.dirname(path), posix.dirname(real)])
  return [...way].flatMap(([key, stats]) => {
    const reasons: string[] = []
    if (!owners.has(stats.uid)) reasons.push(`It belongs to user ${stats.uid}, not to root`)
    const mode = stats.mode & 0o7777
    // Where the sticky bit is set, as in /tmp, nobody can rename what is another's. A link's own mode means nothing.
    const isSticky = (mode & 0o1000) !== 0 && !strict.has(key)
    if ((mode & 0o022) !== 0 && !isSticky && !stats.isSymbolicLink()) {
      const whom = (mode & 0o002) !== 0 ? 'Everybody' : 'Its group'
      reasons.push(`${whom} can write to it (mode ${mode.toString(8).padStart(4, '0')})`)
    }
    return reasons.map((reason) => ({ key, reason }))
  })
}

/** All places that say where the path leads, from the root on, each link before what it leads to. */
async function wayTo(path: string): Promise<Map<string, Stats>> {
  const way = new Map<string, Stats>()
  let links = 0
  async function follow(from: string, names: readonly string[]): Promise<string> {
    let at = from
    for (const name of names) {
      const place = posix.resolve(at, name)
      const stats = await lstat(place)
      way.set(place, stats)
      at = place
      if (!stats.isSymbolicLink()) continue
      if (++links > maxLinks) throw Object.assign(new Error('Too many links'), { code: 'ELOOP' })
      const target = await readlink(place)
      at = await follow(target.startsWith('/') ? '/' : posix.dirname(place), split(target))
    }
    return at
  }
  way.set('/', await lstat('/'))
  await follow('/', split(path))
  return way
}

function split(path: string): string[] {
  return path.split('/').filter((name) => name !== '' && name !== '.')
}

/** Answers with a security descriptor for each path, in their order; rejects where it cannot be had. */
export type ReadSddls = (paths: readonly string[]) => Promise<string[]>

/**
 * Looks at the file and its folder, and at what these are where they are links. Not further up: in `C:\ProgramData` everybody may make
 * folders, but nobody can take away what is an administrator's.
 */
export async function windowsProblems(path: string, read: ReadSddls): Promise<ManagedProblem[]> {
  const real = await realpath(path).catch(() => path)
  const places = [...new Set([win32.dirname(path), path, win32.dirname(real), real])]
  try {
    const sddls = await read(places)
    if (sddls.length !== places.length) throw new Error('too few answers')
    return places.flatMap((key, at) => weaknessesIn(sddls[at] ?? '').map((reason) => ({ key, reason })))
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : 'unknown reason'
    return [{ key: path, reason: `Whose it is cannot be found out: ${why}` }]
  }
}

/** Asks the PowerShell of Windows itself, and lets it load nothing from where a person could have put something. */
function readSddls(paths: readonly string[]): Promise<string[]> {
  const system = win32.join(windowsDrive(), 'Windows', 'System32')
  const powershell = win32.join(system, 'WindowsPowerShell', 'v1.0')
  const list = paths.map((path) => `'${path.replaceAll("'", "''")}'`).join(',')
  const script = `$ErrorActionPreference='Stop'; foreach ($each in ${list}) { (Get-Acl -LiteralPath $each).Sddl }`
  const environment = {
    SystemRoot: win32.dirname(system),
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
