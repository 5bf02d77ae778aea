import { readFile, rename, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { retryHeld } from '../held-files'
import { withFormerPlaces } from './former'
import { defaultSettings, settingsSchema, settingsVersion, type Settings } from './schema'

/** Far above what thousands of connections take; a larger file is not ours. */
const maxBytes = 10_000_000

export interface LoadedSettings {
  settings: Settings
  /** New name of a damaged file that was set aside (92); null when there was none. */
  setAside: string | null
  /** Why the file must not be written over; null when it may be. */
  readOnly: string | null
}

/**
 * Reads the settings file. Never fails: a missing file gives defaults, a damaged one (also an empty one, 84)
 * is renamed and gives defaults, a newer app's (85) or an unreadable one gives defaults that are not saved.
 */
export async function loadSettings(
  path: string,
  now: () => Date = () => new Date()
): Promise<LoadedSettings> {
  const text = await readText(path)
  if (text.kind === 'none') return { settings: defaultSettings(), setAside: null, readOnly: null }
  if (text.kind === 'unreadable') return withDefaults(`The settings file cannot be read (${text.code}).`)
  const value = parseJson(text.text)
  const version = z.object({ version: z.number() }).safeParse(value)
  if (version.success && version.data.version > settingsVersion) {
    return withDefaults('The settings file was written by a newer version of Vitrine.')
  }
  const parsed = settingsSchema.safeParse(withFormerPlaces(value))
  if (parsed.success) return { settings: parsed.data, setAside: null, readOnly: null }
  return setAside(path, now())
}

function withDefaults(readOnly: string): LoadedSettings {
  return { settings: defaultSettings(), setAside: null, readOnly }
}

type FileText = { kind: 'text'; text: string } | { kind: 'none' } | { kind: 'unreadable'; code: string }

async function readText(path: string): Promise<FileText> {
  try {
    if ((await stat(path)).size > maxBytes) return { kind: 'text', text: '' }
    return { kind: 'text', text: await retryHeld(() => readFile(path, 'utf8')) }
  } catch (error) {
    const code = codeOf(error)
    return code === 'ENOENT' ? { kind: 'none' } : { kind: 'unreadable', code }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function setAside(path: string, time: Date): Promise<LoadedSettings> {
  const stamp = time.toISOString().slice(0, 19).replaceAll(':', '-')
  const name = `${basename(path, '.json')}.damaged-${stamp}.json`
  try {
    await retryHeld(() => rename(path, join(dirname(path), name)))
    return { settings: defaultSettings(), setAside: name, readOnly: null }
  } catch (error) {
    return withDefaults(`The damaged settings file cannot be set aside (${codeOf(error)}).`)
  }
}

/** The system's name of an error, such as `EACCES`; 'unknown' when it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
