import { execFile } from 'node:child_process'
import type { BigIntStats } from 'node:fs'
import { lstat, realpath } from 'node:fs/promises'
import { win32 } from 'node:path'
import type { ManagedProblem } from '../../contract/preferences'
import { codeOf } from '../load'
import type { Repair } from './owner'

/**
 * Who may change a file or folder of Windows besides administrators, read from its security descriptor in text form (SDDL), as
 * `(Get-Acl file).Sddl` gives it: `O:BAG:SYD:PAI(A;OICI;FA;;;SY)(A;;0x1200a9;;;BU)`.
 */

/** Administrators, SYSTEM, TrustedInstaller, by SDDL's abbreviation and by number. */
const administrators = new Set([
  'BA',
  'S-1-5-32-544',
  'SY',
  'S-1-5-18',
  'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464'
])

/** No account has these: what stands for them holds for the owner, who is looked at by name. */
const ownersOwn = new Set(['OW', 'S-1-3-4'])

/** Rights by their two letters, as bits of an access mask (Windows SDK, `sddl.h` and `winnt.h`). */
const rights: Readonly<Record<string, number>> = {
  GA: 0x1000_0000,
  GX: 0x2000_0000,
  GW: 0x4000_0000,
  GR: 0x8000_0000,
  SD: 0x1_0000,
  RC: 0x2_0000,
  WD: 0x4_0000,
  WO: 0x8_0000,
  CC: 0x1,
  DC: 0x2,
  LC: 0x4,
  SW: 0x8,
  RP: 0x10,
  WP: 0x20,
  DT: 0x40,
  LO: 0x80,
  CR: 0x100,
  FA: 0x1f_01ff,
  FR: 0x12_0089,
  FW: 0x12_0116,
  FX: 0x12_00a0
}

/**
 * With one of these a file or what is in a folder becomes another: write, append, extended attributes, delete a child, attributes,
 * delete, change the list, take the owner's place, generic write, generic all, the most that is allowed.
 */
const changing =
  0x2 | 0x4 | 0x10 | 0x40 | 0x100 | 0x1_0000 | 0x4_0000 | 0x8_0000 | 0x4000_0000 | 0x1000_0000 | 0x200_0000

/** Types of entries that allow: plainly, for an object, and under a condition. */
const allowing = new Set(['A', 'OA', 'XA', 'ZA'])
/** Types that deny, audit or say something else, and allow nothing. */
const harmless = new Set(['D', 'OD', 'XD', 'AU', 'OU', 'XU', 'AL', 'OL', 'ML', 'RA', 'SP', 'TL', 'FL'])

const unreadable = 'its access list cannot be read'

/**
 * Why people other than administrators can change the file: short English sentences; empty if nobody else can. A descriptor that
 * cannot be read counts as such a reason. Deny entries are ignored: another entry may give back what they take away.
 */
export function weaknessesIn(sddl: string): string[] {
  const parts = /^O:([^:()]+?)(?:G:[^:()]+?)?D:([A-Z_]*)((?:[(S].*)?)$/s.exec(sddl.trim())
  const entries = parts ? entriesOf(parts[3] ?? '') : null
  if (!parts || !entries) return [unreadable]
  const [, owner = '', flags = ''] = parts
  const found = administrators.has(owner) ? [] : [`its owner is ${owner}, not Administrators or SYSTEM`]
  // No list at all lets everybody do everything.
  if (flags.includes('NO_ACCESS_CONTROL')) return [...found, 'everybody can change it']
  return [...found, ...entries.flatMap(weaknessOf)]
}

/** Whether the owner is Administrators, SYSTEM or TrustedInstaller; false for a descriptor that cannot be read. */
export function isAdministrators(sddl: string): boolean {
  return administrators.has(/^O:([^:()]+?)(?:G:|D:)/.exec(sddl.trim())?.[1] ?? '')
}

/** The entries up to the audit list, without their outer brackets; null: the text is not a list of entries. */
function entriesOf(text: string): string[] | null {
  const entries: string[] = []
  let from = 0
  while (from < text.length && !text.startsWith('S:', from)) {
    const end = text[from] === '(' ? endOfEntry(text, from) : null
    if (end === null) return null
    entries.push(text.slice(from + 1, end))
    from = end + 1
  }
  return entries
}

/**
 * The index of the bracket that closes the entry. A condition has brackets of its own, and text in quotes, in which brackets mean
 * nothing and quotes cannot be escaped (MS-DTYP 2.5.1.1). null: the entry does not end.
 */
function endOfEntry(text: string, from: number): number | null {
  let depth = 0
  let isQuoted = false
  for (let at = from; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') isQuoted = !isQuoted
    if (isQuoted) continue
    if (character === '(') depth += 1
    if (character === ')' && --depth === 0) return at
  }
  return null
}

function weaknessOf(entry: string): string[] {
  const [type = '', flags = '', mask = '', , , account = ''] = entry.split(';')
  if (harmless.has(type)) return []
  if (!allowing.has(type)) return [`its access list has an entry that cannot be read (${entry})`]
  // Only for what is made in the folder; that is looked at itself.
  if (/^(?:..)*IO/.test(flags) || administrators.has(account) || ownersOwn.has(account)) return []
  const allowed = maskOf(mask)
  if (allowed === null) return [`its access list has an entry that cannot be read (${entry})`]
  return (allowed & changing) === 0 ? [] : [`${account} can change it (${mask})`]
}

/** The bits of `0x1200a9`, `1179817` or `FRFX`; null: it is none of these. */
function maskOf(text: string): number | null {
  if (/^(?:0x[0-9a-f]+|[0-9]+)$/i.test(text)) return Number(text)
  if (text.length % 2 !== 0) return null
  let mask = 0
  for (const letters of text.match(/../g) ?? []) {
    const right = rights[letters]
    if (right === undefined) return null
    mask |= right
  }
  return mask
}

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
