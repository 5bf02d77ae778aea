import { readFile, stat } from 'node:fs/promises'
import type { ManagedFile, ManagedProblem } from '../contract/preferences'
import { codeOf } from '../settings/load'
import { managedSchema, nothingManaged, type ManagedSettings } from './managed-schema'

/** Far above what thousands of connections take. */
const maxBytes = 1_000_000

export interface Managed {
  file: ManagedFile
  /** Nothing, where the file is missing or refused: it is never half in force. */
  settings: ManagedSettings
}

/** Reads the organisation's file. Never fails: one that cannot be used is refused as a whole, and says why. */
export async function readManagedFile(path: string): Promise<Managed> {
  const read = await readText(path)
  if (read === null) return { file: { path, state: 'none', problems: [] }, settings: nothingManaged }
  if (typeof read !== 'string') return refused(path, [read])
  const json = parseJson(read)
  if (!json.ok) return refused(path, [{ key: '', reason: json.reason }])
  const parsed = managedSchema.safeParse(json.value)
  if (parsed.success) return { file: { path, state: 'in-force', problems: [] }, settings: parsed.data }
  const problems = parsed.error.issues.map(({ path: keys, message }) => ({
    key: keys.map(String).join('.'),
    reason: message
  }))
  return refused(path, problems)
}

function refused(path: string, problems: ManagedProblem[]): Managed {
  return { file: { path, state: 'refused', problems }, settings: nothingManaged }
}

/** The file's text; null when there is no file. */
async function readText(path: string): Promise<string | ManagedProblem | null> {
  try {
    if ((await stat(path)).size > maxBytes) return { key: '', reason: 'The file is too large' }
    const text = await readFile(path, 'utf8')
    // Editors of Windows put a mark before the text, which is no JSON.
    return text.replace(/^\uFEFF/, '')
  } catch (error) {
    const code = codeOf(error)
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR'
    return isMissing ? null : { key: '', reason: `The file cannot be read (${code})` }
  }
}

type Json = { ok: true; value: unknown } | { ok: false; reason: string }

function parseJson(text: string): Json {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown reason'
    return { ok: false, reason: `The file is not JSON: ${why}` }
  }
}
