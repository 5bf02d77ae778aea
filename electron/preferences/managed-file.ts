import { readFile, stat } from 'node:fs/promises'
import type { ManagedFile, ManagedProblem } from '../contract/preferences'
import type { z } from 'zod'
import { retryHeld } from '../held-files'
import { codeOf } from '../settings/load'
import { isSecretName, secretReason } from './managed-connections'
import { commandsToOwn, ownershipProblems } from './managed-owner'
import type { ManagedPlace } from './managed-place'
import { managedSchema, nothingManaged, type ManagedSettings } from './managed-schema'

/** Far above what thousands of connections take. */
const maxBytes = 1_000_000

export interface Managed {
  file: ManagedFile
  /** Nothing, where the file is missing or refused: it is never half in force. */
  settings: ManagedSettings
}

/**
 * Reads the organization's file. Never fails: one that cannot be used is refused as a whole, and says why; so is one that somebody else
 * than administrators can change, of which nothing is even read.
 */
export async function readManagedFile(place: ManagedPlace): Promise<Managed> {
  const { path } = place
  const read = await readTrusted(place)
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

/** The file's text, once it is known to be the administrators'; null when there is no file. */
async function readTrusted(place: ManagedPlace): Promise<string | Unusable | null> {
  const unusable = (reason: string): Unusable => ({ state: 'refused', problems: [{ key: '', reason }] })
  try {
    const stats = await stat(place.path)
    const problems = await ownershipProblems(place)
    if (problems.length > 0) return { state: 'untrusted', problems, remedy: commandsToOwn(place.path) }
    // Else a pipe would keep the app from starting.
    if (!stats.isFile()) return unusable('It is no file')
    if (stats.size > maxBytes) return unusable('The file is too large')
    const text = await retryHeld(() => readFile(place.path, 'utf8'))
    // Editors of Windows put a mark before the text, which is no JSON.
    return text.replace(/^\uFEFF/, '')
  } catch (error) {
    const code = codeOf(error)
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR'
    return isMissing ? null : unusable(`The file cannot be read (${code})`)
  }
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
