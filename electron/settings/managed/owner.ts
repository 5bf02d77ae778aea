import type { Stats } from 'node:fs'
import { lstat, readlink, realpath } from 'node:fs/promises'
import { posix, win32 } from 'node:path'
import type { ManagedProblem } from '../../contract/preferences'
import type { ManagedPlace } from './place'
import { windowsFiles, windowsOwnership, type Ownership } from './windows'

const windowsUnknown = 'The drive that Windows is on could not be determined'

/** As many as Linux follows. */
const maxLinks = 40

/**
 * What lets people other than administrators change the organization's file, by the path of the file or folder concerned; no problems:
 * nobody else can (fault 104). Whoever can write there decides which proxy and which authorities everybody's keys meet. Rejects only
 * with the system's error if the file cannot be looked at.
 */
export async function checkOwnership({ path, ownedBy, windowsFolder }: ManagedPlace): Promise<Ownership> {
  if (process.platform !== 'win32')
    return { problems: await posixProblems(path, ownersFor(ownedBy)), repair: 'restrict' }
  if (ownedBy === 'person') return { problems: [], repair: null }
  if (!windowsFolder) return { problems: [{ key: path, reason: windowsUnknown }], repair: null }
  return windowsOwnership(path, windowsFiles(windowsFolder))
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

/** `restrict`: folder and file stay, and only administrators get rights. `replace`: the folder is moved away and created anew. */
export type Repair = 'restrict' | 'replace'

/** What an administrator runs so that only administrators can change folder and file, after a look at what is in the file. */
export function commandsToOwn(
  path: string,
  repair: Repair,
  platform: NodeJS.Platform = process.platform
): string[] {
  if (platform === 'win32') return windowsCommands(path, repair)
  const places = [posix.dirname(path), path].map(quoted).join(' ')
  // Not what a link leads to, which may be somebody else's.
  return [`sudo chown -h 0:0 ${places}`, `sudo chmod go-w ${places}`]
}

/**
 * Commands for cmd and PowerShell that stay safe if a person puts a link there before they run: `ren` moves a link, not what it leads
 * to; `/L` changes a link's own rights; nothing uses `/T`, which would open whatever a link in the folder leads to. A folder of
 * somebody else is moved away, not deleted: deleting it would follow what its owner swaps in it meanwhile.
 */
function windowsCommands(path: string, repair: Repair): string[] {
  const folder = win32.dirname(path)
  const owner = (place: string): string => `icacls "${place}" /setowner *S-1-5-32-544 /L`
  const reset = (place: string): string => `icacls "${place}" /reset /L`
  const rights = ['*S-1-5-18:(OI)(CI)F', '*S-1-5-32-544:(OI)(CI)F', '*S-1-5-32-545:(OI)(CI)RX']
  const restrict = `icacls "${folder}" /inheritance:r /grant:r ${rights.map((each) => `"${each}"`).join(' ')} /L`
  if (repair === 'restrict') return [owner(folder), reset(folder), restrict, owner(path), reset(path)]
  const away = `${win32.basename(folder)}.untrusted`
  return [`ren "${folder}" "${away}"`, `md "${folder}"`, owner(folder), restrict]
}

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
