import { z } from 'zod'
import { preferencesChangeSchema, type ManagedFile, type ManagedProblem } from '../../contract/preferences'
import { managedConnectionsSchema, isSecretName, secretReason } from './connections'
import { constants, type BigIntStats } from 'node:fs'
import { open, stat, type FileHandle } from 'node:fs/promises'
import { retryHeld } from '../../files/held-files'
import { codeOf } from '../load'
import { checkOwnership, commandsToOwn } from './owner'
import type { ManagedPlace } from './place'

/** What an organization may set beforehand. A key that is not known is a mistake that must be told, so it is refused. */
export const managedSchema = z.strictObject({
  /** A person may change these. */
  defaults: preferencesChangeSchema.prefault({}),
  /** A person cannot change these. */
  locked: preferencesChangeSchema.prefault({}),
  /** Stores that everybody here works with. */
  connections: managedConnectionsSchema.prefault([])
})
type ManagedSettings = z.infer<typeof managedSchema>

/** Where nothing is set beforehand. */
const nothingManaged: ManagedSettings = managedSchema.parse({})

/** Far above what thousands of connections take. */
const maxBytes = 1_000_000

export interface Managed {
  file: ManagedFile
  /** Nothing, where the file is missing or refused: it is never half in force. */
  settings: ManagedSettings
}

/**
 * Reads the organization's file. Never fails: a file that cannot be used is refused as a whole, with the reason; so is one that people
 * other than administrators can change, of which nothing is even read.
 *
 * @param check finds out who can change the file
 */
export async function readManagedFile(place: ManagedPlace, check = checkOwnership): Promise<Managed> {
  const { path } = place
  const read = await readTrusted(place, check)
  if (read === null) return { file: { path, state: 'none', problems: [] }, settings: nothingManaged }
  if (typeof read !== 'string') return { file: { path, ...read }, settings: nothingManaged }
  const json = parseJson(read)
  if (!json.ok) return refused(path, [{ key: '', reason: json.reason }])
  const parsed = managedSchema.safeParse(json.value)
  if (parsed.success) return { file: { path, state: 'in-force', problems: [] }, settings: parsed.data }
  return refused(path, parsed.error.issues.flatMap(problemsOf))
}

/** What is wrong at one place; a name that looks like a secret's is told by itself, without what it holds. */
function problemsOf(issue: z.core.$ZodIssue): ManagedProblem[] {
  const key = issue.path.map(String).join('.')
  if (issue.code !== 'unrecognized_keys') return [{ key, reason: issue.message }]
  const secrets = issue.keys.filter(isSecretName)
  if (secrets.length === 0) return [{ key, reason: issue.message }]
  return secrets.map((name) => ({ key: [...issue.path.map(String), name].join('.'), reason: secretReason }))
}

type Unusable = Omit<ManagedFile, 'path'>

function refused(path: string, problems: ManagedProblem[]): Managed {
  return { file: { path, state: 'refused', problems }, settings: nothingManaged }
}

const unusable = (reason: string): Unusable => ({ state: 'refused', problems: [{ key: '', reason }] })

/** The file's text, once only administrators are known to change it; null if there is no file. */
async function readTrusted(
  place: ManagedPlace,
  check: typeof checkOwnership
): Promise<string | Unusable | null> {
  try {
    const stats = await stat(place.path)
    if (!stats.isFile()) return unusable('Not a regular file')
    // A pipe that takes its place now does not keep the app from starting. Windows has no such flag.
    const flags = constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NONBLOCK)
    const file = await retryHeld(() => open(place.path, flags))
    try {
      return await readChecked(file, place, check)
    } finally {
      await file.close()
    }
  } catch (error) {
    const code = codeOf(error)
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR'
    return isMissing ? null : unusable(`The file cannot be read (${code})`)
  }
}

/** Reads the open file only if it is the one that was checked: another could take its place before, during and after the check. */
async function readChecked(
  file: FileHandle,
  place: ManagedPlace,
  check: typeof checkOwnership
): Promise<string | Unusable> {
  const before = await file.stat({ bigint: true })
  const isSame = async (): Promise<boolean> => {
    const now = [await file.stat({ bigint: true }), await stat(place.path, { bigint: true })]
    return now.every((stats) => identityOf(stats) === identityOf(before))
  }
  const { problems, repair } = await check(place)
  if (problems.length > 0) {
    const remedy = repair === null ? {} : { remedy: commandsToOwn(place.path, repair) }
    return { state: 'untrusted', problems, ...remedy }
  }
  if (before.size > maxBytes) return unusable('The file is too large')
  const text = await retryHeld(() => textOf(file, Number(before.size)))
  if (!(await isSame())) return unusable('The file changed while it was read')
  // Editors on Windows put a byte order mark before the text, which JSON does not allow.
  return text.replace(/^\uFEFF/, '')
}

/** Of the volume's number some of Windows' calls give the lower half alone. */
function identityOf({ dev, ino, size, mtimeNs }: BigIntStats): string {
  return [BigInt.asUintN(32, dev), ino, size, mtimeNs].join(':')
}

/** Up to this many bytes from the beginning, in UTF-8. */
async function textOf(file: FileHandle, size: number): Promise<string> {
  const bytes = Buffer.alloc(size)
  let length = 0
  while (length < size) {
    const { bytesRead } = await file.read(bytes, length, size - length, length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return bytes.toString('utf8', 0, length)
}

type Json = { ok: true; value: unknown } | { ok: false; reason: string }

function parseJson(text: string): Json {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch (error) {
    const why = error instanceof Error ? withoutPiece(error.message) : 'unknown reason'
    return { ok: false, reason: `The file is not JSON: ${why}` }
  }
}

/** What the parser says, without the piece of the file that it repeats: a secret may stand there. */
function withoutPiece(why: string): string {
  return why.replace(/, (?:\.\.\.)?"[^]*$/, '')
}
