import { copyFile, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import type { SettingsDamage } from '../contract/connection'
import { timeInName } from '../files/file-name'
import { retryHeld } from '../files/held-files'
import { backupPathOf, writeSettings } from './backup'
import { withFormerPlaces } from './former'
import { defaultSettings, settingsSchema, settingsVersion, type Settings } from './schema'

/** Far above what thousands of connections take; a larger file is not ours. */
const maxBytes = 10_000_000

export interface LoadedSettings {
  settings: Settings
  /** What was damaged (fault 92), and what became of it; null when nothing was. */
  damage: SettingsDamage | null
  /** Why the file must not be written over; null when it may be. */
  readOnly: string | null
}

/**
 * Reads the settings file. Never fails: a missing file gives the backup or defaults, a damaged one (also an empty one, 84) is kept
 * under another name and replaced by the backup or defaults, a newer app's (85) or an unreadable one gives defaults that are not saved. Connections that cannot
 * be read are taken from the backup one by one (98).
 */
export async function loadSettings(
  path: string,
  now: () => Date = () => new Date()
): Promise<LoadedSettings> {
  const text = await readText(path)
  if (text.kind === 'unreadable') return withDefaults(`The settings file cannot be read (${text.code}).`)
  const value = text.kind === 'none' ? undefined : parseJson(text.text)
  const version = z.object({ version: z.number() }).safeParse(value)
  if (version.success && version.data.version > settingsVersion) {
    return withDefaults('The settings file was written by a newer version of Vitrine.')
  }
  const read = readSettings(value)
  if (read !== null && read.unread === 0) return { settings: read.settings, damage: null, readOnly: null }
  const backup = await readBackup(path)
  if (text.kind === 'none') {
    const damage: SettingsDamage | null = backup === null ? null : { file: null, outcome: 'restored' }
    return { settings: backup ?? defaultSettings(), damage, readOnly: null }
  }
  return setAside(path, now(), read === null ? wholeFrom(backup) : connectionsFrom(backup, read))
}

function withDefaults(readOnly: string): LoadedSettings {
  return { settings: defaultSettings(), damage: null, readOnly }
}

interface ReadSettings {
  settings: Settings
  /** Connections that cannot be read. */
  unread: number
}

/** null: these are no settings of ours. */
function readSettings(value: unknown): ReadSettings | null {
  const list = z.object({ connections: z.array(z.unknown()) }).safeParse(value)
  const parsed = settingsSchema.safeParse(withFormerPlaces(value))
  if (!list.success || !parsed.success) return null
  return { settings: parsed.data, unread: list.data.connections.length - parsed.data.connections.length }
}

/** What is to be used in place of a damaged file. */
type Rescued = Pick<LoadedSettings, 'settings'> & Pick<SettingsDamage, 'outcome'>

function wholeFrom(backup: Settings | null): Rescued {
  return backup === null
    ? { settings: defaultSettings(), outcome: 'lost' }
    : { settings: backup, outcome: 'restored' }
}

/** What was removed since is not brought back. */
function connectionsFrom(backup: Settings | null, { settings, unread }: ReadSettings): Rescued {
  const here = new Set([...settings.connections, ...settings.removals].map(({ id }) => id))
  const found = (backup?.connections ?? []).filter(({ id }) => !here.has(id))
  const connections = [...settings.connections, ...found]
  return {
    settings: { ...settings, connections },
    outcome: found.length < unread ? 'partly-lost' : 'restored'
  }
}

/** null: there is none that can be read. */
async function readBackup(path: string): Promise<Settings | null> {
  const text = await readText(backupPathOf(path))
  const read = text.kind === 'text' ? readSettings(parseJson(text.text)) : null
  return read?.settings ?? null
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

async function setAside(path: string, time: Date, { settings, outcome }: Rescued): Promise<LoadedSettings> {
  const file = `${basename(path, '.json')}.damaged-${timeInName(time.getTime())}.json`
  try {
    await retryHeld(() => copyFile(path, join(dirname(path), file)))
    // At once: until then the damaged file is all that there is.
    await writeSettings(path, settings)
    return { settings, damage: { file, outcome }, readOnly: null }
  } catch (error) {
    return {
      ...withDefaults(`The damaged settings file cannot be set aside (${codeOf(error)}).`),
      settings
    }
  }
}

/** The system's name of an error, such as `EACCES`; 'unknown' when it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
